//! Counting and cleaning what a person typed.

use icu_properties::{CodePointSetData, props::DefaultIgnorableCodePoint};
use std::borrow::Cow;

/// Line ends as `\n` only: browsers send CRLF, and both sides must count alike.
pub fn normalize(text: &str) -> String {
    text.replace("\r\n", "\n").replace('\r', "\n")
}

/// Unicode scalar values, the unit of every text limit (product 3).
pub fn length(text: &str) -> usize {
    text.chars().count()
}

/// Words split on white space (spec 5).
pub fn words(text: &str) -> usize {
    text.split_whitespace().count()
}

/// Whether it says anything: emojis and punctuation alone do not.
pub fn has_words(text: &str) -> bool {
    text.contains(char::is_alphanumeric)
}

/// Whether nobody sees this character: joiners, signs of writing direction, fillers, soft hyphens (Unicode's
/// `Default_Ignorable_Code_Point`), and Braille's blank.
pub fn is_invisible(c: char) -> bool {
    c == '\u{2800}' || CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c)
}

/// The text without signs that change its writing direction and so the order in which it is seen. Letters keep their own direction.
pub fn undirected(text: &str) -> Cow<'_, str> {
    let turns =
        |c: char| matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    if text.contains(turns) { Cow::Owned(text.chars().filter(|c| !turns(*c)).collect()) } else { Cow::Borrowed(text) }
}

/// The beginning of `text`, at most `max` scalar values, cut at a word's end with an ellipsis.
pub fn excerpt(text: &str, max: usize) -> String {
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if length(&flat) <= max {
        return flat;
    }
    let cut: String = flat.chars().take(max.saturating_sub(1)).collect();
    let end = cut.rfind(' ').filter(|at| *at > cut.len() / 2).unwrap_or(cut.len());
    format!("{}…", cut[..end].trim_end_matches([',', ';', ':', ' ']))
}

/// Cuts `text` after its first `max` scalar values and adds an ellipsis. False: it is not longer, and unchanged.
pub fn cut(text: &mut String, max: usize) -> bool {
    let Some((at, _)) = text.char_indices().nth(max) else { return false };
    text.truncate(at);
    text.push('…');
    true
}

#[cfg(test)]
mod tests {
    use super::{cut, excerpt, length, normalize, words};
    use proptest::prelude::{any, prop_assert, proptest};

    #[test]
    fn line_ends_become_one_character() {
        assert_eq!(normalize("a\r\nb\rc\n"), "a\nb\nc\n");
        assert_eq!(length("👨‍👩‍👧"), 5);
        assert_eq!(words("  ein  guter\nTag "), 3);
    }

    #[test]
    fn a_fitting_text_is_not_cut() {
        let cut = |text: &str| {
            let mut text = text.to_owned();
            (cut(&mut text, 3), text)
        };
        assert_eq!([cut("äöü"), cut("äöüß")], [(false, "äöü".to_owned()), (true, "äöü…".to_owned())]);
    }

    proptest! {
        #[test]
        fn an_excerpt_never_grows_beyond_its_bound(text in any::<String>(), max in 1usize..200) {
            prop_assert!(length(&excerpt(&text, max)) <= max);
        }
    }
}
