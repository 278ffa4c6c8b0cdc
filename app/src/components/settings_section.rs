//! A section of the settings: a heading, a sentence, and its controls.

use leptos::prelude::*;

/// `id` is also the anchor of `/settings#id`.
#[component]
pub fn SettingsSection(
    id: &'static str,
    #[prop(into)] title: String,
    #[prop(optional, into)] text: Option<String>,
    children: Children,
) -> impl IntoView {
    let heading = format!("{id}-title");
    let labelled_by = heading.clone();
    view! {
        <section class="settings-section" id=id aria-labelledby=labelled_by>
            <h3 id=heading>{title}</h3>
            {text.map(|text| view! { <p class="settings-text">{text}</p> })}
            {children()}
        </section>
    }
}
