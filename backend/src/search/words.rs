//! Words as the search compares them: folded, with the parts of long ones, and the stems of those that are looked for.

use domain::limits::{SEARCH_WORD, SEARCH_WORDS};
use std::ops::Range;

/// Letters that a word needs for its parts to be found, where its first part can begin, and the fewest letters of a part.
const COMPOUND: usize = 8;
const PART_BEGIN: usize = 3;
const PART: usize = 3;

/// A word of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    pub folded: String,
    /// Where it stands in the text, in bytes.
    pub range: Range<usize>,
}

/// The words of a text in their order.
pub fn words(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let (mut letters, mut begin) = (Vec::new(), 0);
    for (at, letter) in text.char_indices() {
        if letter.is_alphanumeric() {
            if letters.is_empty() {
                begin = at;
            }
            letter.to_lowercase().for_each(|letter| fold(letter, &mut letters));
        } else if letters.is_empty() || !is_accent(letter) {
            push(&mut words, &mut letters, begin..at);
        }
    }
    push(&mut words, &mut letters, begin..text.len());
    words
}

fn push(words: &mut Vec<Word>, letters: &mut Vec<char>, range: Range<usize>) {
    if !letters.is_empty() {
        words.push(Word { folded: contracted(letters), range });
        letters.clear();
    }
}

/// An accent that is a character of its own, behind its letter.
fn is_accent(letter: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&letter)
}

/// A lowercase letter without accents.
fn fold(letter: char, letters: &mut Vec<char>) {
    let folded = match letter {
        'à'..='å' | 'æ' | 'ā' | 'ă' | 'ą' => 'a',
        'ç' | 'ć' | 'č' => 'c',
        'è'..='ë' | 'ē' | 'ę' | 'ě' => 'e',
        'ì'..='ï' | 'ī' | 'ı' => 'i',
        'ł' => 'l',
        'ñ' | 'ń' | 'ň' => 'n',
        'ò'..='ö' | 'ø' | 'œ' | 'ō' | 'ő' => 'o',
        'ř' => 'r',
        'ś' | 'š' | 'ş' => 's',
        'ù'..='ü' | 'ū' | 'ů' | 'ű' => 'u',
        'ý' | 'ÿ' => 'y',
        'ź' | 'ż' | 'ž' => 'z',
        'ß' => {
            letters.push('s');
            's'
        }
        accent if is_accent(accent) => return,
        other => other,
    };
    letters.push(folded);
}

/// Umlauts in two letters become one, as in Lucene's normalisation of German: `ue` only where it is an umlaut, not as in 'neue' and 'Quelle'.
fn contracted(letters: &[char]) -> String {
    let mut folded = Vec::with_capacity(letters.len());
    let mut before = None;
    for &letter in letters {
        let is_umlaut = letter == 'e'
            && match folded.last() {
                Some('a' | 'o') => true,
                Some('u') => !matches!(before, Some('a' | 'e' | 'i' | 'o' | 'u' | 'y' | 'q')),
                _ => false,
            };
        if !is_umlaut {
            before = folded.last().copied();
            folded.push(letter);
        }
    }
    folded.into_iter().take(SEARCH_WORD).collect()
}

/// A folded word, and what it ends with if it is long: 'feier' finds 'Geburtstagsfeier' as the beginning of such a part.
pub fn parts(folded: &str) -> impl Iterator<Item = &str> {
    let letters = folded.chars().count();
    let ends = if letters < COMPOUND { 0 } else { letters + 1 - PART };
    let begins = folded.char_indices().map(|(at, _)| at).take(ends).skip(PART_BEGIN);
    std::iter::once(folded).chain(begins.map(|at| &folded[at..]))
}

/// Endings of inflected words, longest first, and the fewest letters that must stay.
const ENDINGS: [(&str, usize); 8] =
    [("ern", 4), ("em", 4), ("er", 4), ("en", 3), ("es", 3), ("e", 3), ("n", 4), ("s", 4)];

/// What an inflected word and its other forms begin with.
fn stem(word: &str) -> &str {
    // 'Freundinnen', 'Freundin'
    if let Some(singular) = word.strip_suffix("nen").filter(|singular| singular.len() > 4 && singular.ends_with("in")) {
        return singular;
    }
    let cut = |(ending, least): (&str, usize)| word.strip_suffix(ending).filter(|stem| stem.chars().count() >= least);
    ENDINGS.into_iter().find_map(cut).unwrap_or(word)
}

