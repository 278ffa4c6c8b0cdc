//! Counts of a person's entries, and streaks: days in a row with an entry (spec 1, 2, 9).

pub use crate::memories::{MEMORY_DAYS, memory_days};
use crate::{Feeling, Mood};
use chrono::{Datelike, Days, Months, NaiveDate};
use serde::{Deserialize, Serialize};

/// The entries of one month, counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MonthCounts {
    /// The month's first day.
    pub month: NaiveDate,
    pub entries: u32,
    /// A bit for each day that counts for a streak; the lowest is the first day. A day that was written later does not count.
    pub days: u32,
    pub words: u32,
    /// The words of the longest text.
    pub longest: u32,
    pub photos: u32,
    pub favorites: u32,
    /// Days on which a mood was chosen.
    pub mood_days: u32,
    /// The sum of their levels.
    pub mood_sum: u32,
}

/// The days of a month that count for a streak.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MonthDays {
    /// The month's first day.
    pub month: NaiveDate,
    /// The same as in [`MonthCounts`].
    pub days: u32,
}

impl From<&MonthCounts> for MonthDays {
    fn from(counts: &MonthCounts) -> Self {
        Self { month: counts.month, days: counts.days }
    }
}

/// The counts of one entry, which are added to its month.
#[derive(Clone, Debug)]
pub struct EntryCounts {
    pub date: NaiveDate,
    pub words: u32,
    pub photos: u32,
    pub is_favorite: bool,
    /// `None`: nobody chose one.
    pub mood_level: Option<u8>,
    pub is_backfilled: bool,
}

/// The first day of the month of `date`.
pub fn first_of_month(date: NaiveDate) -> NaiveDate {
    date.with_day(1).unwrap_or(date)
}

impl MonthCounts {
    pub fn of(month: NaiveDate, entries: &[EntryCounts]) -> Self {
        let mut counts = Self { month, ..Self::default() };
        for entry in entries {
            counts.entries += 1;
            counts.days |= u32::from(!entry.is_backfilled) << entry.date.day0();
            counts.words += entry.words;
            counts.longest = counts.longest.max(entry.words);
            counts.photos += entry.photos;
            counts.favorites += u32::from(entry.is_favorite);
            if let Some(level) = entry.mood_level {
                counts.mood_days += 1;
                counts.mood_sum += u32::from(level);
            }
        }
        counts
    }
}

/// Days in a row with an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    pub first: NaiveDate,
    pub last: NaiveDate,
}

impl Run {
    pub fn length(self) -> u32 {
        u32::try_from((self.last - self.first).num_days() + 1).unwrap_or(0)
    }
}

/// All runs, the oldest first. `months` are in order.
pub fn runs(months: impl IntoIterator<Item = impl Into<MonthDays>>) -> Vec<Run> {
    let days = months.into_iter().map(Into::into).flat_map(|counts: MonthDays| {
        (0..31_u64)
            .filter(move |day| counts.days >> day & 1 == 1)
            .filter_map(move |day| counts.month.checked_add_days(Days::new(day)))
    });
    let mut runs: Vec<Run> = Vec::new();
    for day in days {
        match runs.last_mut().filter(|run| run.last.succ_opt() == Some(day)) {
            Some(run) => run.last = day,
            None => runs.push(Run { first: day, last: day }),
        }
    }
    runs
}

/// The run that today belongs to. While today has no entry, it is the run that ended yesterday: today can still go on with it. Whoever flew
/// west may have written tomorrow's entry already.
pub fn current_run(runs: &[Run], today: NaiveDate) -> Option<Run> {
    runs.iter().rev().find(|run| run.first <= today).copied().filter(|run| (today - run.last).num_days() <= 1)
}

/// `GET /api/user-streak`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Streak {
    pub current_streak: u32,
    pub best_streak: u32,
    /// Today has an entry that counts.
    pub is_today_written: bool,
}

impl Streak {
    /// `months` are in order.
    pub fn of(months: impl IntoIterator<Item = impl Into<MonthDays>>, today: NaiveDate) -> Self {
        let runs = runs(months);
        let current = current_run(&runs, today);
        Self {
            current_streak: current.map_or(0, Run::length),
            best_streak: runs.iter().map(|run| run.length()).max().unwrap_or(0),
            is_today_written: current.is_some_and(|run| run.last >= today),
        }
    }
}

/// A streak that the deletion of an entry would break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BrokenStreak {
    /// How many days it has.
    pub days: u32,
    /// How many days the current streak would have.
    pub left: u32,
}

