//! The rules of day emojis (product 3). The browser's code is tested with the same cases, `emoji_cases.json`.

use crate::{Error, Piece, Refusal, limits};
use unicode_segmentation::UnicodeSegmentation;

const VS16: char = '\u{fe0f}';
const ZWJ: char = '\u{200d}';
const KEYCAP: char = '\u{20e3}';

/// Only the emojis of `typed`, each in its full form; letters, digits and spaces are dropped.
pub fn only_emojis(typed: &str) -> String {
    typed.graphemes(true).filter_map(emoji).collect()
}

/// The emojis of a text that is looked for, each once; the first three count.
pub fn distinct(typed: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for emoji in typed.graphemes(true).filter_map(emoji) {
        if found.len() < limits::SEARCH_EMOJIS && !found.contains(&emoji) {
            found.push(emoji);
        }
    }
    found
}

/// The emojis of a cleaned text, with those marked that are looked for.
pub fn marked(cleaned: &str, wanted: &[String]) -> Vec<Piece> {
    let piece = |emoji: &str| Piece { text: emoji.to_owned(), is_hit: wanted.iter().any(|wanted| wanted == emoji) };
    cleaned.graphemes(true).map(piece).collect()
}

/// How many emojis a person sees in a cleaned text.
pub fn count(cleaned: &str) -> usize {
    cleaned.graphemes(true).count()
}

/// The day's emojis as they are stored: cleaned, at most seven.
pub fn day_emojis(typed: &str) -> Result<String, Error> {
    // This only limits the work: seven emojis never need four thousand bytes.
    if typed.len() > 4096 {
        return Err(Refusal::TooManyEmojis.into());
    }
    let cleaned = only_emojis(typed);
    if count(&cleaned) > limits::DAY_EMOJIS || cleaned.chars().count() > limits::DAY_EMOJI_SCALARS {
        return Err(Refusal::TooManyEmojis.into());
    }
    Ok(cleaned)
}

/// The full form of a grapheme. `None`: it is no emoji.
fn emoji(grapheme: &str) -> Option<String> {
    let full = normalize(grapheme)?;
    (is_known(&full) || is_row(&full)).then_some(full)
}

fn is_known(full: &str) -> bool {
    emojis::get(full).is_some_and(|known| known.as_str() == full)
}

/// Known emojis that are joined to one of a later standard, or to one of a single maker. Elsewhere they stand side by side.
fn is_row(full: &str) -> bool {
    full.contains(ZWJ) && full.split(ZWJ).all(is_known)
}

fn normalize(grapheme: &str) -> Option<String> {
    // U+FE0E asks for text presentation, so it is no emoji.
    if grapheme.contains('\u{fe0e}') {
        return None;
    }
    let bare: String = grapheme.chars().filter(|c| *c != VS16).collect();
    if let Some(base) = bare.strip_suffix(KEYCAP) {
        let is_key = matches!(base.as_bytes(), [b'0'..=b'9' | b'#' | b'*']);
        return is_key.then(|| format!("{base}{VS16}{KEYCAP}"));
    }
    let parts: Vec<String> = bare.split(ZWJ).filter(|part| !part.is_empty()).map(with_selector).collect();
    Some(parts.join(&ZWJ.to_string()))
}

/// Adds U+FE0F to a single scalar that would be shown as text without it.
fn with_selector(part: &str) -> String {
    let single = part.chars().count() == 1;
    let needs = single && emojis::get(part).is_some_and(|known| known.as_str().ends_with(VS16));
    if needs { format!("{part}{VS16}") } else { part.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::{count, day_emojis, only_emojis};
    use proptest::prelude::{any, prop_assert, proptest};

    #[test]
    fn the_shared_cases_hold() {
        let cases: Vec<(String, String)> = serde_json::from_str(include_str!("emoji_cases.json")).unwrap_or_default();
        assert!(cases.len() > 20);
        for (typed, expected) in cases {
            assert_eq!(only_emojis(&typed), expected, "{:?}", typed.chars().collect::<Vec<_>>());
        }
    }

    #[test]
    fn seven_families_pass_and_an_eighth_emoji_does_not() {
        assert!(day_emojis(&"👨‍👩‍👧".repeat(7)).is_ok());
        assert!(day_emojis(&"😀".repeat(8)).is_err());
        assert!(day_emojis(&"a".repeat(9000)).is_err());
        assert_eq!(count("👨‍👩‍👧🇩🇪1️⃣"), 3);
    }

    proptest! {
        #[test]
        fn cleaning_twice_changes_nothing(text in any::<String>()) {
            let once = only_emojis(&text);
            prop_assert!(only_emojis(&once) == once);
        }
    }
}
