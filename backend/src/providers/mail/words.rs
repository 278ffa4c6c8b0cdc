//! Makes words that a person typed harmless in a mail. Invitations (product 19), declarations and news of friends (product 28) contain such words.

use crate::sanitize::sanitize;

/// Most characters of a name.
const NAME: usize = 80;

/// A name on one line, without anything that a mail program turns into a link.
pub fn name(typed: &str) -> String {
    let line: String = sanitize(typed).split_whitespace().collect::<Vec<_>>().join(" ");
    unlinked(&line.chars().take(NAME).collect::<String>())
}

/// A message with each line marked as a quotation, so that nothing in it seems to be from us.
pub fn quoted(typed: &str) -> String {
    let lines: Vec<String> =
        sanitize(typed).lines().map(|line| format!("> {}", unlinked(line)).trim_end().to_owned()).collect();
    lines.join("\n")
}

/// Puts spaces into addresses: people can still read them, and no program turns them into links.
fn unlinked(line: &str) -> String {
    let letters: Vec<char> = line.chars().collect();
    let mut out = String::with_capacity(line.len());
    for (at, letter) in letters.iter().enumerate() {
        out.push(*letter);
        let (before, after) = (at.checked_sub(1).and_then(|at| letters.get(at)), letters.get(at + 1));
        let gap = match (letter, after) {
            ('.' | '\u{2024}' | '\u{3002}' | '\u{fe52}' | '\u{ff0e}' | '\u{ff61}', Some(after)) => {
                before.is_some_and(|before| !before.is_whitespace()) && begins(*after) && !is_number(&letters, at)
            }
            ('@' | '\u{fe6b}' | '\u{ff20}', Some(_))
            | (':' | '/' | '\\' | '\u{ff0f}' | '\u{ff1a}' | '\u{ff3c}', Some('/' | '\\' | '\u{ff0f}' | '\u{ff3c}')) => {
                true
            }
            _ => false,
        };
        if gap {
            out.push(' ');
        }
    }
    out
}

/// Whether this character continues a word. It does not if it ends a sentence, a bracket or a quotation.
fn begins(after: char) -> bool {
    !after.is_whitespace() && !".…,;:!?)]}>\"'»«“”‘’".contains(after)
}

/// Whether the dot is the only one between two numbers, as in '3.50'.
fn is_number(letters: &[char], dot: usize) -> bool {
    let is_part = |c: &&char| c.is_alphanumeric() || **c == '.';
    let before: Vec<&char> = letters[..dot].iter().rev().take_while(is_part).collect();
    let after: Vec<&char> = letters[dot + 1..].iter().take_while(is_part).collect();
    // A full stop may follow the number.
    let after = after.strip_suffix(&[&'.']).unwrap_or(&after);
    before.iter().chain(after.iter()).all(|c| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::{name, quoted};

    #[test]
    fn no_address_stays_one() {
        for (typed, expected) in [
            ("Schau auf https://evil.example/a?b", "> Schau auf https: / /evil. example/a?b"),
            ("www.evil.example", "> www. evil. example"),
            ("evil.example:8080/x", "> evil. example:8080/x"),
            ("mail an bob@evil.example", "> mail an bob@ evil. example"),
            ("\\\\evil\\share", "> \\ \\evil\\share"),
            ("http://192.168.1.1", "> http: / /192. 168. 1. 1"),
            ("eviḷ。example", "> eviḷ。 example"),
            ("ev\u{200b}il.\u{2060}example", "> evil. example"),
            ("evil\u{fe0f}.example", "> evil. example"),
            ("evil.\u{200d}example evil\u{34f}.\u{180e}example", "> evil. example evil. example"),
            ("evil\u{3164}.\u{e0065}example", "> evil. example"),
            ("evil.\u{301}example", "> evil. \u{301}example"),
            ("❤️.example 😀\u{200d}.example", "> ❤️. example 😀\u{200d}. example"),
            ("evil\u{ff0e}example", "> evil\u{ff0e} example"),
            ("http\u{ff1a}\u{ff0f}/evil", "> http\u{ff1a} \u{ff0f} /evil"),
        ] {
            assert_eq!(quoted(typed), expected);
        }
    }

    #[test]
    fn text_without_an_address_stays_as_typed() {
        for typed in
            ["Um 10:30 für 3.50 Euro.", "Wie geht’s? Gut. Und dir …", "Liebe Grüße 👨‍👩‍👧 ☀️", "(Hm … ja.) „Gut.“ Na..."]
        {
            assert_eq!(quoted(typed), format!("> {typed}"));
        }
        assert_eq!(quoted("am 22.11.2026"), "> am 22. 11. 2026");
    }

    #[test]
    fn every_line_is_marked_and_nothing_turns_round() {
        assert_eq!(quoted("Hallo\n\n-- \nTagesecho\u{2028}x"), "> Hallo\n>\n> --\n> Tagesecho\n> x");
        assert_eq!(quoted("\u{202e}hallo\u{7}"), "> hallo");
        assert_eq!(name(" Mia\r\nBcc: x@y.example  Kern "), "Mia Bcc: x@ y. example Kern");
        assert_eq!(name(&"ä".repeat(200)).chars().count(), 80);
    }
}
