//! The document of an entry: its distinct words between spaces, sealed in `entry_search`. A search looks for wanted words in it.

use super::{
    wanted::Wanted,
    words::{plain, words},
};
use memchr::memmem;
use std::collections::BTreeSet;

/// Each word once, with a space before and behind it. A word with umlauts stands there a second time with plain vowels.
pub fn document<'a>(texts: impl Iterator<Item = &'a str>) -> String {
    let mut all = BTreeSet::new();
    for word in texts.flat_map(words) {
        let plain = plain(&word.letters);
        all.insert(word.letters);
        all.insert(plain);
    }
    let mut document = String::from(" ");
    document.extend(all.iter().flat_map(|word| [word.as_str(), " "]));
    document
}

/// Looks for wanted words in documents.
#[derive(Debug)]
pub struct Finder<'w> {
    wanted: Vec<(&'w Wanted, memmem::Finder<'static>)>,
}

impl<'w> Finder<'w> {
    pub fn new(wanted: &'w [Wanted]) -> Self {
        let finder = |wanted: &'w Wanted| {
            // Nothing is found inside a longer word: only beginnings of words are looked at.
            let begin = if wanted.is_found_at_beginnings_only() { " " } else { "" };
            (wanted, memmem::Finder::new(&format!("{begin}{}", wanted.stem)).into_owned())
        };
        Self { wanted: wanted.iter().map(finder).collect() }
    }

    /// Whether the document has every wanted word.
    pub fn finds(&self, document: &str) -> bool {
        self.wanted.iter().all(|(wanted, finder)| {
            // A word with the stem may still be another one: 'Montag' is not about 'Tag'.
            finder.find_iter(document.as_bytes()).any(|at| wanted.finds(word_at(document, at)))
        })
    }
}

/// The word around a byte of the document, or behind it if a space is there.
fn word_at(document: &str, at: usize) -> &str {
    let bytes = document.as_bytes();
    let begin = memchr::memrchr(b' ', &bytes[..=at]).map_or(0, |space| space + 1);
    let end = memchr::memchr(b' ', &bytes[begin..]).map_or(document.len(), |length| begin + length);
    &document[begin..end]
}

#[cfg(test)]
mod tests {
    use super::{Finder, document};
    use crate::search::{wanted::wanted, words::words};
    use proptest::prelude::{any, prop_assert, proptest};

    #[test]
    fn each_word_stands_once_and_with_plain_vowels_too() {
        let all = document(["Tag für Tag", "Ein Feiertag"].into_iter());
        assert_eq!(all, " ein feiertag fur für tag ");
        assert_eq!(document([" ", "🌧️"].into_iter()), " ");
    }

    #[test]
    fn a_document_is_at_most_half_as_long_again_as_its_words() {
        let text = "Heute waren wir zum ersten Mal seit Jahren wieder im Müggelwald, und das Wetter hielt bis zum Abend. \
                    Meine Großmutter erzählte von früher: von der Straßenbahn, den Käsekuchen und den Nachbarn über ihr.";
        assert!(document([text].into_iter()).len() < text.len() * 3 / 2);
    }

    proptest! {
        /// A document finds what the words themselves would.
        #[test]
        fn a_document_is_found_by_the_words_of_its_text(
            text in "([a-zäöüß]{1,9}(tag|en|nen)? ){0,12}",
            query in "[a-zäöü]{1,6}(e|en|ern|tag)?",
        ) {
            let wanted = wanted(&query);
            let all = words(&text);
            let is_in_words = wanted.iter().all(|wanted| all.iter().any(|word| wanted.finds(&word.letters)));
            prop_assert!(Finder::new(&wanted).finds(&document([text.as_str()].into_iter())) == is_in_words);
        }

        #[test]
        fn any_text_is_found_by_its_own_words(text in any::<String>()) {
            prop_assert!(Finder::new(&wanted(&text)).finds(&document([text.as_str()].into_iter())));
        }
    }
}
