//! Day One's rich text: nodes with words and their form, or with embedded objects.

use super::{super::json::Fields, attachments::Attachments};
use crate::imports::source::text::{Inline, Line, Lines, List};

#[derive(Debug)]
pub struct RichText {
    pub text: String,
    /// False: it has a kind of object whose words are in the Markdown only.
    pub is_whole: bool,
}

/// `None`: it is not as it should be, and the Markdown counts.
pub fn read(json: &str, attachments: &mut Attachments<'_>) -> Option<RichText> {
    let rich = Fields::of(json.as_bytes())?;
    let list = ["contents", "nodes"].into_iter().find(|name| rich.has(name))?;
    let (mut lines, mut line, mut is_whole) = (Lines::default(), Line::default(), true);
    for node in rich.all_objects(list)? {
        for embedded in node.objects("embeddedObjects") {
            is_whole &= push_embedded(&mut lines, &embedded, attachments);
        }
        let words = node.words("text").ok()?;
        let attributes = node.object("attributes");
        let inline = attributes.as_ref().map(inline).unwrap_or_default();
        if let Some(its) = attributes.as_ref().and_then(|attributes| attributes.object("line")) {
            line = self::line(&its);
        } else if lines.is_at_start() {
            line = Line::default();
        }
        let mut parts = words.split('\n').peekable();
        while let Some(words) = parts.next() {
            lines.push(words, &inline);
            if parts.peek().is_some() {
                lines.end_line(line);
            }
        }
    }
    if !lines.is_at_start() {
        lines.end_line(line);
    }
    Some(RichText { text: lines.finish(), is_whole })
}

fn inline(attributes: &Fields<'_>) -> Inline {
    Inline {
        is_bold: attributes.flag("bold"),
        is_italic: attributes.flag("italic"),
        link: attributes.string("linkURL"),
    }
}

fn line(line: &Fields<'_>) -> Line {
    let list = match line.string("listStyle").as_deref() {
        Some("bulleted") => Some(List::Bullet),
        Some("numbered") => Some(List::Number(line.whole("listIndex").unwrap_or(1))),
        Some("checkbox") => Some(List::Task { is_done: line.flag("checked") }),
        _ => None,
    };
    // The first step is 1.
    let indent = line.whole("indentLevel").unwrap_or(1).saturating_sub(1) as usize;
    Line { is_heading: line.whole("header") > Some(0), is_quote: line.flag("quote"), list, indent }
}

/// False: its words are in the Markdown only.
fn push_embedded(lines: &mut Lines, embedded: &Fields<'_>, attachments: &mut Attachments<'_>) -> bool {
    let kind = embedded.string("type").unwrap_or_default();
    let words = |names: &[&str]| names.iter().find_map(|name| embedded.string(name).filter(|words| !words.is_empty()));
    match kind.as_str() {
        "photo" | "video" | "audio" | "pdfAttachment" => {
            attachments.refer(&embedded.string("identifier").unwrap_or_default());
        }
        "horizontalRuleLine" | "horizontalLineRule" => own_line(lines, "---"),
        "stateOfMind" => attachments.valence = embedded.number("valence").or(attachments.valence),
        "externalVideo" | "externalAudio" | "preview" => {
            own_line(lines, &words(&["url", "externalURL"]).unwrap_or_default());
        }
        "contact" | "location" | "podcast" | "song" => {
            own_line(lines, &words(&["name", "placeName", "title", "trackName"]).unwrap_or_default());
        }
        "table" | "renderableCodeBlock" => return false,
        _ => {}
    }
    true
}

fn own_line(lines: &mut Lines, words: &str) {
    if words.is_empty() {
        return;
    }
    if !lines.is_at_start() {
        lines.end_line(Line::default());
    }
    lines.push(words, &Inline::default());
    lines.end_line(Line::default());
}
