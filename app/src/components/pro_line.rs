//! Where a limit of Free is met: one quiet line with the way to Pro.

use crate::request::t;
use domain::Key;
use leptos::prelude::*;

#[component]
pub fn ProLine(#[prop(into)] text: String) -> impl IntoView {
    view! {
        <p class="pro-line">
            {text} " " <a href="/subscription">{t(Key::EditorProLink)}</a>
        </p>
    }
}