impl BrokenStreak {
    /// `None`: without the entry of `day` the current streak loses that day at most. `months` are in order.
    pub fn of(months: &[MonthDays], today: NaiveDate, day: NaiveDate) -> Option<Self> {
        let current = |months: &[MonthDays]| current_run(&runs(months.iter().copied()), today).map_or(0, Run::length);
        let without = |counts: &MonthDays| {
            let is_its_month = counts.month == first_of_month(day);
            let days = if is_its_month { counts.days & !(1 << day.day0()) } else { counts.days };
            MonthDays { days, ..*counts }
        };
        let broken = Self { days: current(months), left: current(&months.iter().map(without).collect::<Vec<_>>()) };
        (broken.left + 1 < broken.days).then_some(broken)
    }
}

/// The totals of some months: of a year, or of everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    pub entries: u32,
    pub photos: u32,
    pub favorites: u32,
    pub words: u32,
    pub longest: u32,
    pub best_streak: u32,
    /// The first day of the month with the most entries; of several the latest.
    pub most_active_month: Option<NaiveDate>,
    pub mood_days: u32,
    pub mood_sum: u32,
}

impl Totals {
    /// `months` are in order.
    pub fn of(months: &[MonthCounts]) -> Self {
        let sum = |count: fn(&MonthCounts) -> u32| months.iter().map(count).fold(0, u32::saturating_add);
        let busiest = months.iter().filter(|month| month.entries > 0).max_by_key(|month| (month.entries, month.month));
        Self {
            entries: sum(|month| month.entries),
            photos: sum(|month| month.photos),
            favorites: sum(|month| month.favorites),
            words: sum(|month| month.words),
            longest: months.iter().map(|month| month.longest).max().unwrap_or(0),
            best_streak: runs(months).into_iter().map(Run::length).max().unwrap_or(0),
            most_active_month: busiest.map(|month| month.month),
            mood_days: sum(|month| month.mood_days),
            mood_sum: sum(|month| month.mood_sum),
        }
    }

    /// Rounded.
    pub fn average_words(&self) -> u32 {
        (self.words + self.entries / 2).checked_div(self.entries).unwrap_or(0)
    }

    /// The average of the moods that were chosen, with one digit; `None`: there are none.
    pub fn average_mood(&self) -> Option<f64> {
        (self.mood_days > 0).then(|| (f64::from(self.mood_sum) * 10.0 / f64::from(self.mood_days)).round() / 10.0)
    }
}

/// `GET /api/stats`: the figures that spec 2 names, and the mood.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Stats {
    pub total_entries: u32,
    pub total_photos: u32,
    pub favorites: u32,
    pub entries_this_month: u32,
    pub current_streak: u32,
    pub best_streak: u32,
    /// A month such as `2026-11`; the latest of several.
    pub most_active_month: Option<String>,
    pub total_words: u32,
    /// Per entry, rounded.
    pub average_words: u32,
    /// The words of the longest text.
    pub longest_entry: u32,
    /// The average of the days with a mood.
    pub average_mood: Option<f64>,
    /// How many days that are.
    pub mood_days: u32,
}

impl Stats {
    /// `months` are in order.
    pub fn of(months: &[MonthCounts], today: NaiveDate) -> Self {
        let (totals, streak) = (Totals::of(months), Streak::of(months, today));
        let this_month = first_of_month(today);
        Self {
            total_entries: totals.entries,
            total_photos: totals.photos,
            favorites: totals.favorites,
            entries_this_month: months.iter().find(|month| month.month == this_month).map_or(0, |month| month.entries),
            current_streak: streak.current_streak,
            best_streak: streak.best_streak,
            most_active_month: totals.most_active_month.map(|month| month.format("%Y-%m").to_string()),
            total_words: totals.words,
            average_words: totals.average_words(),
            longest_entry: totals.longest,
            average_mood: totals.average_mood(),
            mood_days: totals.mood_days,
        }
    }
}

/// One day with an entry, as a calendar shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DayCell {
    pub id: crate::EntryId,
    pub date: NaiveDate,
    /// A level that nobody chose is none.
    pub level: Option<u8>,
    pub feeling: Option<Feeling>,
    pub has_photo: bool,
}

/// One day with an entry, as the year's list shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DayMark {
    pub id: crate::EntryId,
    pub date: NaiveDate,
    /// Its first words.
    pub preview: String,
    /// The whole of the person's own text.
    pub text: String,
    pub emojis: String,
    /// A mood that nobody chose is none.
    pub mood: Option<Mood>,
    pub photos: u32,
    pub has_sound: bool,
    pub is_favorite: bool,
}

/// The months before and after, for turning pages; a year out of chrono's range stays where it is.
pub fn neighbours(month: NaiveDate) -> (NaiveDate, NaiveDate) {
    let one = Months::new(1);
    (month.checked_sub_months(one).unwrap_or(month), month.checked_add_months(one).unwrap_or(month))
}

