//! Words as the search compares them: folded, with the parts of long ones.

use domain::limits::SEARCH_WORD;
use icu_normalizer::{DecomposingNormalizerBorrowed, properties::CanonicalCombiningClassMapBorrowed};
use icu_properties::{CodePointSetData, CodePointSetDataBorrowed, props::DefaultIgnorableCodePoint};
use std::ops::Range;

/// Letters that a word needs for its parts to be found.
const COMPOUND: usize = 8;

/// The fewest letters of a part.
pub const PART: usize = 3;

/// Letters that must follow a part which does not end its word: another word, not the rest of this one ('Hund' in 'hundert').
const FOLLOWING: usize = 4;

/// Prefixes, and the letters up to which nothing behind them is a word of its own: 'gesessen' and 'vergessen' are not about 'Essen'.
const PREFIXES: [(&str, usize); 5] = [("be", 3), ("ge", 3), ("ent", 4), ("ver", 4), ("zer", 4)];

/// A word of a text, lowercase and without marks. An umlaut is one letter, also where it was written as `ae`, `oe` or `ue`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    pub letters: String,
    /// Whether it was written with ä, ö or ü.
    pub has_umlaut: bool,
    /// Its place in the text, in bytes.
    pub range: Range<usize>,
}

/// The words of a text in their order.
pub fn words(text: &str) -> Vec<Word> {
    let fold = Fold::new();
    let mut words = Vec::new();
    let (mut letters, mut begin) = (Vec::new(), 0);
    for (at, letter) in text.char_indices() {
        if letter.is_alphanumeric() {
            if letters.is_empty() {
                begin = at;
            }
            letter.to_lowercase().for_each(|letter| fold.push(letter, &mut letters));
        } else if !letters.is_empty() && fold.is_inside_words(letter) {
            fold.push(letter, &mut letters);
        } else {
            push(&mut words, &mut letters, begin..at);
        }
    }
    push(&mut words, &mut letters, begin..text.len());
    words
}

fn push(words: &mut Vec<Word>, letters: &mut Vec<char>, range: Range<usize>) {
    if !letters.is_empty() {
        let has_umlaut = letters.iter().any(|letter| plain_vowel(*letter).is_some());
        words.push(Word { letters: contracted(letters), has_umlaut, range });
        letters.clear();
    }
}

/// The vowel of an umlaut.
fn plain_vowel(umlaut: char) -> Option<char> {
    match umlaut {
        'ä' => Some('a'),
        'ö' => Some('o'),
        'ü' => Some('u'),
        _ => None,
    }
}

fn umlaut(vowel: char) -> Option<char> {
    match vowel {
        'a' | 'ä' => Some('ä'),
        'o' | 'ö' => Some('ö'),
        'u' | 'ü' => Some('ü'),
        _ => None,
    }
}

/// Takes the marks off letters.
struct Fold {
    decomposition: DecomposingNormalizerBorrowed<'static>,
    classes: CanonicalCombiningClassMapBorrowed<'static>,
    unseen: CodePointSetDataBorrowed<'static>,
}

impl Fold {
    fn new() -> Self {
        Self {
            decomposition: DecomposingNormalizerBorrowed::new_nfd(),
            classes: CanonicalCombiningClassMapBorrowed::new(),
            unseen: CodePointSetData::new::<DefaultIgnorableCodePoint>(),
        }
    }

    /// A mark that is a character of its own, and an invisible character, such as a soft hyphen.
    fn is_inside_words(&self, letter: char) -> bool {
        self.is_mark(letter) || self.unseen.contains(letter)
    }

    /// Vowel signs of Indic scripts are letters: their class is 0.
    fn is_mark(&self, letter: char) -> bool {
        self.classes.get_u8(letter) != 0
    }

    /// Adds a lowercase letter without marks, but for umlauts.
    fn push(&self, letter: char, letters: &mut Vec<char>) {
        if letter.is_ascii() {
            return letters.push(letter);
        }
        for part in self.decomposition.normalize_iter(std::iter::once(letter)) {
            match part {
                '\u{308}' => {
                    if let Some(last) = letters.last_mut()
                        && let Some(umlaut) = umlaut(*last)
                    {
                        *last = umlaut;
                    }
                }
                'ß' => letters.extend(['s', 's']),
                'æ' => letters.push('a'),
                'đ' | 'ð' => letters.push('d'),
                'ħ' => letters.push('h'),
                'ı' => letters.push('i'),
                'ł' => letters.push('l'),
                'ø' | 'œ' => letters.push('o'),
                'ŧ' => letters.push('t'),
                'ς' => letters.push('σ'),
                part if part.is_alphanumeric() && !self.is_mark(part) => letters.push(part),
                _ => {}
            }
        }
    }
}

