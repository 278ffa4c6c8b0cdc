//! Brings the share dialog to life. Its HTML is the server's (`share_button.rs`) and stays as it is: the browser's module
//! holds no view of it.

use leptos::prelude::*;

#[island]
pub fn ShareDialog(children: Children) -> impl IntoView {
    #[cfg(feature = "hydrate")]
    super::browser::start();
    children()
}
