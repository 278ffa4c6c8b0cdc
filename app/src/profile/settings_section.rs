//! One part of the settings: a heading, a sentence, and what can be settled.

use crate::request::PageRequest;
use leptos::prelude::*;

/// `id` is also the place that `/settings#id` leads to.
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
            <h2 id=heading>{title}</h2>
            {text.map(|text| view! { <p class="settings-text">{text}</p> })}
            {children()}
        </section>
    }
}

/// In the place of a section that could not be loaded: the rest of the settings can be used all the same.
pub fn out_of_reach(request: &PageRequest, error: &backend::Error) -> AnyView {
    if let backend::Error::Broken(broken) = error {
        tracing::error!(request = %request.id, what = broken.what, error = %broken.source, "page broke");
    }
    let text = request.language.error_text(&error.refusal());
    view! { <p class="notice">{text}</p> }.into_any()
}
