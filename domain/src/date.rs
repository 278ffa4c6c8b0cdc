//! Dates as a diary shows them: always de-DE, in every language of the interface (spec 9).

use chrono::{Datelike, NaiveDate};

const WEEKDAYS: [&str; 7] = ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"];
const MONTHS: [&str; 12] = [
    "Januar",
    "Februar",
    "März",
    "April",
    "Mai",
    "Juni",
    "Juli",
    "August",
    "September",
    "Oktober",
    "November",
    "Dezember",
];

/// 'Freitag, 20. November 2026'.
pub fn long(date: NaiveDate) -> String {
    format!("{} {}", day(date), date.year())
}

/// 'Freitag, 20. November', for places where the year is shown separately.
pub fn day(date: NaiveDate) -> String {
    format!("{}, {}. {}", weekday(date), date.day(), MONTHS[date.month0() as usize])
}

/// '20.11.2026'.
pub fn short(date: NaiveDate) -> String {
    date.format("%d.%m.%Y").to_string()
}

/// 'Fr, 20.', for a line of a list below its month.
pub fn brief(date: NaiveDate) -> String {
    format!("{}, {}.", &weekday(date)[..2], date.day())
}

fn weekday(date: NaiveDate) -> &'static str {
    WEEKDAYS[date.weekday().num_days_from_monday() as usize]
}

#[cfg(test)]
mod tests {
    use super::{brief, day, long, short};
    use chrono::NaiveDate;

    #[test]
    fn dates_read_as_in_a_german_diary() {
        let date = NaiveDate::from_ymd_opt(2026, 3, 1).unwrap_or_default();
        assert_eq!(long(date), "Sonntag, 1. März 2026");
        assert_eq!(day(date), "Sonntag, 1. März");
        assert_eq!(short(date), "01.03.2026");
        assert_eq!(brief(date), "So, 1.");
    }
}
