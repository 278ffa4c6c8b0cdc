//! The days that 'Heute vor …' remembers.

use crate::limits;
use chrono::{Datelike, Months, NaiveDate};

/// The most days of [`memory_days`]: five of twenty years have a leap day.
pub const MEMORY_DAYS: usize = limits::MEMORY_YEARS + 5 + 2;

/// The days on which 'Heute vor …' looks: this day in earlier years, the latest first, then half a year and a month ago.
/// A 29 February is remembered on the 28th in years without one.
pub fn memory_days(today: NaiveDate) -> Vec<NaiveDate> {
    let has_no_leap_day = today.month() == 2 && today.day() == 28 && !today.leap_year();
    let years = (1..).take(limits::MEMORY_YEARS).flat_map(|ago| {
        let day = today.with_year(today.year() - ago);
        let leap_day = day.filter(|day| has_no_leap_day && day.leap_year()).and_then(|day| day.succ_opt());
        leap_day.into_iter().chain(day)
    });
    let recent = [6, 1].into_iter().filter_map(|ago| {
        // A month that is too short has no such day.
        today.checked_sub_months(Months::new(ago)).filter(|day| day.day() == today.day())
    });
    years.chain(recent).collect()
}

#[cfg(test)]
mod tests {
    use super::{MEMORY_DAYS, memory_days};
    use crate::limits;
    use chrono::NaiveDate;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn memories_are_of_the_same_day_and_a_leap_day_has_few() {
        let days = memory_days(day("2026-11-20"));
        assert_eq!(days[..2], ["2025-11-20", "2024-11-20"].map(day));
        assert_eq!(days[limits::MEMORY_YEARS..], ["2026-05-20", "2026-10-20"].map(day));
        let leap = memory_days(day("2024-02-29"));
        assert_eq!(leap[0], day("2020-02-29"));
        assert_eq!(leap[leap.len() - 2..], ["2023-08-29", "2024-01-29"].map(day));
        let eve = memory_days(day("2026-02-28"));
        assert_eq!(eve[..4], ["2025-02-28", "2024-02-29", "2024-02-28", "2023-02-28"].map(day));
        assert_eq!(eve.len(), MEMORY_DAYS);
        assert!(!memory_days(day("2024-02-28")).contains(&day("2020-02-29")));
        assert_eq!(memory_days(day("2026-03-31"))[limits::MEMORY_YEARS..], [] as [NaiveDate; 0]);
    }
}
