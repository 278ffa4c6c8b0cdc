//! Quill's rich text: pieces of text, of which those that end a line have its form.

use super::super::{
    json::Fields,
    text::{Inline, Line, Lines, List},
};

/// `None`: it is not as it should be.
pub fn read(delta: &Fields<'_>) -> Option<String> {
    let (mut lines, mut number) = (Lines::default(), 0);
    for op in delta.all_objects("ops")? {
        if op.object("insert").is_some() {
            // A picture, which is in the list of media.
            continue;
        }
        let words = op.words("insert").ok()?;
        let attributes = op.object("attributes").unwrap_or_default();
        let inline = Inline {
            is_bold: attributes.flag("bold"),
            is_italic: attributes.flag("italic"),
            link: attributes.string("link"),
        };
        let mut parts = words.split('\n').peekable();
        while let Some(words) = parts.next() {
            lines.push(words, &inline);
            if parts.peek().is_some() {
                lines.end_line(line(&attributes, &mut number));
            }
        }
    }
    Some(lines.finish())
}

fn line(attributes: &Fields<'_>, number: &mut u32) -> Line {
    let list = match attributes.string("list").as_deref() {
        Some("ordered") => {
            *number += 1;
            Some(List::Number(*number))
        }
        Some("bullet") => Some(List::Bullet),
        Some("checked") => Some(List::Task { is_done: true }),
        Some("unchecked") => Some(List::Task { is_done: false }),
        _ => None,
    };
    if !matches!(list, Some(List::Number(_))) {
        *number = 0;
    }
    let indent = attributes.whole("indent").unwrap_or_default() as usize;
    Line { is_heading: attributes.has("header"), is_quote: attributes.flag("blockquote"), list, indent }
}
