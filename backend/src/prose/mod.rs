//! An entry's text as it is read: links, bold, italic, lists, quotes and lines between parts. Everything else stands as it was typed.

mod blocks;
mod inline;

use blocks::{Block, Kind, blocks};
use domain::text;
use std::{borrow::Cow, fmt::Write};

/// HTML whose only tags are `p`, `br`, `strong`, `em`, `ul`, `ol`, `li`, `blockquote`, `hr` and `a` to http and https.
pub fn html(text: &str) -> String {
    let mut html = String::with_capacity(text.len() + 64);
    for block in blocks(text) {
        push_block(&mut html, &block);
    }
    html
}

/// The beginning of the text for a card.
pub fn excerpt(text: &str, max: usize) -> String {
    text::excerpt(&plain(text), max)
}

/// The text without stars, the signs of quotes and lines between parts; the items of a list of stars have dots.
pub fn plain(text: &str) -> Cow<'_, str> {
    if !text.contains(['*', '>']) && !text.contains("\n---") {
        return Cow::Borrowed(text);
    }
    let mut words = String::with_capacity(text.len());
    for block in blocks(text) {
        words.extend(std::iter::repeat_n('\n', block.empty_lines.min(1)));
        for part in &block.parts {
            words.push_str(if block.kind == Kind::Bullets { "•" } else { part.mark });
            words.push(' ');
            inline::push_plain(&mut words, &part.words);
            words.push('\n');
        }
    }
    Cow::Owned(words)
}

fn push_block(html: &mut String, block: &Block) {
    // Lines without an empty line between them stay close. Several empty lines stay a wide gap.
    let class = match block.empty_lines {
        0 => " class=\"near\"",
        1 => "",
        _ => " class=\"far\"",
    };
    let (open, close) = match block.kind {
        Kind::Rule => {
            html.push_str("<hr>");
            return;
        }
        Kind::Words => ("", ""),
        Kind::Quote => ("blockquote", "</blockquote>"),
        Kind::Dashes | Kind::Bullets => ("ul", "</ul>"),
        Kind::Numbers => ("ol", "</ol>"),
    };
    if !open.is_empty() {
        // `write!` to a `String` cannot fail.
        let _ = write!(html, "<{open}{class}>");
    }
    for part in &block.parts {
        let _ = match block.kind {
            Kind::Words | Kind::Rule => write!(html, "<p{class} dir=\"auto\">"),
            Kind::Quote => write!(html, "<p dir=\"auto\">"),
            // The dash of a list may be a minus, so it stays one.
            Kind::Dashes => write!(html, "<li class=\"dash\" dir=\"auto\">"),
            Kind::Bullets => write!(html, "<li dir=\"auto\">"),
            Kind::Numbers => write!(html, "<li value=\"{}\" dir=\"auto\">", part.mark.trim_end_matches('.')),
        };
        inline::push_html(html, &part.words);
        html.push_str(match block.kind {
            Kind::Words | Kind::Quote => "</p>",
            _ => "</li>",
        });
    }
    html.push_str(close);
}

#[cfg(test)]
mod tests;
