//! A person's words as paragraphs, and the text of an entry with its simple marks.

use leptos::prelude::*;

/// Paragraphs end at empty lines; line breaks inside them stay.
pub fn paragraphs(text: &str) -> Vec<Vec<&str>> {
    text.lines()
        .collect::<Vec<_>>()
        .split(|line| line.trim().is_empty())
        .filter(|lines| !lines.is_empty())
        .map(<[&str]>::to_vec)
        .collect()
}

/// The text of an entry: with links, bold, italic, lists and quotes (product 27).
#[component]
pub fn MarkedProse(text: String) -> impl IntoView {
    // `prose::html` escapes everything that it did not make itself.
    view! { <div class="prose" inner_html=backend::prose::html(&text)></div> }
}

#[component]
pub fn Prose(text: String) -> impl IntoView {
    let paragraphs = paragraphs(&text)
        .into_iter()
        .map(|lines| {
            let lines = lines.into_iter().enumerate().map(|(at, line)| {
                let line = line.trim_end().to_owned();
                view! { {(at > 0).then(|| view! { <br /> })} {line} }
            });
            view! { <p dir="auto">{lines.collect_view()}</p> }
        })
        .collect_view();
    view! { <div class="prose">{paragraphs}</div> }
}

#[cfg(test)]
mod tests {
    use super::{Prose, paragraphs};
    use leptos::prelude::*;

    #[test]
    fn empty_lines_part_paragraphs_and_line_breaks_stay() {
        assert_eq!(paragraphs("\n\nEins\nzwei\n \n\n  drei\n"), [vec!["Eins", "zwei"], vec!["  drei"]]);
        assert!(paragraphs(" \n\n").is_empty());
    }

    #[test]
    fn text_cannot_become_markup() {
        let html = view! { <Prose text="<script>alert(1)</script>\n& so".to_owned() /> }.to_html();
        assert!(!html.contains("<script>"), "{html}");
        assert!(html.contains("&lt;script&gt;") && html.contains("&amp; so") && html.contains("<br>"), "{html}");
    }
}
