//! Paragraphs, lists and quotes. A diary is typed as plain text, so a block is made of whole lines, and none reaches into the next line as in Markdown.

/// The digits of a list's number; a longer one is a year or a sum.
const DIGITS: usize = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Words,
    Quote,
    Dashes,
    Bullets,
    Numbers,
    /// A line between two parts of the day, as an import writes it. It has no parts.
    Rule,
}

#[derive(Debug, PartialEq, Eq)]
pub struct Block<'a> {
    pub kind: Kind,
    /// Between this block and the one before; 1 for the first.
    pub empty_lines: usize,
    /// Items of a list, paragraphs of a quote, or one.
    pub parts: Vec<Part<'a>>,
}

#[derive(Debug, Default, PartialEq, Eq)]
pub struct Part<'a> {
    /// `-`, `*` or `12.` of an item, as it was typed.
    pub mark: &'a str,
    pub words: String,
}

pub fn blocks(text: &str) -> Vec<Block<'_>> {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let mut rest = lines.as_slice();
    let mut blocks: Vec<Block> = Vec::new();
    let mut empty_lines = 0;
    while let Some((line, after)) = rest.split_first() {
        if line.is_empty() {
            empty_lines += 1;
            rest = after;
            continue;
        }
        if empty_lines > 0 && !blocks.is_empty() && is_rule(line, after) {
            blocks.push(Block { kind: Kind::Rule, empty_lines, parts: Vec::new() });
            rest = after;
        } else if let Some((kind, parts, left)) = list(rest).or_else(|| quote(rest)) {
            let empty_lines = if blocks.is_empty() { 1 } else { empty_lines };
            blocks.push(Block { kind, empty_lines, parts });
            rest = left;
        } else {
            push_line(&mut blocks, line, empty_lines);
            rest = after;
        }
        empty_lines = 0;
    }
    blocks
}

/// Three dashes with an empty line before and after them, between words. More of them, or beside words, are drawn.
fn is_rule(line: &str, after: &[&str]) -> bool {
    line == "---" && after.first().is_some_and(|next| next.is_empty()) && after.iter().any(|next| !next.is_empty())
}

fn push_line(blocks: &mut Vec<Block>, line: &str, empty_lines: usize) {
    if empty_lines == 0
        && let Some(Block { kind: Kind::Words, parts, .. }) = blocks.last_mut()
        && let Some(part) = parts.last_mut()
    {
        part.push_line(line);
        return;
    }
    let empty_lines = if blocks.is_empty() { 1 } else { empty_lines };
    blocks.push(Block { kind: Kind::Words, empty_lines, parts: vec![Part { mark: "", words: line.to_owned() }] });
}

impl Part<'_> {
    fn push_line(&mut self, line: &str) {
        if !self.words.is_empty() {
            self.words.push('\n');
        }
        self.words.push_str(line);
    }
}

/// The kind of a block, its parts, and the lines after it.
type Parsed<'a, 'l> = (Kind, Vec<Part<'a>>, &'l [&'a str]);

/// A list has at least two items in a row: `1. Mai` or `- 5 Grad` alone is none. An indented line belongs to the item
/// above it.
fn list<'a, 'l>(lines: &'l [&'a str]) -> Option<Parsed<'a, 'l>> {
    let (kind, ..) = item(lines.first()?)?;
    let mut parts: Vec<Part> = Vec::new();
    let mut rest = lines;
    while let Some((line, after)) = rest.split_first() {
        match (item(line), parts.last_mut()) {
            (Some((its, mark, words)), _) if its == kind => parts.push(Part { mark, words: words.to_owned() }),
            (None, Some(part)) if line.starts_with("  ") => part.push_line(&line[2..]),
            (None, Some(part)) if line.starts_with('\t') => part.push_line(&line[1..]),
            _ => break,
        }
        rest = after;
    }
    (parts.len() > 1).then_some((kind, parts, rest))
}

/// The mark and the words of an item.
fn item(line: &str) -> Option<(Kind, &str, &str)> {
    let line = line.strip_prefix(' ').unwrap_or(line);
    let (mark, words) = line.split_once(' ')?;
    let kind = match mark {
        "-" => Kind::Dashes,
        "*" => Kind::Bullets,
        _ => {
            let number = mark.strip_suffix('.')?;
            // `007.` would lose its zeros.
            let is_plain = (1..=DIGITS).contains(&number.len()) && !number.starts_with('0');
            (is_plain && number.bytes().all(|byte| byte.is_ascii_digit())).then_some(Kind::Numbers)?
        }
    };
    let words = words.trim_start();
    // A line of signs is drawn, not listed.
    words.contains(|sign: char| sign.is_alphanumeric() || !sign.is_ascii()).then_some((kind, mark, words))
}

/// Lines that begin with `> `. `>:-(` is a face and `> 5 km` a measure.
fn quote<'a, 'l>(lines: &'l [&'a str]) -> Option<Parsed<'a, 'l>> {
    let said = lines.first()?.strip_prefix("> ")?.trim_start();
    if said.starts_with(|sign: char| sign.is_numeric()) || !said.contains(char::is_alphabetic) {
        return None;
    }
    let mut parts = vec![Part::default()];
    let mut rest = lines;
    while let Some((line, after)) = rest.split_first() {
        match (line.strip_prefix("> "), parts.last_mut()) {
            (Some(words), Some(part)) => part.push_line(words),
            (None, _) if *line == ">" => parts.push(Part::default()),
            _ => break,
        }
        rest = after;
    }
    parts.retain(|part| !part.words.is_empty());
    Some((Kind::Quote, parts, rest))
}
