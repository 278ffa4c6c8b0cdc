//! A page in pieces: what stays the same, and between it the values of rows. The pieces are cut from the product's own page, so its markup is
//! nowhere written twice.

use std::fmt::{Display, Write};

/// A page while it is written. The first time it is `cut`: each value is found behind the one before it. From then on it is `filled`.
#[derive(Debug)]
pub struct Page<'p> {
    pub html: String,
    from: From<'p>,
}

#[derive(Debug)]
enum From<'p> {
    Example { rest: &'p str, pieces: Vec<String> },
    Pieces(std::slice::Iter<'p, String>),
}

impl<'p> Page<'p> {
    pub fn cut(example: &'p str) -> Self {
        Self { html: String::new(), from: From::Example { rest: example, pieces: Vec::new() } }
    }

    pub fn fill(pieces: &'p [String], length: usize) -> Self {
        Self { html: String::with_capacity(length), from: From::Pieces(pieces.iter()) }
    }

    /// A value. `before` stands before it in the product's page, and is sought only when the page is cut.
    fn value(&mut self, before: &str, write: impl FnOnce(&mut String)) {
        match &mut self.from {
            From::Pieces(pieces) => {
                self.html.push_str(pieces.next().map_or("", String::as_str));
                write(&mut self.html);
            }
            From::Example { rest, pieces } => {
                let mut sought = before.to_owned();
                write(&mut sought);
                let (piece, after) = rest.split_once(&sought).unwrap_or_else(|| panic!("not on the page: {sought}"));
                pieces.push([piece, before].concat());
                self.html.extend([piece, &sought]);
                *rest = after;
            }
        }
    }

    /// A value that needs no escaping: an id, a date, a number, HTML.
    pub fn plain(&mut self, before: &str, value: impl Display) {
        self.value(before, |html| {
            // `write!` to a `String` cannot fail.
            let _ = write!(html, "{value}");
        });
    }

    pub fn words(&mut self, before: &str, words: &str) {
        self.value(before, |html| escape(html, words));
    }

    /// The page, and its pieces if it was cut.
    pub fn end(mut self) -> (String, Vec<String>) {
        let pieces = match self.from {
            From::Pieces(mut pieces) => {
                self.html.push_str(pieces.next().map_or("", String::as_str));
                Vec::new()
            }
            From::Example { rest, mut pieces } => {
                self.html.push_str(rest);
                pieces.push(rest.to_owned());
                pieces
            }
        };
        (self.html, pieces)
    }
}

fn escape(html: &mut String, words: &str) {
    let mut rest = words;
    while let Some(at) = rest.find(['&', '<', '>', '"']) {
        html.push_str(&rest[..at]);
        html.push_str(match rest.as_bytes()[at] {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            _ => "&quot;",
        });
        rest = &rest[at + 1..];
    }
    html.push_str(rest);
}
