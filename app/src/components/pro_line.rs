//! A quiet line with a link to Pro, where somebody meets a limit of Free.

use crate::request::{PageRequest, t};
use domain::Key;
use leptos::prelude::*;

/// Shown to accounts that get hints at Pro.
#[component]
pub fn ProLine(#[prop(into)] text: String) -> impl IntoView {
    PageRequest::current().account().is_some_and(backend::Account::shows_pro_hints).then(|| {
        view! {
            <p class="pro-line">
                {text} " " <a href="/subscription">{t(Key::EditorProLink)}</a>
            </p>
        }
    })
}