/// Umlauts in two letters become one, as in Lucene's normalisation of German: `ue` only where it is an umlaut, not as in 'neue' and 'Quelle'.
fn contracted(letters: &[char]) -> String {
    let mut folded: Vec<char> = Vec::with_capacity(letters.len());
    for &letter in letters {
        if letter == 'e'
            && let [before @ .., last] = folded.as_mut_slice()
            && let Some(umlaut) = umlaut(*last)
            && !(umlaut == 'ü' && before.last().is_some_and(|before| "aeiouyqäöü".contains(*before)))
        {
            *last = umlaut;
        } else {
            folded.push(letter);
        }
    }
    folded.into_iter().take(SEARCH_WORD).collect()
}

/// Letters with their umlauts as plain vowels: what finds 'schön' and 'schon' alike.
pub fn plain(letters: &str) -> String {
    letters.chars().map(|letter| plain_vowel(letter).unwrap_or(letter)).collect()
}

/// The ends of a long word that can be words of their own: 'feier' in 'geburtstagsfeier'.
pub fn ends(word: &str) -> impl Iterator<Item = &str> {
    let letters = word.chars().count();
    let least = PREFIXES.iter().find(|(prefix, _)| word.starts_with(prefix)).map_or(PART, |(_, least)| least + 1);
    let begins = if letters < COMPOUND { 0 } else { letters + 1 - PART };
    let parts = word.char_indices().take(begins).skip(least).map(|(at, _)| word.split_at(at));
    parts.filter(|(before, end)| can_part(before, end)).map(|(_, end)| end)
}

/// Whether a word may be cut here. The vowel of 'schließen' stays whole, and so does the prefix in the middle of
/// 'nachgemessen'.
fn can_part(before: &str, end: &str) -> bool {
    let is_one_vowel = before.ends_with('i') && end.starts_with('e');
    !is_one_vowel && !before.ends_with("gem")
}

/// The words inside a long word that another word follows, with the first letters of that: 'tag' and more in
/// 'geburtstagsfeier'.
pub fn middles(word: &str) -> impl Iterator<Item = &str> {
    ends(word).filter_map(|end| {
        let (cut, _) = end.char_indices().nth_back(FOLLOWING - 1)?;
        Some(&end[..cut]).filter(|middle| middle.chars().count() >= PART)
    })
}

#[cfg(test)]
mod tests {
    use super::{DecomposingNormalizerBorrowed, ends, middles, plain, words};
    use domain::limits::SEARCH_WORD;
    use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};

    fn folded(text: &str) -> Vec<String> {
        words(text).into_iter().map(|word| plain(&word.letters)).collect()
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
            ("Łódź", "lodz"),
            ("Việt Nam", "viet nam"),
            ("ḥabībī", "habibi"),
            ("Αθήνα", "αθηνα"),
            ("ΟΔΌΣ", "οδος"),
            ("ёлка", "елка"),
            ("Зимний", "зимнии"),
            ("שָׁלוֹם", "שלום"),
            ("Tage\u{ad}buch", "Tagebuch"),
            ("Früh\u{200b}stück", "fru\u{308}hstu\u{308}ck"),
            ("نامه\u{200c}ای", "نامهای"),
        ] {
            assert_eq!(folded(one), folded(other), "{one}");
        }
        assert_eq!(folded("नमस्ते दुनिया").len(), 2, "vowel signs part no words");
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
    fn a_long_word_has_ends_and_middles() {
        assert_eq!(ends("feiertag").collect::<Vec<_>>(), ["rtag", "tag"]);
        assert_eq!(middles("feiertagslaune").collect::<Vec<_>>(), ["rtagsl", "tagsl", "agsl", "gsl"]);
        assert_eq!(ends("vergessen").next(), Some("ssen"));
        assert_eq!(ends("gesessen").next(), Some("ssen"));
        assert_eq!((ends("montag").count(), middles("feiertag").count()), (0, 0));
    }

    proptest! {
        #[test]
        fn ranges_cut_no_letter_and_follow_each_other(text in any::<String>()) {
            let mut end = 0;
            for word in words(&text) {
                prop_assert!(word.range.start >= end && word.range.start < word.range.end);
                prop_assert!(text.is_char_boundary(word.range.start) && text.is_char_boundary(word.range.end));
                prop_assert!(!word.letters.is_empty() && word.letters.chars().count() <= SEARCH_WORD);
                prop_assert!(word.letters.chars().all(char::is_alphanumeric), "{}", word.letters);
                end = word.range.end;
            }
        }

        #[test]
        fn composed_and_decomposed_letters_are_the_same_words(text in "[a-zäöüéñçåčσάёйảṏ ]{0,40}") {
            let apart: String = DecomposingNormalizerBorrowed::new_nfd().normalize(&text).into_owned();
            prop_assert_eq!(folded(&text), folded(&apart));
        }

        #[test]
        fn what_was_folded_stays_as_it_is_in_another_case(text in "[a-zA-ZäöüÄÖÜß ]{0,40}") {
            prop_assert_eq!(folded(&text), folded(&text.to_uppercase()));
        }
    }
}
