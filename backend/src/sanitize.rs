//! Cleans typed text for places that expect plain text: a mail, an operator's terminal.

use domain::text::is_invisible;
use icu_properties::{CodePointSetData, props::ExtendedPictographic};
use unicode_segmentation::UnicodeSegmentation;

/// Removes control characters except line breaks. Also removes invisible characters, which can hide, reverse or join the text around them.
/// Emoji keep theirs, because they are composed with them.
pub fn sanitize(typed: &str) -> String {
    let breaks = |c: char| matches!(c, '\n' | '\u{85}' | '\u{2028}' | '\u{2029}');
    let pictures = CodePointSetData::new::<ExtendedPictographic>();
    let mut out = String::with_capacity(typed.len());
    for seen in typed.graphemes(true) {
        let is_emoji = seen.chars().any(|c| pictures.contains(c));
        let chars = seen.chars().map(|c| if breaks(c) { '\n' } else { c });
        out.extend(chars.filter(|c| *c == '\n' || !c.is_control() && (is_emoji || !is_invisible(*c))));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::sanitize;

    #[test]
    fn invisible_characters_are_removed_and_emoji_stay() {
        assert_eq!(sanitize("\u{202e}Hallo\u{7}\u{2028}Du\u{200b}!\u{1b}[2J"), "Hallo\nDu![2J");
        assert_eq!(sanitize("👨‍👩‍👧 ☀️ ❤️"), "👨‍👩‍👧 ☀️ ❤️");
    }
}
