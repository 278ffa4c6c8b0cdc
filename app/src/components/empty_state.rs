//! An empty or ended place: a small drawing, a friendly sentence, and a link or button to go on.

use super::drawing::Drawing;
use leptos::prelude::*;

/// The children are the link or button. `level` is the heading's: 1 if this is the whole page.
#[component]
pub fn EmptyState(
    drawing: Drawing,
    #[prop(into)] title: String,
    #[prop(into)] text: String,
    #[prop(default = 1)] level: u8,
    #[prop(optional)] children: Option<Children>,
) -> impl IntoView {
    let heading =
        if level == 1 { view! { <h1>{title}</h1> }.into_any() } else { view! { <h2>{title}</h2> }.into_any() };
    view! {
        <div class="empty">
            {drawing.view()}
            {heading}
            <p>{text}</p>
            {children.map(|children| children())}
        </div>
    }
}
