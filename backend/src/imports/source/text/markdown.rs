//! Markdown that our texts do not know becomes what they know; everything else stands as it was typed.

use super::{
    bold,
    lines::{beside, is_web},
};

/// Most bytes of the words and of the address of a link, and of code within a line.
const WINDOW: usize = 2000;

/// A picture, file or note that a text names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reference<'t> {
    pub target: &'t str,
    pub label: &'t str,
    /// It is shown in the text, as a picture is.
    pub is_embedded: bool,
}

/// Headings become bold, boxes of tasks become signs, backslashes before punctuation go, and links become words and addresses.
///
/// `replace` gets each reference to anything but the web, and gives what stands in its place; `None`: the label.
pub fn prose(markdown: &str, replace: &mut dyn FnMut(Reference<'_>) -> Option<String>) -> String {
    let mut text = String::with_capacity(markdown.len());
    let mut is_code = false;
    for line in markdown.lines() {
        let line = line.trim_end();
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        if is_code || is_fence {
            text.push_str(line);
        } else {
            let start = text.len();
            push_line(&mut text, line, replace);
            let is_gone = text[start..].trim().is_empty();
            if is_gone && !line.trim().is_empty() {
                // Only a picture was here. Of the empty lines around it one is enough.
                text.truncate(start);
                if text.ends_with("\n\n") {
                    text.pop();
                }
                continue;
            }
        }
        text.push('\n');
    }
    text.truncate(text.trim_end().len());
    let start = text.len() - text.trim_start_matches('\n').len();
    text.split_off(start)
}

fn push_line(text: &mut String, line: &str, replace: &mut dyn FnMut(Reference<'_>) -> Option<String>) {
    if let Some(heading) = heading(line) {
        let mut words = String::new();
        push_inline(&mut words, heading, replace);
        text.push_str(&bold(&words));
        return;
    }
    let words = line.trim_start();
    let mark = &line[..line.len() - words.len()];
    text.push_str(mark);
    let tasks = [("[ ] ", "☐ "), ("[x] ", "☑ "), ("[X] ", "☑ ")];
    let list = ["- ", "* ", "+ "].iter().find_map(|mark| words.strip_prefix(mark));
    let task = list.and_then(|item| tasks.iter().find_map(|(is, shown)| Some((shown, item.strip_prefix(is)?))));
    match task {
        Some((shown, rest)) => {
            text.push_str("- ");
            text.push_str(shown);
            push_inline(text, rest, replace);
        }
        None => push_inline(text, words, replace),
    }
}

/// The words of a line that is a heading: `## Words`.
pub fn heading(line: &str) -> Option<&str> {
    let words = line.trim_start_matches('#');
    let is_heading = (1..=6).contains(&(line.len() - words.len())) && words.starts_with(' ');
    is_heading.then(|| words.trim_end_matches('#').trim()).filter(|words| !words.is_empty())
}

fn push_inline(text: &mut String, mut rest: &str, replace: &mut dyn FnMut(Reference<'_>) -> Option<String>) {
    while let Some(at) = rest.find(['\\', '!', '[', '`']) {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        let taken = match rest.as_bytes() {
            [b'\\', next, ..] if next.is_ascii_punctuation() => {
                text.push(char::from(*next));
                2
            }
            [b'`', ..] => {
                let code = code(rest);
                text.push_str(&rest[..code]);
                code
            }
            [b'!', b'[', ..] | [b'[', ..] => match reference(rest) {
                Some((reference, taken)) => {
                    text.push_str(&shown(reference, replace));
                    taken
                }
                None => push_sign(text, rest),
            },
            _ => push_sign(text, rest),
        };
        rest = &rest[taken..];
    }
    text.push_str(rest);
}

fn push_sign(text: &mut String, rest: &str) -> usize {
    text.push_str(&rest[..1]);
    1
}

/// The bytes of code in backticks, or of the backticks if nothing ends it.
fn code(rest: &str) -> usize {
    let ticks = rest.len() - rest.trim_start_matches('`').len();
    let window = &rest.as_bytes()[ticks..(ticks + WINDOW).min(rest.len())];
    let end = window.windows(ticks.min(16)).position(|part| part.iter().all(|byte| *byte == b'`'));
    end.filter(|_| ticks <= 16).map_or(ticks, |end| ticks + end + ticks)
}

/// `![[name|100]]`, `[[note|words]]`, `![alt](path "title")` or `[words](address)`, and its bytes.
fn reference(rest: &str) -> Option<(Reference<'_>, usize)> {
    let (is_embedded, inner) = rest.strip_prefix('!').map_or((false, rest), |inner| (true, inner));
    let before = rest.len() - inner.len();
    if let Some(inner) = inner.strip_prefix("[[") {
        let end = find(inner, "]]")?;
        let (target, label) = inner[..end].split_once('|').unwrap_or((&inner[..end], ""));
        let label = if label.is_empty() || is_embedded { target } else { label };
        let label = if is_embedded { "" } else { label };
        return Some((Reference { target: target.trim(), label: label.trim(), is_embedded }, before + end + 4));
    }
    let label_end = matching(inner, b'[', b']')?;
    let label = &inner[1..label_end];
    let target = inner[label_end + 1..].strip_prefix('(')?;
    let taken = before + label_end + 2;
    if target.starts_with("data:") {
        let end = target.find(')').unwrap_or(target.len());
        return Some((Reference { target: "data:", label, is_embedded }, taken + (end + 1).min(target.len())));
    }
    if let Some(angled) = target.strip_prefix('<') {
        let end = find(angled, ">")?;
        let close = find(&angled[end..], ")")?;
        return Some((Reference { target: &angled[..end], label, is_embedded }, taken + 1 + end + close + 1));
    }
    let end = matching(&inner[label_end + 1..], b'(', b')')? - 1;
    let address = target[..end].split([' ', '\t']).next().unwrap_or_default();
    // An address has no blanks, but files do, and not every program writes `%20`.
    let has_title = target[..end].contains(['"', '\'']);
    let address = if has_title || is_web(address) { address } else { target[..end].trim() };
    Some((Reference { target: address, label, is_embedded }, taken + end + 1))
}

fn shown(reference: Reference<'_>, replace: &mut dyn FnMut(Reference<'_>) -> Option<String>) -> String {
    let Reference { target, label, .. } = reference;
    if is_web(target) {
        return beside(label, label, target);
    }
    replace(reference).unwrap_or_else(|| label.to_owned())
}

fn find(text: &str, end: &str) -> Option<usize> {
    let window = &text.as_bytes()[..text.len().min(WINDOW)];
    window.windows(end.len()).position(|part| part == end.as_bytes())
}

/// The place of the sign that closes the first one.
fn matching(text: &str, open: u8, close: u8) -> Option<usize> {
    let mut depth = 0_usize;
    let mut is_escaped = false;
    for (at, byte) in text.bytes().enumerate().take(WINDOW) {
        if is_escaped {
            is_escaped = false;
        } else if byte == b'\\' {
            is_escaped = true;
        } else if byte == open {
            depth += 1;
        } else if byte == close {
            depth = depth.checked_sub(1)?;
            if depth == 0 {
                return Some(at);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::prose;

    fn shown(markdown: &str) -> String {
        prose(markdown, &mut |reference| reference.is_embedded.then(String::new))
    }

    #[test]
    fn markdown_becomes_what_our_texts_know() {
        for (markdown, expected) in [
            ("# Ein *Tag*\nWort", "Ein *Tag*\nWort"),
            ("## Ein Tag ##\n#tag", "**Ein Tag**\n#tag"),
            ("- [ ] Brot\n- [x] Milch\n- [Link](b.md)", "- ☐ Brot\n- ☑ Milch\n- Link"),
            (r"1\. Mai \- C:\Users\ä \\ \*", r"1. Mai - C:\Users\ä \ *"),
            ("[Haus](https://a.de/b_(c)) [https://a.de](https://a.de/)", "Haus (https://a.de/b_(c)) https://a.de/"),
            ("Siehe [[Notiz]] und [[Ordner/Notiz|die andere]]", "Siehe Notiz und die andere"),
            ("a\n\n![](b.jpg)\n\nc", "a\n\nc"),
            ("a ![b](c d.jpg \"e\") ![[f.png|100]] g", "a   g"),
            ("`[[a]] \\*` [b] (c) ![d] [e", "`[[a]] \\*` [b] (c) ![d] [e"),
            ("```\n# [[a]]\n```\n[](<b c.md>)", "```\n# [[a]]\n```"),
            ("![](data:image/png;base64,AAAA) b", " b"),
            ("ä\\", "ä\\"),
        ] {
            assert_eq!(shown(markdown), expected, "{markdown}");
        }
    }

    #[test]
    fn a_long_row_of_brackets_takes_no_long_time() {
        for sign in ["[", "![", "[[", "`", "![](", "\\", "[]("] {
            assert!(!shown(&sign.repeat(1_000_000)).is_empty(), "{sign}");
        }
    }
}
