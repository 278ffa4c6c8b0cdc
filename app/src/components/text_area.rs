//! A text area whose text is escaped: Leptos 0.8 writes the children of `<textarea>` raw.

use leptos::prelude::*;

/// The only place that may use `<textarea>`. The parser drops one leading newline, so we write one, and a text that
/// begins with an empty line survives.
#[component]
pub fn TextArea(
    name: &'static str,
    #[prop(into)] id: String,
    text: String,
    #[prop(optional, into)] placeholder: String,
    #[prop(optional, into)] class: String,
    #[prop(optional, into)] described_by: Option<String>,
    #[prop(default = 3)] rows: u32,
    /// The page opens with the cursor in it.
    #[prop(optional)]
    autofocus: bool,
) -> impl IntoView {
    let described_by = described_by.filter(|id| !id.is_empty());
    let children = format!("\n{}", html_escape::encode_text(&text));
    view! {
        <textarea name=name id=id class=class placeholder=placeholder rows=rows.to_string() autofocus=autofocus aria-describedby=described_by>
            {children}
        </textarea>
    }
}
