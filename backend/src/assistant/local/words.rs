//! The language of a text, and its words without their endings.

use domain::Language;
use rust_stemmers::{Algorithm, Stemmer};
use std::{
    collections::{BTreeSet, HashSet},
    fmt,
    sync::LazyLock,
};
use unicode_segmentation::UnicodeSegmentation;
use whatlang::{Detector, Lang};

/// Longer ones are no words; stemming them would only cost time.
const WORD: usize = 48;

static STOP_WORDS: LazyLock<[HashSet<&'static str>; 4]> = LazyLock::new(|| {
    Language::ALL.map(|language| stop_words::lookup(language.as_str()).unwrap_or_default().iter().copied().collect())
});

/// One of the four languages with what is needed to read it.
pub struct Tongue {
    pub language: Language,
    stemmer: Stemmer,
    stop: &'static HashSet<&'static str>,
}

impl fmt::Debug for Tongue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tongue").field("language", &self.language).finish_non_exhaustive()
    }
}

impl Tongue {
    /// The language that `text` is in. Small words tell it best; where they say nothing, the letters do. In doubt it is German.
    pub fn of(text: &str) -> Self {
        let lower = text.to_lowercase();
        let counts = Language::ALL.map(|language| {
            let stop = stop_words(language);
            lower.unicode_words().filter(|word| word.chars().count() > 1 && stop.contains(word)).count()
        });
        let most = counts.iter().copied().max().unwrap_or_default();
        let leaders: Vec<Language> =
            Language::ALL.into_iter().zip(counts).filter(|(_, n)| *n == most).map(|(language, _)| language).collect();
        let language = match leaders[..] {
            [one] => one,
            _ => by_letters(text).filter(|language| leaders.contains(language)).unwrap_or(Language::De),
        };
        Self::new(language)
    }

    pub fn new(language: Language) -> Self {
        let algorithm = match language {
            Language::De => Algorithm::German,
            Language::En => Algorithm::English,
            Language::Fr => Algorithm::French,
            Language::Es => Algorithm::Spanish,
        };
        Self { language, stemmer: Stemmer::create(algorithm), stop: stop_words(language) }
    }

    /// A word in lower case without its ending.
    pub fn stem(&self, word: &str) -> String {
        let lower = word.to_lowercase().replace('’', "'");
        if lower.chars().count() > WORD || !lower.chars().all(char::is_alphabetic) {
            return lower;
        }
        self.stemmer.stem(&lower).into_owned()
    }

    /// The stems that carry what `text` says; numbers, single letters and small words do not.
    pub fn content(&self, text: &str) -> BTreeSet<String> {
        let lower = text.to_lowercase();
        lower
            .unicode_words()
            .flat_map(|word| word.split(['\'', '’']))
            .filter(|word| {
                word.chars().count() > 1 && word.chars().any(char::is_alphabetic) && !self.stop.contains(word)
            })
            .map(|word| self.stem(word))
            .collect()
    }
}

fn stop_words(language: Language) -> &'static HashSet<&'static str> {
    &STOP_WORDS[language as usize]
}

fn by_letters(text: &str) -> Option<Language> {
    let four = vec![Lang::Deu, Lang::Eng, Lang::Fra, Lang::Spa];
    match Detector::with_allowlist(four).detect(text)?.lang() {
        Lang::Deu => Some(Language::De),
        Lang::Eng => Some(Language::En),
        Lang::Fra => Some(Language::Fr),
        Lang::Spa => Some(Language::Es),
        _ => None,
    }
}
