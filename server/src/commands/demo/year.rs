//! The year of `server/demo/year.json` and the days of `server/demo/friends.json`, laid onto the days before today.

use backend::{error::StartError, media::Upload};
use bytes::Bytes;
use chrono::{DateTime, Datelike, Days, Duration, NaiveDate, NaiveTime, TimeZone, Utc};
use domain::{EntryForm, Mood, Visibility, day};
use serde::Deserialize;

const YEAR: &str = include_str!("../../../demo/year.json");
const FRIENDS: &str = include_str!("../../../demo/friends.json");
const PHOTOS: [(&str, &[u8]); 4] = [
    ("astronaut.jpg", include_bytes!("../../../demo/photos/astronaut.jpg")),
    ("chelsea.jpg", include_bytes!("../../../demo/photos/chelsea.jpg")),
    ("coffee.jpg", include_bytes!("../../../demo/photos/coffee.jpg")),
    ("rocket.jpg", include_bytes!("../../../demo/photos/rocket.jpg")),
];
/// The number of latest days that only entries with a fixed distance from today get.
const RECENT: u64 = 9;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Person {
    pub first_name: String,
    pub last_name: String,
}

#[derive(Debug)]
pub struct Year {
    pub person: Person,
    /// Oldest first, one a day.
    pub days: Vec<Day>,
}

#[derive(Debug)]
pub struct Day {
    /// The evening of the writing.
    pub at: DateTime<Utc>,
    entry: DemoEntry,
}

#[derive(Debug, Deserialize)]
struct File {
    person: Person,
    entries: Vec<DemoEntry>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct DemoEntry {
    #[serde(default)]
    days_ago: Option<u64>,
    #[serde(default)]
    month: u32,
    #[serde(default)]
    day: u32,
    text: String,
    summary: String,
    top_moment: String,
    emojis: String,
    mood_level: u8,
    visibility: Visibility,
    /// Marked with a heart once it is written.
    #[serde(default)]
    favorite: bool,
    photos: Vec<String>,
}

impl Year {
    pub fn read(now: DateTime<Utc>) -> Result<Self, StartError> {
        let file = serde_json::from_str(YEAR).map_err(|e| StartError(format!("server/demo/year.json: {e}")))?;
        Ok(Self::of(file, now))
    }

    /// Entries of the friends, each on some of the latest days.
    pub fn friends(now: DateTime<Utc>) -> Result<Vec<Self>, StartError> {
        let files: Vec<File> =
            serde_json::from_str(FRIENDS).map_err(|e| StartError(format!("server/demo/friends.json: {e}")))?;
        Ok(files.into_iter().map(|file| Self::of(file, now)).collect())
    }

    fn of(file: File, now: DateTime<Utc>) -> Self {
        let today = day::today(now, day::DEFAULT_ZONE, 0);
        let dated = file.entries.into_iter().filter_map(|entry| Some((date(&entry, today)?, entry)));
        let mut days: Vec<Day> = dated.filter_map(|(date, entry)| Some(Day { at: evening(date)?, entry })).collect();
        days.sort_by_key(|day| day.at);
        days.dedup_by_key(|day| day.at.date_naive());
        Self { person: file.person, days }
    }

    /// The day before the first entry.
    pub fn start(&self) -> DateTime<Utc> {
        self.days.first().map_or_else(DateTime::default, |first| first.at - Duration::days(1))
    }
}

/// The latest such day before today. `None` if another entry has it.
fn date(entry: &DemoEntry, today: NaiveDate) -> Option<NaiveDate> {
    if let Some(ago) = entry.days_ago {
        return today.checked_sub_days(Days::new(ago));
    }
    let in_year = |year| NaiveDate::from_ymd_opt(year, entry.month, entry.day).filter(|date| *date < today);
    // 29 February is up to eight years ago.
    let date = (0..=8).find_map(|ago| in_year(today.year() - ago))?;
    let is_free = date.checked_add_days(Days::new(RECENT)).is_some_and(|end| end < today);
    let is_of_last_year = today.checked_sub_days(Days::new(366)).is_some_and(|start| date >= start);
    (is_free && is_of_last_year).then_some(date)
}

fn evening(date: NaiveDate) -> Option<DateTime<Utc>> {
    // Between 20:00 and 22:29, not always at the same minute.
    let minutes = (date.ordinal() * 37) % 150;
    let time = NaiveTime::from_hms_opt(20 + minutes / 60, minutes % 60, 0)?;
    Some(day::DEFAULT_ZONE.from_local_datetime(&date.and_time(time)).earliest()?.to_utc())
}

impl Day {
    pub fn form(&self) -> EntryForm {
        let entry = &self.entry;
        EntryForm {
            text: Some(entry.text.clone()),
            summary: Some(entry.summary.clone()),
            top_moment: Some(entry.top_moment.clone()),
            emojis: Some(entry.emojis.clone()),
            mood: Some(Mood::at(entry.mood_level)),
            visibility: Some(entry.visibility),
            ..EntryForm::default()
        }
    }

    pub fn is_favorite(&self) -> bool {
        self.entry.favorite
    }

    pub fn photos(&self) -> Result<Vec<Upload>, StartError> {
        self.entry.photos.iter().map(|name| photo(name)).collect()
    }
}

pub fn photo(name: &str) -> Result<Upload, StartError> {
    let found = PHOTOS.iter().find(|(known, _)| *known == name);
    let (_, bytes) = found.ok_or_else(|| StartError(format!("server/demo/photos has no {name}")))?;
    Ok(Upload { name: name.to_owned(), bytes: Bytes::from_static(bytes) })
}

#[cfg(test)]
mod tests {
    use super::Year;
    use chrono::{DateTime, TimeDelta, Utc};
    use std::collections::HashSet;

    #[test]
    fn on_every_day_of_a_leap_year_the_year_lies_before_it_and_ends_in_a_streak() {
        let start: DateTime<Utc> = "2027-12-31T23:30:00Z".parse().unwrap();
        for today in (0..366).map(|days| start + TimeDelta::days(days)) {
            let year = Year::read(today).unwrap();
            let local = domain::day::today(today, domain::day::DEFAULT_ZONE, 0);
            let dates: Vec<_> =
                year.days.iter().map(|day| domain::day::today(day.at, domain::day::DEFAULT_ZONE, 0)).collect();
            assert!(dates.is_sorted() && dates.iter().collect::<HashSet<_>>().len() == dates.len(), "{today}");
            assert!(dates.len() > 140, "{today}: {}", dates.len());
            assert!(dates.iter().all(|date| *date < local && (local - *date).num_days() <= 366), "{today}");
            for ago in 1..=6 {
                assert!(dates.contains(&(local - TimeDelta::days(ago))), "{today}: {ago} days ago");
            }
        }
    }

    #[test]
    fn every_photo_is_there_and_fits_the_plan() {
        let now = "2026-11-20T12:00:00Z".parse().unwrap();
        let friends = Year::friends(now).unwrap();
        assert!(friends.iter().all(|friend| friend.days.len() >= 3));
        for day in Year::read(now).unwrap().days.iter().chain(friends.iter().flat_map(|friend| &friend.days)) {
            assert!(day.photos().unwrap().len() <= domain::Plan::Free.images());
        }
    }
}
