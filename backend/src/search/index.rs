//! The index: what it holds of an entry, and what a query asks of it.

use super::{
    wanted::Wanted,
    words::{ends, marked, middles, plain, words},
};
use domain::UserId;
use std::collections::BTreeSet;

/// Bytes of an entry's words. PostgreSQL takes at most a megabyte; a diary's longest entry has a tenth of this.
const LARGEST: usize = 200_000;

/// Goes before each word of a person, so that a search reads only what this person wrote.
///
/// Whole words, ends of long words and what stands inside them are told apart by a letter that no key begins with.
fn key(owner: UserId) -> String {
    let mut key = owner.0.simple().to_string();
    key.split_off(20)
}

const END: &str = "x";
const MIDDLE: &str = "y";

/// The distinct words of an entry and the parts of long ones, with the owner's key, separated by spaces. One with umlauts stands there twice: with
/// plain vowels, and marked.
pub fn entry<'a>(owner: UserId, texts: impl Iterator<Item = &'a str>) -> String {
    let key = key(owner);
    let all: BTreeSet<String> = texts.flat_map(words).map(|word| word.letters).collect();
    // Whole words first: they are worth more than parts if there are too many.
    let whole = all.iter().map(|word| ("", word.as_str()));
    let ends = all.iter().flat_map(|word| ends(word).map(|end| (END, end)));
    let middles = all.iter().flat_map(|word| middles(word).map(|middle| (MIDDLE, middle)));
    let mut seen = BTreeSet::new();
    let mut line = String::new();
    for (kind, letters) in whole.chain(ends).chain(middles) {
        if line.len() > LARGEST {
            break;
        }
        for token in [plain(letters), marked(letters)] {
            let token = [kind, &key, &token].concat();
            if !seen.contains(&token) {
                line.extend([&token, " "]);
                seen.insert(token);
            }
        }
    }
    line.truncate(line.trim_end().len());
    line
}

/// A query of FTS5: entries in which each wanted word is found.
pub fn sqlite(owner: UserId, wanted: &[Wanted]) -> String {
    let token = |token: String, is_begin| format!("\"{token}\"{}", if is_begin { "*" } else { "" });
    joined(owner, wanted, (" AND ", " OR "), token)
}

/// The same as a `tsquery` of PostgreSQL.
pub fn postgres(owner: UserId, wanted: &[Wanted]) -> String {
    let token = |token: String, is_begin| format!("'{token}'{}", if is_begin { ":*" } else { "" });
    joined(owner, wanted, (" & ", " | "), token)
}

/// Tokens are letters and digits only (`words.rs`): nothing in them needs escaping. Those of a word without umlauts are as they are when marked.
fn joined(owner: UserId, wanted: &[Wanted], (and, or): (&str, &str), token: impl Fn(String, bool) -> String) -> String {
    let key = key(owner);
    let word = |wanted: &Wanted| {
        let of = |kind: &str, letters: &str, is_begin| token([kind, &key, &marked(letters)].concat(), is_begin);
        let begin = of("", &wanted.begin, true);
        let middle = wanted.middle().map(|begin| of(MIDDLE, begin, true));
        let forms = wanted.forms.iter().map(|form| of("", form, false));
        let ends = wanted.ends.iter().map(|end| of(END, end, false));
        let tokens: Vec<String> = [begin].into_iter().chain(middle).chain(forms).chain(ends).collect();
        format!("({})", tokens.join(or))
    };
    wanted.iter().map(word).collect::<Vec<_>>().join(and)
}

#[cfg(test)]
mod tests {
    use super::{LARGEST, entry, postgres, sqlite};
    use crate::search::wanted::wanted;
    use domain::UserId;

    const OWNER: UserId = UserId(uuid::uuid!("0197e9a0-0000-7000-8000-00000000000a"));

    #[test]
    fn each_word_stands_once_behind_the_key_of_its_owner() {
        let line = entry(OWNER, ["Tag für Tag", "Ein Feiertag"].into_iter());
        let words: Vec<_> = line.split(' ').map(|word| word.replace("00000000000a", "")).collect();
        assert_eq!(words, ["ein", "feiertag", "fur", "fu0r", "tag", "xrtag", "xtag"]);
        assert!(entry(OWNER, ["Feiertagslaune"].into_iter()).contains(" y00000000000atagsl"));
        assert_eq!(entry(OWNER, [" ", "🌧️"].into_iter()), "");
        let query = wanted("für Tage");
        let [sqlite, postgres] = [sqlite(OWNER, &query), postgres(OWNER, &query)];
        let fur =
            "(\"00000000000afu0r\"* OR \"y00000000000afu0r\"* OR \"x00000000000afu0r\" OR \"x00000000000afu0rern\" OR ";
        let tage =
            ") AND (\"00000000000atage\"* OR \"y00000000000atage\"* OR \"00000000000atag\" OR \"00000000000atagn\" OR ";
        assert!(sqlite.starts_with(fur) && sqlite.contains(tage), "{sqlite}");
        let fur = "('00000000000afu0r':* | 'y00000000000afu0r':* | 'x00000000000afu0r' | 'x00000000000afu0rern' | ";
        let tage = ") & ('00000000000atage':* | 'y00000000000atage':* | '00000000000atag' | '00000000000atagn' | ";
        assert!(postgres.starts_with(fur) && postgres.contains(tage), "{postgres}");
    }

    #[test]
    fn the_longest_entry_fits_the_index() {
        let letters = |n: u32| char::from_u32(0x20000 + n).unwrap_or('x');
        let text: String = (0..24_000).map(letters).collect();
        let apart: String =
            (0..24_000).flat_map(|n| if n % 40 == 0 { vec![' ', letters(n)] } else { vec![letters(n)] }).collect();
        for text in [text, apart] {
            assert!(entry(OWNER, [text.as_str()].into_iter()).len() < LARGEST + 200);
        }
    }
}
