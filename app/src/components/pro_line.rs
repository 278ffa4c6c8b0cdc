//! Where a limit of Free is met: one quiet line with the way to Pro.

use crate::request::{PageRequest, t};
use domain::Key;
use leptos::prelude::*;

/// Nothing for an account that does not hear of Pro yet.
#[component]
pub fn ProLine(#[prop(into)] text: String) -> impl IntoView {
    PageRequest::current().account().is_some_and(backend::Account::hears_of_pro).then(|| {
        view! {
            <p class="pro-line">
                {text} " " <a href="/subscription">{t(Key::EditorProLink)}</a>
            </p>
        }
    })
}
