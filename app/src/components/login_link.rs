//! The link to the sign-in, at the end of the top bar of pages that guests may read.

use super::fixed::Fixed;
use crate::{
    markup::written,
    request::{PageRequest, t},
};
use domain::Key;
use leptos::prelude::*;

static LINK: Fixed<1> = Fixed::new();

/// Shown to guests only.
#[component]
pub fn LoginLink() -> impl IntoView {
    let request = PageRequest::current();
    request.account().is_none().then(|| written(LINK.html(request.language, 0, link)))
}

fn link() -> impl IntoView {
    view! {
        <a class="button button-quiet" href="/?login=1">
            {t(Key::LandingLogin)}
        </a>
    }
}