#[cfg(test)]
mod tests {
    use super::{
        BrokenStreak, EntryCounts, MonthCounts, MonthDays, Run, Stats, Streak, Totals, current_run, first_of_month,
        runs,
    };
    use chrono::NaiveDate;
    use std::collections::BTreeMap;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn months(days: &[&str]) -> Vec<MonthCounts> {
        let mut by_month: BTreeMap<NaiveDate, Vec<EntryCounts>> = BTreeMap::new();
        for date in days.iter().map(|date| day(date)) {
            let entry =
                EntryCounts { date, words: 10, photos: 1, is_favorite: false, mood_level: None, is_backfilled: false };
            by_month.entry(first_of_month(date)).or_default().push(entry);
        }
        by_month.into_iter().map(|(month, entries)| MonthCounts::of(month, &entries)).collect()
    }

    #[test]
    fn a_streak_goes_on_over_the_end_of_months_and_years_and_ends_with_a_missed_day() {
        let months = months(&["2025-12-30", "2025-12-31", "2026-01-01", "2026-01-03", "2026-02-28", "2026-03-01"]);
        let found: Vec<_> = runs(&months).into_iter().map(|run| (run.first, run.length())).collect();
        assert_eq!(found, [(day("2025-12-30"), 3), (day("2026-01-03"), 1), (day("2026-02-28"), 2)]);
    }

    #[test]
    fn the_current_streak_waits_for_today_and_is_over_a_day_later() {
        let months = months(&["2026-11-18", "2026-11-19", "2026-11-20"]);
        let streak = |today| Streak::of(&months, day(today));
        let three = Streak { current_streak: 3, best_streak: 3, is_today_written: true };
        assert_eq!(streak("2026-11-20"), three);
        assert_eq!(streak("2026-11-21"), Streak { is_today_written: false, ..three });
        assert_eq!(streak("2026-11-22").current_streak, 0);
        assert_eq!(streak("2026-11-22").best_streak, 3);
        assert_eq!(streak("2026-11-19"), three, "it was written where the day began earlier");
        let run = Run { first: day("2026-11-18"), last: day("2026-11-20") };
        assert_eq!(current_run(&runs(&months), day("2026-11-21")), Some(run));
    }

    #[test]
    fn deleting_a_day_breaks_a_streak_unless_it_can_go_on_without_it() {
        let months = months(&["2026-10-30", "2026-10-31", "2026-11-01", "2026-11-02"]);
        let months: Vec<MonthDays> = months.iter().map(MonthDays::from).collect();
        let broken = |today, gone| BrokenStreak::of(&months, day(today), day(gone)).map(|it| (it.days, it.left));
        for (today, gone, expected) in [
            ("2026-11-02", "2026-10-31", Some((4, 2))),
            ("2026-11-02", "2026-11-01", Some((4, 1))),
            ("2026-11-02", "2026-10-30", None),
            ("2026-11-02", "2026-11-02", None),
            ("2026-11-03", "2026-11-02", Some((4, 0))),
            ("2026-11-04", "2026-11-02", None),
            ("2026-11-02", "2026-09-30", None),
        ] {
            assert_eq!(broken(today, gone), expected, "{gone} deleted on {today}");
        }
    }

    #[test]
    fn a_day_that_was_written_later_is_an_entry_but_mends_no_streak() {
        let entry = |date, is_backfilled| EntryCounts {
            date: day(date),
            words: 3,
            photos: 0,
            is_favorite: true,
            mood_level: Some(8),
            is_backfilled,
        };
        let november = [entry("2026-11-01", false), entry("2026-11-02", true), entry("2026-11-03", false)];
        let months = [MonthCounts::of(day("2026-11-01"), &november)];
        assert_eq!(runs(&months).len(), 2);
        let totals = Totals::of(&months);
        assert_eq!((totals.entries, totals.favorites, totals.mood_days, totals.best_streak), (3, 3, 3, 1));
        assert_eq!(totals.average_mood(), Some(8.0));
    }

    #[test]
    fn figures_of_nobody_are_zero_and_name_no_month() {
        let stats = Stats::of(&[], day("2026-11-20"));
        assert_eq!((stats.total_entries, stats.average_words, stats.best_streak), (0, 0, 0));
        assert_eq!((stats.most_active_month, stats.average_mood), (None, None));
    }

    #[test]
    fn the_later_of_two_equally_busy_months_is_named() {
        let months = months(&["2026-09-01", "2026-09-02", "2026-10-01", "2026-10-05", "2026-11-01"]);
        let stats = Stats::of(&months, day("2026-11-20"));
        assert_eq!(stats.most_active_month.as_deref(), Some("2026-10"));
        assert_eq!((stats.entries_this_month, stats.total_words, stats.average_words), (1, 50, 10));
    }
}
