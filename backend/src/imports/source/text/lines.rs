//! Lines of a text whose form is given beside its words, as in rich text.

use super::{between, bold};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inline {
    pub is_bold: bool,
    pub is_italic: bool,
    /// The address of a link.
    pub link: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum List {
    Bullet,
    Number(u32),
    Task { is_done: bool },
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Line {
    pub is_heading: bool,
    pub is_quote: bool,
    pub list: Option<List>,
    /// Steps to the right of an item of a list.
    pub indent: usize,
}

#[derive(Debug, Default)]
pub struct Lines {
    done: String,
    runs: Vec<(String, Inline)>,
    has_words: bool,
}

impl Lines {
    /// Adds words to the open line.
    pub fn push(&mut self, words: &str, inline: &Inline) {
        self.has_words |= !words.trim().is_empty();
        match self.runs.last_mut() {
            _ if words.is_empty() => {}
            Some((before, its)) if its == inline => before.push_str(words),
            _ => self.runs.push((words.to_owned(), inline.clone())),
        }
    }

    pub fn is_at_start(&self) -> bool {
        !self.has_words
    }

    pub fn end_line(&mut self, line: Line) {
        let runs = std::mem::take(&mut self.runs);
        self.has_words = false;
        if line.is_heading {
            let words: String = runs.iter().map(|(words, inline)| linked(words.clone(), words, inline)).collect();
            self.done.push_str(&bold(&words));
        } else {
            let mark = match line.list {
                Some(List::Bullet) => "- ".to_owned(),
                Some(List::Number(number)) => format!("{number}. "),
                Some(List::Task { is_done }) => format!("- {} ", if is_done { '☑' } else { '☐' }),
                None if line.is_quote => "> ".to_owned(),
                None => String::new(),
            };
            let indent = if line.list.is_some() { line.indent.min(8) } else { 0 };
            self.done.extend(std::iter::repeat_n("  ", indent));
            self.done.push_str(&mark);
            for (words, inline) in runs {
                let styled = match (inline.is_bold, inline.is_italic) {
                    (true, true) => between("***", &words),
                    (true, false) => bold(&words),
                    (false, true) => between("*", &words),
                    (false, false) => words.clone(),
                };
                self.done.push_str(&linked(styled, &words, &inline));
            }
        }
        self.done.push('\n');
    }

    /// An empty line, unless there is one.
    pub fn space(&mut self) {
        if !self.done.is_empty() && !self.done.ends_with("\n\n") {
            self.done.push('\n');
        }
    }

    pub fn finish(mut self) -> String {
        if !self.runs.is_empty() {
            self.end_line(Line::default());
        }
        self.done.truncate(self.done.trim_end().len());
        let start = self.done.len() - self.done.trim_start_matches('\n').len();
        self.done.split_off(start)
    }
}

/// The words with the address behind them: only addresses are links in our texts.
fn linked(styled: String, words: &str, inline: &Inline) -> String {
    match &inline.link {
        Some(link) if is_web(link) => beside(&styled, words, link),
        _ => styled,
    }
}

/// The address, and words before it if they say something else.
pub fn beside(styled: &str, words: &str, link: &str) -> String {
    let plain = |address: &str| address.trim_start_matches("https://").trim_start_matches("http://").to_owned();
    let is_same = plain(words.trim()).trim_end_matches('/') == plain(link).trim_end_matches('/');
    if is_same || words.trim().is_empty() { link.to_owned() } else { format!("{} ({link})", styled.trim_end()) }
}

pub fn is_web(link: &str) -> bool {
    ["http://", "https://", "mailto:"].iter().any(|scheme| link.starts_with(scheme))
}
