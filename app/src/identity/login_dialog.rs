//! Brings the sign-in dialog to life. Its HTML is the server's (`sign_in.rs`) and stays as it is: the browser's module
//! holds no view of it.

use leptos::prelude::*;

#[island]
pub fn LoginDialog(children: Children) -> impl IntoView {
    #[cfg(feature = "hydrate")]
    super::browser::start();
    children()
}
