//! Emojis for what a text speaks of, from a table of words of ours (`signs.txt`).

use super::{cues, words::Tongue};
use domain::{Language, emoji, limits, text::length};
use std::{collections::HashMap, sync::LazyLock};
use unicode_segmentation::UnicodeSegmentation;

static TABLE: LazyLock<[Table; 4]> = LazyLock::new(|| Language::ALL.map(|language| Table::read(language, SIGNS)));
const SIGNS: &str = include_str!("signs.txt");

/// More than two faces would say less.
const FEELINGS: usize = 2;
/// Letters from which on a word of the table also stands for its other endings; the stems of shorter ones meet too many others.
const STEMMED: usize = 5;
/// How many words back a "not" is looked for.
const NEGATION: usize = 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sign {
    emoji: &'static str,
    is_feeling: bool,
    /// Of nearly every day, so it says less.
    is_faint: bool,
}

/// The table's signs for one language, by the ways in which a word can match.
#[derive(Debug, Default)]
struct Table {
    by_word: HashMap<&'static str, Sign>,
    by_stem: HashMap<String, Sign>,
    endings: Vec<(&'static str, Sign)>,
    beginnings: Vec<(&'static str, Sign)>,
}

impl Table {
    fn read(language: Language, table: &'static str) -> Self {
        let tongue = Tongue::new(language);
        let mut read = Self::default();
        for line in table.lines().filter(|line| !line.is_empty() && !line.starts_with("# ")) {
            let mut columns = line.split('|').map(str::trim);
            let first = columns.next().unwrap_or_default();
            let sign = Sign {
                emoji: first.trim_start_matches(['~', '-']),
                is_feeling: first.starts_with('~'),
                is_faint: first.starts_with('-'),
            };
            for word in columns.nth(language as usize).unwrap_or_default().split_whitespace() {
                if let Some(beginning) = word.strip_suffix('*') {
                    read.beginnings.push((beginning, sign));
                } else if let Some(ending) = word.strip_prefix('*') {
                    read.endings.push((ending, sign));
                } else if let Some(exact) = word.strip_prefix('=') {
                    read.by_word.insert(exact, sign);
                } else if word.chars().count() < STEMMED {
                    read.by_word.insert(word, sign);
                } else {
                    read.by_stem.insert(tongue.stem(word), sign);
                }
            }
        }
        // The longest part of a word says most: "Kindergeburtstag" before "Geburtstag".
        read.endings.sort_by_key(|(ending, _)| std::cmp::Reverse(ending.len()));
        read.beginnings.sort_by_key(|(beginning, _)| std::cmp::Reverse(beginning.len()));
        read
    }

    fn sign(&self, word: &str, tongue: &Tongue) -> Option<Sign> {
        let whole = self.by_word.get(word).or_else(|| self.by_stem.get(&tongue.stem(word))).copied();
        let part = || {
            let beginning = self.beginnings.iter().find(|(start, _)| word.starts_with(start));
            let ending = self.endings.iter().find(|(end, _)| word.ends_with(end));
            beginning.into_iter().chain(ending).max_by_key(|(part, _)| part.len()).map(|(_, sign)| *sign)
        };
        whole.or_else(part)
    }
}

struct Found {
    emoji: String,
    is_feeling: bool,
    first: usize,
    weight: usize,
}

/// Emojis in the order in which the text comes to them. What the summary and the top moment speak of goes before the rest.
pub fn find(text: &str, summary: &str, top_moment: &str, tongue: &Tongue) -> String {
    let table = &TABLE[tongue.language as usize];
    let mut found: Vec<Found> = Vec::new();
    let sources = [(top_moment, 8), (summary, 4), (text, 2)];
    for (at, emoji) in emoji::only_emojis(text).graphemes(true).enumerate() {
        // A person's own emojis say it best.
        note(&mut found, emoji, false, at, 12);
    }
    for (source, weight) in sources {
        let words: Vec<String> = source.unicode_words().map(|word| word.to_lowercase().replace('’', "'")).collect();
        for (at, word) in words.iter().enumerate() {
            for part in word.split('\'').filter(|part| part.chars().count() > 1) {
                if !is_negated(&words[..at], tongue)
                    && !is_name(&words[..at])
                    && let Some(sign) = table.sign(part, tongue)
                {
                    let first = if source == text { at } else { usize::MAX };
                    let weight = if sign.is_faint { weight / 2 } else { weight };
                    note(&mut found, sign.emoji, sign.is_feeling, first, weight);
                }
            }
        }
    }
    let most = match length(text) {
        0..150 => 2,
        150..350 => 3,
        350..700 => 4,
        700..1500 => 5,
        _ => limits::DAY_EMOJIS,
    };
    best(found, most)
}

fn note(found: &mut Vec<Found>, emoji: &str, is_feeling: bool, first: usize, weight: usize) {
    if let Some(known) = found.iter_mut().find(|known| known.emoji == emoji) {
        known.weight += weight;
        known.first = known.first.min(first);
    } else {
        found.push(Found { emoji: emoji.to_owned(), is_feeling, first, weight });
    }
}

/// "Frau Vogel" is no bird.
fn is_name(before: &[String]) -> bool {
    before.last().is_some_and(|word| cues::TITLES.contains(&word.as_str()))
}

fn is_negated(before: &[String], tongue: &Tongue) -> bool {
    let no = cues::negations(tongue.language);
    before.iter().rev().take(NEGATION).any(|word| no.contains(&word.as_str()))
}

fn best(mut found: Vec<Found>, most: usize) -> String {
    found.sort_by(|a, b| b.weight.cmp(&a.weight).then(a.first.cmp(&b.first)));
    let mut feelings = 0;
    found.retain(|sign| {
        feelings += usize::from(sign.is_feeling);
        !sign.is_feeling || feelings <= FEELINGS
    });
    found.truncate(most);
    found.sort_by_key(|sign| sign.first);
    let mut chosen = String::new();
    for sign in found {
        let longer = format!("{chosen}{}", sign.emoji);
        chosen = emoji::day_emojis(&longer).unwrap_or(chosen);
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::{SIGNS, TABLE, find};
    use crate::assistant::local::words::Tongue;
    use domain::{Language, emoji};
    use std::collections::HashMap;

    fn german(text: &str) -> String {
        find(text, "", "", &Tongue::new(Language::De))
    }

    #[test]
    fn the_table_is_whole_and_says_nothing_twice() {
        for language in Language::ALL {
            let mut seen: HashMap<&str, &str> = HashMap::new();
            for line in SIGNS.lines().filter(|line| !line.is_empty() && !line.starts_with("# ")) {
                let columns: Vec<&str> = line.split('|').map(str::trim).collect();
                assert_eq!(columns.len(), 5, "{line}");
                let sign = columns[0].trim_start_matches(['~', '-']);
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
    fn what_is_denied_is_not_shown() {
        assert_eq!(german("Heute gab es keinen Kuchen und ich war nicht traurig."), "");
        assert_eq!(german("Frau Vogel und Dr. Kater waren da."), "");
    }

    #[test]
    fn own_emojis_come_first_and_only_two_feelings() {
        let all = german("Erst war ich glücklich, dann traurig, dann wütend, dann müde. 🎉 Am Ende Kuchen.");
        assert!(all.contains('🎉'), "{all}");
        assert_eq!(german("glücklich traurig wütend müde").chars().count(), 2);
    }
}
