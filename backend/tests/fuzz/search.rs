//! Typed searches, and texts that are searched.

use crate::{
    engine::{Target, about, fuzz, outcome},
    target,
};
use backend::search;
use chrono::{Datelike, NaiveDate};
use domain::{Language, SearchForm, emoji, limits};

const WORDS: &[&str] = &[
    "\n",
    "28.10.",
    "28. Oktober",
    "2026-10-28",
    "3/4",
    "October 28th",
    "29.2.",
    "9999",
    "ä",
    "ae",
    "u\u{308}",
    "ß",
    "İ",
    "ſ",
    "ﬁ",
    "\u{ad}",
    "\u{200d}",
    "🌧️",
    "👩‍👩‍👧",
    "🇩🇪",
    "nen",
    "innen",
    "ern",
    "ge",
    "ver",
    "gem",
    "7-10",
    "0-255",
    "true",
    "1",
    "\0",
    "नमस्ते",
    "日記",
    "ــ",
    "ʼ",
    "Geburtstagsfeier",
    "١٢",
    "…",
];

/// Characters around the words of an excerpt: the signs that say that something is left out.
const SIGNS: usize = 2;

pub fn run() {
    fuzz(Target { words: WORDS, most: 4096, ..target("search") }, |input| searched(&String::from_utf8_lossy(input)));
}

/// The first lines are the fields of the form, the rest is a text to search.
fn searched(input: &str) -> u64 {
    let mut lines = input.splitn(10, '\n');
    let mut field = || lines.next().map(str::to_owned).filter(|field| !field.is_empty());
    let form = SearchForm {
        q: field(),
        year: field(),
        mood: field(),
        feeling: field(),
        photo: field(),
        voice: field(),
        favorite: field(),
        shared: field(),
        before: field(),
    };
    let text = lines.next().unwrap_or_default();
    let typed = form.q.clone().unwrap_or_default();
    let today = NaiveDate::from_ymd_opt(2026, 11, 27).unwrap();
    let days = [Language::De, Language::En].map(|language| search::typed_days(&typed, today, language));
    for days in &days {
        assert!(days.len() <= 2 && days.iter().all(|day| (1900..=9999).contains(&day.year())), "{days:?}");
    }
    let checked = form.checked();
    if let Ok(search) = &checked {
        assert!(search.words.chars().count() <= limits::SEARCH && !search.words.contains('\0'));
        assert!(search.year.is_none_or(|year| (1000..=9998).contains(&year)));
        assert!(search.mood.as_ref().is_none_or(|mood| (1..=10).contains(mood.start()) && mood.contains(mood.end())));
        assert!(emoji::distinct(&search.words).len() <= limits::SEARCH_EMOJIS);
    }
    let pieces = search::excerpt(text, &typed);
    let shown: String = pieces.iter().map(|piece| piece.text.as_str()).collect();
    let hits = pieces.iter().filter(|piece| piece.is_hit).count();
    let words = shown.trim_matches('…');
    let longest = pieces.iter().filter(|piece| piece.is_hit).map(|hit| hit.text.chars().count()).max();
    let most = limits::SEARCH_SNIPPET + SIGNS + longest.unwrap_or_default();
    assert!(shown.chars().count() <= most, "{} characters", shown.chars().count());
    assert!(text.replace('\n', " ").contains(words), "{words}");
    let itself = search::excerpt(&typed, &typed);
    outcome((
        checked.map_err(|error| error.refusal.code()).err(),
        days.map(|days| days.len()),
        about(hits),
        about(itself.len()),
    ))
}
