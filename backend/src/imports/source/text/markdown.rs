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

/// Gets each reference to anything but the web, and gives what stands in its place; `None`: the label.
pub type Replace<'r> = dyn FnMut(Reference<'_>) -> Option<String> + 'r;

/// Headings become bold, boxes of tasks become signs, backslashes before punctuation go, and links become words and addresses.
pub fn prose(markdown: &str, replace: &mut Replace<'_>) -> String {
    let mut prose = Prose { text: String::with_capacity(markdown.len()), left: markdown.len() * 16 + WINDOW, replace };
    let mut is_code = false;
    for line in markdown.lines() {
        let line = line.trim_end();
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        if is_code || is_fence {
            prose.text.push_str(line);
        } else {
            let start = prose.text.len();
            prose.push_line(line);
            let text = &mut prose.text;
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
        prose.text.push('\n');
    }
    let mut text = prose.text;
    text.truncate(text.trim_end().len());
    let start = text.len() - text.trim_start_matches('\n').len();
    text.split_off(start)
}

struct Prose<'r, 'f> {
    text: String,
    /// Bytes that may still be looked at in vain. After them no more references are looked for.
    left: usize,
    replace: &'r mut Replace<'f>,
}

impl Prose<'_, '_> {
    fn push_line(&mut self, line: &str) {
        if let Some(heading) = heading(line) {
            let before = std::mem::take(&mut self.text);
            self.push_inline(heading);
            let words = std::mem::replace(&mut self.text, before);
            self.text.push_str(&bold(&words));
            return;
        }
        let words = line.trim_start();
        self.text.push_str(&line[..line.len() - words.len()]);
        let tasks = [("[ ] ", "☐ "), ("[x] ", "☑ "), ("[X] ", "☑ ")];
        let list = ["- ", "* ", "+ "].iter().find_map(|mark| words.strip_prefix(mark));
        let task = list.and_then(|item| tasks.iter().find_map(|(is, shown)| Some((shown, item.strip_prefix(is)?))));
        match task {
            Some((shown, rest)) => {
                self.text.push_str("- ");
                self.text.push_str(shown);
                self.push_inline(rest);
            }
            None => self.push_inline(words),
        }
    }

    fn push_inline(&mut self, mut rest: &str) {
        while let Some(at) = rest.find(['\\', '!', '[', '`']).filter(|_| self.left > 0) {
            self.text.push_str(&rest[..at]);
            rest = &rest[at..];
            let taken = match rest.as_bytes() {
                [b'\\', next, ..] if next.is_ascii_punctuation() => {
                    self.text.push(char::from(*next));
                    2
                }
                [b'`', ..] => {
                    let code = self.code(rest);
                    self.text.push_str(&rest[..code]);
                    code
                }
                [b'!', b'[', ..] | [b'[', ..] => match reference(rest) {
                    Ok((reference, taken)) => {
                        let shown = self.shown(reference);
                        self.text.push_str(&shown);
                        taken
                    }
                    Err(looked) => {
                        self.left = self.left.saturating_sub(looked);
                        self.push_sign(rest)
                    }
                },
                _ => self.push_sign(rest),
            };
            rest = &rest[taken..];
        }
        self.text.push_str(rest);
    }

    fn push_sign(&mut self, rest: &str) -> usize {
        self.text.push_str(&rest[..1]);
        1
    }

    /// The bytes of code in backticks, or of the backticks if nothing ends it.
    fn code(&mut self, rest: &str) -> usize {
        let ticks = rest.len() - rest.trim_start_matches('`').len();
        let Some(end) = (ticks <= 16).then(|| find(&rest[ticks..], &rest[..ticks])).flatten() else {
            self.left = self.left.saturating_sub(rest.len().min(WINDOW));
            return ticks;
        };
        ticks + end + ticks
    }

    fn shown(&mut self, reference: Reference<'_>) -> String {
        let Reference { target, label, .. } = reference;
        if is_web(target) {
            return beside(label, label, target);
        }
        (self.replace)(reference).unwrap_or_else(|| label.to_owned())
    }
}

/// The words of a line that is a heading: `## Words`.
pub fn heading(line: &str) -> Option<&str> {
    let words = line.trim_start_matches('#');
    let is_heading = (1..=6).contains(&(line.len() - words.len())) && words.starts_with(' ');
    is_heading.then(|| words.trim_end_matches('#').trim()).filter(|words| !words.is_empty())
}

/// `![[name|100]]`, `[[note|words]]`, `![alt](path "title")` or `[words](address)`, and its bytes. `Err`: there is none in the bytes that were
/// looked at.
fn reference(rest: &str) -> Result<(Reference<'_>, usize), usize> {
    let most = rest.len().min(WINDOW);
    let (is_embedded, inner) = rest.strip_prefix('!').map_or((false, rest), |inner| (true, inner));
    let before = rest.len() - inner.len();
    if let Some(inner) = inner.strip_prefix("[[") {
        let end = find(inner, "]]").ok_or(most)?;
        let (target, label) = inner[..end].split_once('|').unwrap_or((&inner[..end], ""));
        let label = if label.is_empty() { target } else { label };
        let label = if is_embedded { "" } else { label };
        return Ok((Reference { target: target.trim(), label: label.trim(), is_embedded }, before + end + 4));
    }
    let label_end = matching(inner, b'[', b']').ok_or(most)?;
    let label = &inner[1..label_end];
    let target = inner[label_end + 1..].strip_prefix('(').ok_or(label_end)?;
    let taken = before + label_end + 2;
    if target.starts_with("data:") {
        let end = target.find(')').unwrap_or(target.len());
        return Ok((Reference { target: "data:", label, is_embedded }, taken + (end + 1).min(target.len())));
    }
    if let Some(angled) = target.strip_prefix('<') {
        let end = find(angled, ">").ok_or(most)?;
        let close = find(&angled[end..], ")").ok_or(most)?;
        return Ok((Reference { target: &angled[..end], label, is_embedded }, taken + 1 + end + close + 1));
    }
    let end = matching(&inner[label_end + 1..], b'(', b')').ok_or(most)? - 1;
    let address = target[..end].split([' ', '\t']).next().unwrap_or_default();
    // An address has no blanks, but files do, and not every program writes `%20`.
    let has_title = target[..end].contains(['"', '\'']);
    let address = if has_title || is_web(address) { address } else { target[..end].trim() };
    Ok((Reference { target: address, label, is_embedded }, taken + end + 1))
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
        for sign in ["[", "![", "[[", "`", "` ", "![](", "\\", "[](((", "[a", "[1] "] {
            assert!(!shown(&sign.repeat(50_000)).is_empty(), "{sign}");
        }
    }
}
