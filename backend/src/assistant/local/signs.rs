//! Emojis for the subjects of a text, found by our own table of words (`signs.txt`).

use super::lexicon::{Lexicon, rows};
use domain::{Language, emoji, limits, text::length};
use std::{cmp::Reverse, collections::HashMap, sync::LazyLock};
use unicode_segmentation::UnicodeSegmentation;

static TABLE: LazyLock<[Table; 4]> = LazyLock::new(|| Language::ALL.map(Table::read));
const SIGNS: &str = include_str!("signs.txt");

/// The number of letters from which a word of the table matches by its stem. The stems of shorter words match too many other words.
const STEMMED: usize = 5;
/// How many words before a word are searched for a negation.
const NEGATION: usize = 2;

/// The table's emojis for one language, grouped by how a word can match.
#[derive(Debug, Default)]
struct Table {
    by_word: HashMap<&'static str, &'static str>,
    by_stem: HashMap<String, &'static str>,
    endings: Vec<(&'static str, &'static str)>,
    beginnings: Vec<(&'static str, &'static str)>,
}

impl Table {
    fn read(language: Language) -> Self {
        let mut read = Self::default();
        for (sign, words) in rows(SIGNS, language) {
            for word in words {
                if let Some(beginning) = word.strip_suffix('*') {
                    read.beginnings.push((beginning, sign));
                } else if let Some(ending) = word.strip_prefix('*') {
                    read.endings.push((ending, sign));
                } else if word.starts_with('=') || length(word) < STEMMED {
                    read.by_word.insert(word.trim_start_matches('='), sign);
                } else {
                    read.by_stem.insert(Lexicon::new(language).stem(word), sign);
                }
            }
        }
        read
    }

    fn sign(&self, word: &str, lexicon: &Lexicon) -> Option<&'static str> {
        let whole = self.by_word.get(word).or_else(|| self.by_stem.get(&lexicon.stem(word))).copied();
        let beginnings = self.beginnings.iter().filter(|(start, _)| word.starts_with(start));
        let endings = self.endings.iter().filter(|(end, _)| word.ends_with(end));
        // The longest matching part is the most specific: "Kindergeburtstag" before "Geburtstag".
        whole.or_else(|| beginnings.chain(endings).max_by_key(|(part, _)| part.len()).map(|(_, sign)| *sign))
    }
}

struct WeighedEmoji {
    emoji: String,
    first: usize,
    weight: usize,
}

/// Emojis in the order of the text. Words of the summary and of the top moment have more weight than the rest.
pub fn find(text: &str, summary: &str, top_moment: &str, lexicon: &Lexicon) -> String {
    let table = &TABLE[lexicon.language as usize];
    let mut found: Vec<WeighedEmoji> = Vec::new();
    for (at, emoji) in emoji::only_emojis(text).graphemes(true).enumerate() {
        // The person's own emojis have the most weight.
        note(&mut found, emoji, at, 12);
    }
    for (source, weight) in [(top_moment, 8), (summary, 4), (text, 2)] {
        let lower = source.to_lowercase().replace('’', "'");
        let words: Vec<&str> = lower.unicode_words().collect();
        for (at, word) in words.iter().enumerate() {
            let is_negated = words[..at].iter().rev().take(NEGATION).any(|before| lexicon.is("negation", before));
            // "Frau Vogel" is a name, not a bird.
            let is_name = at > 0 && lexicon.is("title", words[at - 1]);
            if is_negated || is_name {
                continue;
            }
            for sign in word.split('\'').filter_map(|part| table.sign(part, lexicon)) {
                let first = if source == text { at } else { usize::MAX };
                // A leading `-` marks what is part of nearly every day. It has half the weight.
                let bare = sign.trim_start_matches('-');
                note(&mut found, bare, first, if bare == sign { weight } else { weight / 2 });
            }
        }
    }
    found.sort_by_key(|sign| (Reverse(sign.weight), sign.first));
    found.truncate((2 + length(text) / 250).min(limits::DAY_EMOJIS));
    found.sort_by_key(|sign| sign.first);
    found
        .iter()
        .fold(String::new(), |chosen, sign| emoji::day_emojis(&format!("{chosen}{}", sign.emoji)).unwrap_or(chosen))
}

fn note(found: &mut Vec<WeighedEmoji>, emoji: &str, first: usize, weight: usize) {
    if let Some(known) = found.iter_mut().find(|known| known.emoji == emoji) {
        known.weight += weight;
        known.first = known.first.min(first);
    } else {
        found.push(WeighedEmoji { emoji: emoji.to_owned(), first, weight });
    }
}

#[cfg(test)]
mod tests {
    use super::{SIGNS, TABLE, find};
    use crate::assistant::local::lexicon::Lexicon;
    use domain::{Language, emoji};
    use std::collections::HashMap;

    fn german(text: &str) -> String {
        find(text, "", "", Lexicon::new(Language::De))
    }

    #[test]
    fn the_table_is_whole_and_says_nothing_twice() {
        for language in Language::ALL {
            let mut seen: HashMap<&str, &str> = HashMap::new();
            for line in SIGNS.lines().filter(|line| !line.is_empty() && !line.starts_with("# ")) {
                let columns: Vec<&str> = line.split('|').map(str::trim).collect();
                assert_eq!(columns.len(), 5, "{line}");
                let sign = columns[0].trim_start_matches('-');
                assert_eq!(emoji::only_emojis(sign), sign, "{line}");
                assert_eq!(emoji::count(sign), 1, "{line}");
                let words = columns[1 + language as usize];
                assert!(!words.is_empty(), "{line}");
                for word in words.split_whitespace() {
                    let other = seen.insert(word.trim_matches(['*', '=']), sign);
                    assert!(
                        other.is_none(),
                        "{word} ({}) stands for {sign} and {}",
                        language.as_str(),
                        other.unwrap_or("")
                    );
                }
            }
            assert!(TABLE[language as usize].by_stem.len() > 100);
        }
    }

    #[test]
    fn endings_and_compounds_are_seen_and_neighbours_are_not() {
        assert_eq!(german("Wir haben Rhabarberkuchen gegessen und Bücher angesehen."), "🍰📚");
        assert_eq!(german("Ein Grad, ein Schwein im Anzug, der Besuch brauchte Grund."), "");
    }

    #[test]
    fn negated_words_give_no_emoji() {
        assert_eq!(german("Heute gab es keinen Kuchen und ich war nicht traurig."), "");
        assert_eq!(german("Frau Vogel und Dr. Kater waren da."), "");
    }

    #[test]
    fn own_emojis_come_first_and_a_short_text_has_two() {
        let all = german("Erst war ich glücklich, dann traurig, dann wütend, dann müde. 🎉 Am Ende Kuchen.");
        assert!(all.contains('🎉'), "{all}");
        assert_eq!(german("glücklich traurig wütend müde").chars().count(), 2);
    }
}
