//! The index: what it holds of an entry, and what a query asks of it.

use super::words::{parts, words};
use domain::UserId;
use std::collections::BTreeSet;

/// Bytes of an entry's words. PostgreSQL takes at most a megabyte; a diary's longest entry has a tenth of this.
const LARGEST: usize = 400_000;

/// Goes before each word of a person, so that a search reads only what this person wrote.
fn key(owner: UserId) -> String {
    let mut key = owner.0.simple().to_string();
    key.split_off(20)
}

/// The distinct words of an entry and the parts of long ones, with the owner's key, separated by spaces.
pub fn entry<'a>(owner: UserId, texts: impl Iterator<Item = &'a str>) -> String {
    let key = key(owner);
    let all: BTreeSet<String> = texts.flat_map(words).map(|word| word.folded).collect();
    // Whole words first: they are worth more than parts if there are too many.
    let parts = all.iter().flat_map(|word| parts(word).skip(1)).filter(|part| !all.contains(*part));
    let mut seen = BTreeSet::new();
    let mut line = String::new();
    for word in all.iter().map(String::as_str).chain(parts) {
        if line.len() > LARGEST {
            break;
        }
        if seen.insert(word) {
            line.extend([&key, word, " "]);
        }
    }
    line.truncate(line.trim_end().len());
    line
}

/// A query of FTS5: entries in which each stem begins a word.
pub fn sqlite(owner: UserId, stems: &[String]) -> String {
    joined(owner, stems, " AND ", |key, stem| format!("\"{key}{stem}\"*"))
}

/// The same as a `tsquery` of PostgreSQL.
pub fn postgres(owner: UserId, stems: &[String]) -> String {
    joined(owner, stems, " & ", |key, stem| format!("'{key}{stem}':*"))
}

/// Stems are letters and digits only (`words.rs`): nothing in them needs escaping.
fn joined(owner: UserId, stems: &[String], between: &str, term: impl Fn(&str, &str) -> String) -> String {
    let key = key(owner);
    stems.iter().map(|stem| term(&key, stem)).collect::<Vec<_>>().join(between)
}

#[cfg(test)]
mod tests {
    use super::{LARGEST, entry, postgres, sqlite};
    use domain::UserId;

    const OWNER: UserId = UserId(uuid::uuid!("0197e9a0-0000-7000-8000-00000000000a"));

    #[test]
    fn each_word_stands_once_behind_the_key_of_its_owner() {
        let line = entry(OWNER, ["Tag für Tag", "Ein Feiertag"].into_iter());
        let words: Vec<_> = line.split(' ').map(|word| word.strip_prefix("00000000000a").unwrap()).collect();
        assert_eq!(words, ["ein", "feiertag", "fur", "tag", "ertag", "rtag"]);
        assert_eq!(entry(OWNER, [" ", "🌧️"].into_iter()), "");
        let stems = ["tag".to_owned(), "fur".to_owned()];
        assert_eq!(sqlite(OWNER, &stems), "\"00000000000atag\"* AND \"00000000000afur\"*");
        assert_eq!(postgres(OWNER, &stems), "'00000000000atag':* & '00000000000afur':*");
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
