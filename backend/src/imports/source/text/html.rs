//! HTML of other diaries as our texts have it. Nothing of it is ever shown as HTML.

use super::lines::{Inline, Line, Lines, List};
use html5gum::{StartTag, Token, Tokenizer};

/// Most lists within each other that are remembered, and bytes of an address.
const DEPTH: usize = 32;
const ADDRESS: usize = 2000;

/// Words, bold and italic, links, lists, quotes and headings.
pub fn prose(html: &str) -> String {
    let mut page = Page::default();
    for token in Tokenizer::new(html) {
        match token {
            Ok(Token::StartTag(tag)) => page.open(&tag),
            Ok(Token::EndTag(tag)) => page.close(&tag.name),
            Ok(Token::String(words)) => page.words(&String::from_utf8_lossy(&words.value)),
            _ => {}
        }
    }
    page.end_line();
    page.lines.finish()
}

#[derive(Debug, Default)]
struct Page {
    lines: Lines,
    line: Line,
    bold: usize,
    italic: usize,
    quotes: usize,
    link: Option<String>,
    /// The number of the last item; `None`: a list without numbers.
    lists: Vec<Option<u32>>,
    /// The element whose words are not for reading.
    hidden: Option<Vec<u8>>,
    is_after_blank: bool,
}

impl Page {
    fn words(&mut self, words: &str) {
        if self.hidden.is_some() {
            return;
        }
        // Blanks and line ends are one blank, as in a browser.
        let mut shown = String::with_capacity(words.len());
        for c in words.chars() {
            let is_blank = c.is_ascii_whitespace();
            if !is_blank {
                shown.push(c);
            } else if !self.is_after_blank {
                shown.push(' ');
            }
            self.is_after_blank = is_blank;
        }
        let inline = Inline { is_bold: self.bold > 0, is_italic: self.italic > 0, link: self.link.clone() };
        let shown = if self.lines.is_at_start() { shown.trim_start() } else { &shown };
        self.lines.push(shown, &inline);
    }

    fn end_line(&mut self) {
        if !self.lines.is_at_start() {
            self.line.is_quote = self.quotes > 0;
            self.lines.end_line(self.line);
        }
        self.line.list = None;
        self.line.is_heading = false;
        self.is_after_blank = true;
    }

    fn open(&mut self, tag: &StartTag<()>) {
        if self.hidden.is_some() {
            return;
        }
        let attribute =
            |name: &[u8]| tag.attributes.get(name).map(|value| String::from_utf8_lossy(&value.value).into_owned());
        match tag.name.as_slice() {
            b"b" | b"strong" => self.bold += 1,
            b"i" | b"em" => self.italic += 1,
            b"a" => self.link = attribute(b"href").filter(|link| link.len() <= ADDRESS),
            b"script" | b"style" | b"head" | b"title" if !tag.self_closing => self.hidden = Some(tag.name.to_vec()),
            b"br" => {
                if self.lines.is_at_start() {
                    self.lines.space();
                }
                self.end_line();
            }
            b"hr" => {
                self.end_line();
                self.lines.space();
                self.lines.push("---", &Inline::default());
                self.lines.end_line(Line::default());
                self.lines.space();
            }
            b"ul" | b"ol" => {
                self.end_line();
                if self.lists.is_empty() {
                    self.lines.space();
                }
                if self.lists.len() < DEPTH {
                    self.lists.push((tag.name.as_slice() == b"ol").then_some(0));
                }
            }
            b"li" => {
                self.end_line();
                self.line.indent = self.lists.len().saturating_sub(1);
                self.line.list = Some(match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        List::Number(*number)
                    }
                    _ => List::Bullet,
                });
            }
            b"input" if attribute(b"type").as_deref() == Some("checkbox") => {
                self.line.list = Some(List::Task { is_done: attribute(b"checked").is_some() });
            }
            b"blockquote" => {
                self.end_line();
                self.lines.space();
                self.quotes += 1;
            }
            b"p" if self.line.list.is_none() => {
                self.end_line();
                self.lines.space();
            }
            b"h1" | b"h2" | b"h3" | b"h4" | b"h5" | b"h6" => {
                self.end_line();
                self.lines.space();
                self.line.is_heading = true;
            }
            b"div" | b"section" | b"article" | b"tr" | b"pre" | b"table" if self.line.list.is_none() => self.end_line(),
            b"td" | b"th" => self.words(" "),
            _ => {}
        }
    }

    fn close(&mut self, name: &[u8]) {
        if let Some(hidden) = &self.hidden {
            if hidden == name {
                self.hidden = None;
            }
            return;
        }
        match name {
            b"b" | b"strong" => self.bold = self.bold.saturating_sub(1),
            b"i" | b"em" => self.italic = self.italic.saturating_sub(1),
            b"a" => self.link = None,
            b"li" | b"div" | b"section" | b"article" | b"tr" | b"pre" | b"table" => self.end_line(),
            b"p" if self.lists.is_empty() => {
                self.end_line();
                self.lines.space();
            }
            b"h1" | b"h2" | b"h3" | b"h4" | b"h5" | b"h6" => {
                self.end_line();
                self.lines.space();
            }
            b"ul" | b"ol" => {
                self.end_line();
                self.lists.pop();
                if self.lists.is_empty() {
                    self.lines.space();
                }
            }
            b"blockquote" => {
                self.end_line();
                self.quotes = self.quotes.saturating_sub(1);
                self.lines.space();
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::prose;

    #[test]
    fn html_becomes_what_our_texts_know() {
        for (html, expected) in [
            (
                "<p>Ein <b>guter</b> &amp; <em>langer </em>Tag</p><p>Regen<br>Sturm</p>",
                "Ein **guter** & *langer* Tag\n\nRegen\nSturm",
            ),
            ("<h1>Tag</h1><ul><li>Brot</li><li><p>Milch</p></li></ul>Ende", "**Tag**\n\n- Brot\n- Milch\n\nEnde"),
            ("<ol><li>a<ul><li>b</li></ul></li><li>c</ol>", "1. a\n  - b\n2. c"),
            ("<a href='https://a.de/'>Haus</a> <a href='javascript:x'>y</a>", "Haus (https://a.de/) y"),
            ("<script>alert('<p>')</script><style>p{}</style>a", "a"),
            ("<blockquote><p>Satz</p></blockquote><hr><img src=x onerror=y>b", "> Satz\n\n---\n\nb"),
            ("a\n  b&nbsp;c &lt;script&gt;", "a b\u{a0}c <script>"),
            ("<div>a</div><div><br></div><div>b</div>", "a\n\nb"),
            ("plain < text", "plain < text"),
            ("<", "<"),
        ] {
            assert_eq!(prose(html), expected, "{html}");
        }
    }

    #[test]
    fn deep_html_takes_no_long_time() {
        for tag in ["<ul><li>", "<b>", "<blockquote>", "<a href=", "<!--", "&", "<p>"] {
            prose(&tag.repeat(200_000));
        }
    }
}
