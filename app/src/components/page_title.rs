//! The document's title, escaped: `leptos_meta` 0.8 writes it raw.

use leptos::prelude::*;
use leptos_meta::Title;

/// The only place that may use `<Title>`.
#[component]
pub fn PageTitle(#[prop(into)] text: String) -> impl IntoView {
    // A name from before product 11.1 may hold signs that turn the title round.
    let text = domain::text::undirected(&text);
    let escaped = html_escape::encode_text(&text).into_owned();
    view! { <Title text=escaped /> }
}
