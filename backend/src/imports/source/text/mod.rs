//! Texts of other programs, as our editor would write them: paragraphs, lists, quotes, bold and italic.

pub mod html;
mod lines;
mod markdown;

pub use lines::{Inline, Line, Lines, List};
pub use markdown::{Reference, heading, prose};

/// The tags of an entry as `#words` in a last line. Blanks within a tag become hyphens.
pub fn push_tags(text: &mut String, tags: &[String]) {
    let word = |tag: &String| {
        let words: Vec<_> = tag.trim().trim_start_matches('#').split_whitespace().collect();
        (!words.is_empty()).then(|| format!("#{}", words.join("-")))
    };
    let tags: Vec<_> = tags.iter().filter_map(word).collect();
    push_paragraph(text, &tags.join(" "));
}

/// Adds a paragraph; an empty one is none.
pub fn push_paragraph(text: &mut String, words: &str) {
    if words.trim().is_empty() {
        return;
    }
    text.truncate(text.trim_end().len());
    if !text.is_empty() {
        text.push_str("\n\n");
    }
    text.push_str(words.trim_end());
}

/// A title as the first paragraph.
pub fn titled(title: &str, text: &str) -> String {
    let mut titled = String::new();
    push_paragraph(&mut titled, &bold(title));
    push_paragraph(&mut titled, text);
    titled
}

/// The words between stars. Blanks around them stay outside, and words with stars of their own stay as they are.
pub fn bold(words: &str) -> String {
    between("**", words)
}

fn between(stars: &str, words: &str) -> String {
    let inner = words.trim();
    if inner.contains('*') || !inner.contains(char::is_alphanumeric) {
        return words.to_owned();
    }
    let (before, after) = words.split_once(inner).unwrap_or_default();
    format!("{before}{stars}{inner}{stars}{after}")
}
