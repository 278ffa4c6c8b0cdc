//! Brings the feed to life. Its HTML is the server's (`feed_section.rs`) and stays as it is: the browser's
//! module holds no view of it.

use leptos::prelude::*;

#[island]
pub fn LiveFeed(children: Children) -> impl IntoView {
    #[cfg(feature = "hydrate")]
    super::browser::start();
    children()
}
