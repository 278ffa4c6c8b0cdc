//! Searching one's own entries: what is asked for, and what was found (product 24).

use crate::{EntryId, Error, Feeling, Mood, Refusal, day, limits, text};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// The fields of the form and of the call. An empty field is as one that is missing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub struct SearchForm {
    pub q: Option<String>,
    pub year: Option<String>,
    /// A level, or a range such as `7-10`.
    pub mood: Option<String>,
    pub feeling: Option<String>,
    pub photo: Option<String>,
    pub voice: Option<String>,
    pub favorite: Option<String>,
    pub shared: Option<String>,
    /// Finds entries before this date.
    pub before: Option<String>,
}

/// A form that was checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "filters that do not depend on each other")]
pub struct Search {
    pub words: String,
    pub year: Option<i32>,
    pub mood: Option<RangeInclusive<u8>>,
    pub feeling: Option<Feeling>,
    pub photo: bool,
    pub voice: bool,
    pub favorite: bool,
    pub shared: bool,
    pub before: Option<NaiveDate>,
}

/// The part of an entry that words were found in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum EntryPart {
    Text,
    TopMoment,
    Summary,
    Transcript,
    Answer,
}

/// A piece of an excerpt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Piece {
    pub text: String,
    /// It is a word that was looked for.
    pub is_hit: bool,
}

/// An entry that was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "marks that do not depend on each other")]
pub struct SearchHit {
    pub id: EntryId,
    pub date: NaiveDate,
    /// Only if it was chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mood: Option<Mood>,
    /// Those of the day.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub emojis: String,
    pub has_photo: bool,
    pub has_voice: bool,
    pub is_favorite: bool,
    /// It has a secret link that is open.
    pub is_shared: bool,
    /// The words around the first hit, or the beginning of the entry.
    pub snippet: Vec<Piece>,
    /// The part of the entry that the snippet is from. None: the entry has no words.
    pub found_in: Option<EntryPart>,
}

impl SearchForm {
    /// The fields with their names in addresses.
    pub fn fields(&self) -> [(&'static str, &str); 9] {
        let Self { q, year, mood, feeling, photo, voice, favorite, shared, before } = self;
        [
            ("q", q),
            ("year", year),
            ("mood", mood),
            ("feeling", feeling),
            ("photo", photo),
            ("voice", voice),
            ("favorite", favorite),
            ("shared", shared),
            ("before", before),
        ]
        .map(|(name, value)| (name, value.as_deref().unwrap_or_default()))
    }

    /// Asks for each field by its name. A blank one counts as none.
    pub fn of(value: impl Fn(&str) -> Option<String>) -> Self {
        let value = |name| value(name).filter(|value| !value.trim().is_empty());
        Self {
            q: value("q"),
            year: value("year"),
            mood: value("mood"),
            feeling: value("feeling"),
            photo: value("photo"),
            voice: value("voice"),
            favorite: value("favorite"),
            shared: value("shared"),
            before: value("before"),
        }
    }

    pub fn checked(&self) -> Result<Search, Error> {
        let words = text::normalize(self.q.as_deref().unwrap_or_default()).trim().to_owned();
        if text::length(&words) > limits::SEARCH {
            return Err(Error::from(Refusal::SearchTooLong).with("n", limits::SEARCH));
        }
        if words.contains('\0') {
            return Err(Refusal::InvalidCharacter.into());
        }
        Ok(Search {
            words,
            year: read(self.year.as_deref(), year)?,
            mood: read(self.mood.as_deref(), levels)?,
            feeling: read(self.feeling.as_deref(), Feeling::parse)?,
            photo: read(self.photo.as_deref(), yes_or_no)?.unwrap_or_default(),
            voice: read(self.voice.as_deref(), yes_or_no)?.unwrap_or_default(),
            favorite: read(self.favorite.as_deref(), yes_or_no)?.unwrap_or_default(),
            shared: read(self.shared.as_deref(), yes_or_no)?.unwrap_or_default(),
            before: read(self.before.as_deref(), day::named)?,
        })
    }
}

impl Search {
    /// Whether it asks for anything.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty() && !self.has_filters()
    }

    pub fn has_filters(&self) -> bool {
        *self != Self { words: self.words.clone(), before: self.before, ..Self::default() }
    }
}

fn read<T>(field: Option<&str>, parse: impl Fn(&str) -> Option<T>) -> Result<Option<T>, Error> {
    match field.map(str::trim).filter(|value| !value.is_empty()) {
        None => Ok(None),
        Some(value) => parse(value).map(Some).ok_or_else(|| Refusal::InvalidForm.into()),
    }
}

/// Both engines can compare dates of these years.
fn year(text: &str) -> Option<i32> {
    text.parse().ok().filter(|year| (1000..=9998).contains(year))
}

fn levels(text: &str) -> Option<RangeInclusive<u8>> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let (first, last): (u8, u8) = (first.parse().ok()?, last.parse().ok()?);
    let is_range = limits::MOOD_MIN <= first && first <= last && last <= limits::MOOD_MAX;
    is_range.then_some(first..=last)
}

fn yes_or_no(text: &str) -> Option<bool> {
    text.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::SearchForm;

    fn form(name: &str, value: &str) -> SearchForm {
        SearchForm::of(|field| (field == name).then(|| value.to_owned()))
    }

    #[test]
    fn empty_fields_ask_for_nothing_and_filters_alone_ask_for_something() {
        let empty = SearchForm::of(|_| Some(" ".into())).checked().unwrap();
        assert!(empty.is_empty() && !empty.has_filters());
        assert!(form("before", "2026-11-20").checked().unwrap().is_empty());
        for (name, value) in [("year", "2026"), ("mood", "7-10"), ("feeling", "happy"), ("photo", "true")] {
            assert!(form(name, value).checked().unwrap().has_filters(), "{name}");
        }
        assert!(!form("q", "Regen").checked().unwrap().has_filters());
    }

    #[test]
    fn meaningless_filters_are_refused() {
        for (name, value) in [
            ("year", "0"),
            ("year", "99999"),
            ("mood", "0"),
            ("mood", "8-7"),
            ("mood", "1-11"),
            ("mood", "-"),
            ("feeling", "hungry"),
            ("photo", "1"),
            ("before", "gestern"),
            ("before", "99999-01-01"),
        ] {
            assert_eq!(form(name, value).checked().unwrap_err().code(), "invalid_form", "{name}={value}");
        }
        assert_eq!(form("q", &"ä".repeat(100)).checked().unwrap().words.chars().count(), 100);
        assert_eq!(form("q", &"ä".repeat(101)).checked().unwrap_err().code(), "search_too_long");
    }
}
