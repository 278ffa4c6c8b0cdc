//! Emphasis and links within a paragraph. Only the stars of emphasis are left out; every other character is shown.

use domain::text::is_invisible;
use html_escape::{encode_double_quoted_attribute_to_string, encode_text_to_string};
use linkify::{LinkFinder, LinkKind};
use pulldown_cmark::{Event, Parser, Tag};
use std::ops::Range;

/// HTML that replaces a part of the text.
enum Piece {
    Tag(&'static str),
    Link,
}

pub fn push_html(html: &mut String, text: &str) {
    let links = links(text);
    let mut pieces: Vec<_> = stars(text, &links).into_iter().map(|(range, tag)| (range, Piece::Tag(tag))).collect();
    pieces.extend(links.into_iter().map(|range| (range, Piece::Link)));
    pieces.sort_unstable_by_key(|(range, _)| range.start);
    let mut at = 0;
    for (range, piece) in pieces {
        push_words(html, &text[at..range.start]);
        match piece {
            Piece::Tag(tag) => html.push_str(tag),
            Piece::Link => push_link(html, &text[range.clone()]),
        }
        at = range.end;
    }
    push_words(html, &text[at..]);
}

/// The text without the stars of emphasis.
pub fn push_plain(words: &mut String, text: &str) {
    let mut stars = stars(text, &links(text));
    stars.sort_unstable_by_key(|(range, _)| range.start);
    let mut at = 0;
    for (range, _) in stars {
        words.push_str(&text[at..range.start]);
        at = range.end;
    }
    words.push_str(&text[at..]);
}

fn push_words(html: &mut String, words: &str) {
    for (at, line) in words.split('\n').enumerate() {
        if at > 0 {
            html.push_str("<br>");
        }
        encode_text_to_string(line, html);
    }
}

fn push_link(html: &mut String, address: &str) {
    html.push_str("<a href=\"");
    encode_double_quoted_attribute_to_string(address, html);
    html.push_str("\" rel=\"nofollow noopener\">");
    encode_text_to_string(address, html);
    html.push_str("</a>");
}

fn links(text: &str) -> Vec<Range<usize>> {
    if !text.contains("://") {
        return Vec::new();
    }
    let mut finder = LinkFinder::new();
    finder.kinds(&[LinkKind::Url]);
    let text = &parted(text);
    let links = finder.links(text).map(|link| {
        // The stars behind it are emphasis.
        link.start()..link.start() + link.as_str().trim_end_matches('*').len()
    });
    let is_web = |address: &str| {
        let scheme = address.split_once("://").map(|(scheme, _)| scheme.to_ascii_lowercase());
        matches!(scheme.as_deref(), Some("http" | "https"))
    };
    links.filter(|range| is_web(&text[range.clone()])).collect()
}

/// A copy of the same length, with a blank in place of each character that ends an address: typographic quotes and ellipses, which stand
/// behind an address, and invisible ones, which could make it look like another.
fn parted(text: &str) -> String {
    let mut copy = String::with_capacity(text.len());
    for c in text.chars() {
        if "«»‹›‘’‚‛“”„‟…」』】》〉".contains(c) || is_invisible(c) {
            copy.extend(std::iter::repeat_n(' ', c.len_utf8()));
        } else {
            copy.push(c);
        }
    }
    copy
}

/// The stars that are emphasis, each with its tag, in no order.
///
/// The parser decides which stars belong together. It sees a copy of the same length in which every other sign is a comma, so that it finds nothing else.
fn stars(text: &str, links: &[Range<usize>]) -> Vec<(Range<usize>, &'static str)> {
    if !text.contains('*') {
        return Vec::new();
    }
    let indent = text.len() - text.trim_start().len();
    let copy = masked(text, links);
    let mut stars = Vec::new();
    for (event, range) in Parser::new(&copy[indent..]).into_offset_iter() {
        let (open, close, signs) = match event {
            Event::Start(Tag::Strong) => ("<strong>", "</strong>", 2),
            Event::Start(Tag::Emphasis) => ("<em>", "</em>", 1),
            _ => continue,
        };
        let outer = indent + range.start..indent + range.end;
        let inner = outer.start + signs..outer.end.saturating_sub(signs);
        let Some(words) = text.get(inner.clone()) else { continue };
        if is_said(words) {
            stars.extend([(outer.start..inner.start, open), (inner.end..outer.end, close)]);
        }
    }
    stars
}

/// `*_*` is a face, `*)` a footnote, `*.jpg` a name.
fn is_said(words: &str) -> bool {
    words.contains(char::is_alphanumeric) && !words.starts_with([')', '.', ',', ';', ':', '/', '!', '?'])
}

fn masked(text: &str, links: &[Range<usize>]) -> String {
    let mut copy = String::with_capacity(text.len());
    let mut before = None;
    let mut rest = text;
    while let Some(sign) = rest.chars().next() {
        let run = if sign == '*' { rest.len() - rest.trim_start_matches('*').len() } else { sign.len_utf8() };
        let at = text.len() - rest.len();
        rest = &rest[run..];
        if sign == '*' {
            let is_linked = links.iter().any(|link| link.contains(&at));
            let is_mark = !is_linked && may_emphasize(before, run, rest.chars().next());
            copy.extend(std::iter::repeat_n(if is_mark { '*' } else { ',' }, run));
        } else {
            copy.push(if sign.is_ascii_punctuation() { ',' } else { sign });
        }
        before = Some(sign);
    }
    copy
}

/// Stars within a word are its own (`Freund*innen`, `2*3`), so are those that stand alone (`2 * 3`), `\*`, and long rows.
fn may_emphasize(before: Option<char>, run: usize, after: Option<char>) -> bool {
    let is_blank = |sign: Option<char>| sign.is_none_or(char::is_whitespace);
    let is_word = |sign: Option<char>| sign.is_some_and(char::is_alphanumeric);
    let is_alone = is_blank(before) && is_blank(after);
    let is_inside = is_word(before) && is_word(after);
    run <= 3 && before != Some('\\') && !is_alone && !is_inside
}