/// The stems of the words that are looked for, each once. A found word begins with one of them, or a part of it does.
pub fn stems(query: &str) -> Vec<String> {
    let mut stems: Vec<String> = Vec::new();
    for word in words(query) {
        let stem = stem(&word.folded).to_owned();
        if stems.len() < SEARCH_WORDS && !stems.contains(&stem) {
            stems.push(stem);
        }
    }
    stems
}

#[cfg(test)]
mod tests {
    use super::{parts, stem, stems, words};
    use domain::limits::SEARCH_WORD;
    use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};

    fn folded(text: &str) -> Vec<String> {
        words(text).into_iter().map(|word| word.folded).collect()
    }

    #[test]
    fn umlauts_sharp_s_and_accents_are_folded_however_they_are_written() {
        for (one, other) in [
            ("Müller", "MUELLER"),
            ("Äpfel", "aepfel"),
            ("Größe", "groesse"),
            ("Straße", "STRASSE"),
            ("GRÖẞE", "größe"),
            ("fu\u{308}r", "für"),
            ("élève", "eleve"),
            ("Cœur", "coeur"),
            ("mañana", "manana"),
        ] {
            assert_eq!(folded(one), folded(other), "{one}");
        }
        assert_eq!(folded("neue Quelle, Frauen"), ["neue", "quelle", "frauen"]);
        assert_eq!(folded("l'été: 3-mal «Ça»!"), ["l", "ete", "3", "mal", "ca"]);
        assert_eq!(folded("Привет 日記 🌧️"), ["привет", "日記"]);
        assert_eq!(folded(" ,.!"), [""; 0]);
    }

    #[test]
    fn a_word_knows_where_it_stands() {
        let text = "„Größe“ für Fu\u{308}ße";
        let found: Vec<_> = words(text).into_iter().map(|word| &text[word.range]).collect();
        assert_eq!(found, ["Größe", "für", "Fu\u{308}ße"]);
    }

    #[test]
    fn long_words_are_found_by_their_parts() {
        let begins = |word, part: &str| parts(word).any(|found| found.starts_with(part));
        assert!(begins("geburtstagsfeier", "feier") && begins("geburtstagsfeier", "tag"));
        assert!(begins("geburtstag", "tag") && !begins("montag", "tag"));
        assert_eq!(parts("feiertag").collect::<Vec<_>>(), ["feiertag", "ertag", "rtag", "tag"]);
    }

    #[test]
    fn inflected_words_have_the_beginning_of_their_other_forms() {
        for (word, stem_of) in [
            ("hauser", "haus"),
            ("tage", "tag"),
            ("tagen", "tag"),
            ("kindern", "kind"),
            ("feiern", "feier"),
            ("freundinnen", "freundin"),
            ("garten", "gart"),
            ("haus", "haus"),
            ("ein", "ein"),
            ("amigos", "amigo"),
        ] {
            assert_eq!(stem(word), stem_of, "{word}");
        }
        assert_eq!(stems("Häuser, Haus und Hauses"), ["haus", "und"]);
        assert_eq!(stems("a b c d e f g h i j").len(), 8);
    }

    proptest! {
        #[test]
        fn ranges_cut_no_letter_and_follow_each_other(text in any::<String>()) {
            let mut end = 0;
            for word in words(&text) {
                prop_assert!(word.range.start >= end && word.range.start < word.range.end);
                prop_assert!(text.is_char_boundary(word.range.start) && text.is_char_boundary(word.range.end));
                prop_assert!(!word.folded.is_empty() && word.folded.chars().count() <= SEARCH_WORD);
                prop_assert!(word.folded.chars().all(char::is_alphanumeric), "{}", word.folded);
                end = word.range.end;
            }
        }

        #[test]
        fn what_was_folded_stays_as_it_is_in_another_case(text in "[a-zA-ZäöüÄÖÜß ]{0,40}") {
            prop_assert_eq!(folded(&text), folded(&text.to_uppercase()));
        }

        #[test]
        fn a_word_is_found_by_itself(text in any::<String>()) {
            for word in words(&text) {
                prop_assert!(parts(&word.folded).any(|part| part.starts_with(stem(&word.folded))));
            }
        }
    }
}
