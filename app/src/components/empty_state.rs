//! A place where nothing is yet, or where something was: a small drawing, one friendly sentence, one way on.

use super::drawing::Drawing;
use leptos::prelude::*;

/// The children are the way on: a link or a button. `level` is that of the heading: 1 where it is the whole page.
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
