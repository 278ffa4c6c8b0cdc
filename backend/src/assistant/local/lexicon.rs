//! Each language's stop words, words with a special role (`words.txt`) and stemmer.

use domain::Language;
use rust_stemmers::{Algorithm, Stemmer};
use std::{
    collections::{BTreeSet, HashMap, HashSet},
    sync::LazyLock,
};
use unicode_segmentation::UnicodeSegmentation;

/// Anything longer is not a word, and stemming it would only take time.
const LONGEST_WORD: usize = 48;

static ALL: LazyLock<[Lexicon; 4]> = LazyLock::new(|| Language::ALL.map(Lexicon::read));

#[derive(derive_more::Debug)]
#[debug("Lexicon {{ language: {language:?}, .. }}")]
pub struct Lexicon {
    pub language: Language,
    stemmer: Stemmer,
    stop_words: HashSet<&'static str>,
    kinds: HashMap<&'static str, Vec<&'static str>>,
}

/// A table's rows for one language: the first column, and the words in the language's column.
pub fn rows(table: &'static str, language: Language) -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    table.lines().filter(|line| !line.is_empty() && !line.starts_with("# ")).map(move |line| {
        let mut columns = line.split('|').map(str::trim);
        let first = columns.next().unwrap_or_default();
        (first, columns.nth(language as usize).unwrap_or_default().split_whitespace().collect())
    })
}

impl Lexicon {
    fn read(language: Language) -> Self {
        let algorithm = match language {
            Language::De => Algorithm::German,
            Language::En => Algorithm::English,
            Language::Fr => Algorithm::French,
            Language::Es => Algorithm::Spanish,
        };
        Self {
            language,
            stemmer: Stemmer::create(algorithm),
            stop_words: stop_words::lookup(language.as_str()).unwrap_or_default().iter().copied().collect(),
            kinds: rows(include_str!("words.txt"), language).collect(),
        }
    }

    pub fn new(language: Language) -> &'static Self {
        &ALL[language as usize]
    }

    /// The lexicon of the language whose stop words are most frequent in `text`. If there is a tie, the first language wins: German.
    pub fn of(text: &str) -> &'static Self {
        let lower = text.to_lowercase();
        let words: Vec<&str> = lower.unicode_words().collect();
        let small = |lexicon: &Self| words.iter().filter(|word| lexicon.stop_words.contains(*word)).count();
        // `max_by_key` returns the last of equal items, so the order is reversed to get the first.
        ALL.iter().rev().max_by_key(|lexicon| small(lexicon)).unwrap_or(&ALL[0])
    }

    /// The words of one row of `words.txt`.
    pub fn words(&self, kind: &str) -> &[&'static str] {
        self.kinds.get(kind).map_or(&[], Vec::as_slice)
    }

    pub fn is(&self, kind: &str, word: &str) -> bool {
        self.words(kind).contains(&word)
    }

    /// The stem of a word in lower case.
    pub fn stem(&self, lower: &str) -> String {
        if lower.chars().count() > LONGEST_WORD || !lower.chars().all(char::is_alphabetic) {
            return lower.to_owned();
        }
        self.stemmer.stem(lower).into_owned()
    }

    /// The stems of the words in `text`, without numbers, single letters and stop words.
    pub fn content(&self, text: &str) -> BTreeSet<String> {
        let lower = text.to_lowercase();
        let words = lower.unicode_words().flat_map(|word| word.split(['\'', '’']));
        let carries = |word: &&str| word.chars().nth(1).is_some() && word.contains(char::is_alphabetic);
        words.filter(carries).filter(|word| !self.stop_words.contains(word)).map(|word| self.stem(word)).collect()
    }
}
