//! The username that is made from a person's name at registration.

/// The most characters before a number is appended.
const LONGEST: usize = 30;
/// The name for people without any Latin letter or digit in theirs.
const NOBODY: &str = "person";

/// `Änne Müller-Groß` becomes `aenne.mueller.gross`.
pub fn from_name(first: &str, last: &str) -> String {
    let mut name = String::new();
    let mut gap = false;
    for c in first.chars().chain([' ']).chain(last.chars()).flat_map(char::to_lowercase) {
        let letters = latin(c);
        let apostrophe = matches!(c, '\'' | '’' | '\u{300}'..='\u{36f}');
        if letters.is_empty() && !c.is_ascii_alphanumeric() {
            gap |= !apostrophe;
            continue;
        }
        if gap && !name.is_empty() {
            name.push('.');
        }
        gap = false;
        if letters.is_empty() { name.push(c) } else { name.push_str(letters) }
    }
    name.truncate(LONGEST);
    let name = name.trim_end_matches('.');
    if name.is_empty() { NOBODY.into() } else { name.to_owned() }
}

/// The common spelling of a lower-case letter without its marks. Empty: ASCII, or not in the table.
fn latin(c: char) -> &'static str {
    match c {
        'ä' | 'æ' => "ae",
        'ö' | 'œ' | 'ø' => "oe",
        'ü' => "ue",
        'ß' => "ss",
        'þ' => "th",
        'à' | 'á' | 'â' | 'ã' | 'å' | 'ā' | 'ă' | 'ą' => "a",
        'ç' | 'ć' | 'č' | 'ĉ' | 'ċ' => "c",
        'ð' | 'ď' | 'đ' => "d",
        'è' | 'é' | 'ê' | 'ë' | 'ē' | 'ė' | 'ę' | 'ě' => "e",
        'ğ' | 'ĝ' | 'ġ' | 'ģ' => "g",
        'ì' | 'í' | 'î' | 'ï' | 'ī' | 'į' | 'ı' => "i",
        'ķ' => "k",
        'ł' | 'ĺ' | 'ľ' | 'ļ' => "l",
        'ñ' | 'ń' | 'ň' | 'ņ' => "n",
        'ò' | 'ó' | 'ô' | 'õ' | 'ō' | 'ő' => "o",
        'ŕ' | 'ř' => "r",
        'ś' | 'š' | 'ş' | 'ș' | 'ŝ' => "s",
        'ť' | 'ţ' | 'ț' => "t",
        'ù' | 'ú' | 'û' | 'ū' | 'ů' | 'ű' | 'ų' => "u",
        'ŵ' => "w",
        'ý' | 'ÿ' | 'ŷ' => "y",
        'ź' | 'ż' | 'ž' => "z",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::from_name;
    use proptest::prelude::{any, prop_assert, proptest};

    #[test]
    fn names_become_plain_letters_and_dots() {
        for (first, last, expected) in [
            ("Anna", "Berger", "anna.berger"),
            ("Änne", "Müller-Groß", "aenne.mueller.gross"),
            ("José", "O’Neill", "jose.oneill"),
            (" Łukasz ", "Żak", "lukasz.zak"),
            ("Mia", "李", "mia"),
            ("Анна", "李", "person"),
            ("Karl-Theodor Maria Nikolaus", "zu Guttenberg", "karl.theodor.maria.nikolaus.zu"),
        ] {
            assert_eq!(from_name(first, last), expected);
        }
    }

    proptest! {
        #[test]
        fn any_name_gives_a_username(first in any::<String>(), last in any::<String>()) {
            let name = from_name(&first, &last);
            prop_assert!(!name.is_empty() && name.len() <= 30);
            prop_assert!(name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'.'));
        }
    }
}
