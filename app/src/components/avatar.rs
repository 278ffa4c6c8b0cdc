//! A person's picture, else their initials (spec 2).

use leptos::prelude::*;

/// `initials` is `User::initials`. A name or a label stands beside it, so it is decoration.
/// The class `avatar-small` makes it small.
#[component]
pub fn Avatar(
    #[prop(into)] initials: String,
    image: Option<String>,
    #[prop(optional)] class: &'static str,
) -> impl IntoView {
    // Only our own files: another host would learn who reads what, and the content policy blocks it.
    let inside = match image.filter(|src| src.starts_with('/')) {
        Some(src) => view! { <img src=src alt="" width="96" height="96" loading="lazy" decoding="async" /> }.into_any(),
        None => initials.into_any(),
    };
    view! {
        <span class=format!("avatar {class}") aria-hidden="true">
            {inside}
        </span>
    }
}
