//! The link to the sign-in, at the end of the top bar of pages that guests may read.

use crate::request::{PageRequest, t};
use domain::Key;
use leptos::prelude::*;

/// Shown to guests only.
#[component]
pub fn LoginLink() -> impl IntoView {
    PageRequest::current().account().is_none().then(|| {
        view! {
            <a class="button button-quiet" href="/?login=1">
                {t(Key::LandingLogin)}
            </a>
        }
    })
}
