//! The element on which a React widget mounts: `<r-island>` with its props and a skeleton of the final size.

use leptos::{html, prelude::*};
use serde::Serialize;

/// The children are the skeleton, which also works without script.
#[component]
pub fn ReactIsland(
    name: &'static str,
    /// Serialised into an attribute, which Leptos escapes.
    props: serde_json::Value,
    /// Whether its script is fetched only when the dialog around it is first opened.
    #[prop(optional)]
    when_open: bool,
    children: Children,
) -> impl IntoView {
    html::custom("r-island")
        .attr("name", name)
        .attr("data-when", when_open.then_some("open"))
        .attr("data-props", props.to_string())
        .child(view! { <div data-skeleton>{children()}</div> })
}

/// Props of any serialisable kind; an island without its props shows its skeleton.
pub fn props(value: &impl Serialize) -> serde_json::Value {
    serde_json::to_value(value).unwrap_or_default()
}
