//! Dates as a diary shows them: always de-DE, in every language of the interface (spec 9). How long ago a day is, and the months'
//! names as headings, follow the language (spec 1).

#[cfg(feature = "texts")]
use crate::{Key, Language};
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

/// A day in a label or another text of which no part can be marked as German: `german` on a German page, elsewhere in digits.
#[cfg(feature = "texts")]
pub fn in_label(language: Language, date: NaiveDate, german: fn(NaiveDate) -> String) -> String {
    if language == Language::De { german(date) } else { short(date) }
}

fn weekday(date: NaiveDate) -> &'static str {
    WEEKDAYS[date.weekday().num_days_from_monday() as usize]
}

#[cfg(feature = "texts")]
const MONTH_NAMES: [Key; 12] = [
    Key::DateMonthsJanuary,
    Key::DateMonthsFebruary,
    Key::DateMonthsMarch,
    Key::DateMonthsApril,
    Key::DateMonthsMay,
    Key::DateMonthsJune,
    Key::DateMonthsJuly,
    Key::DateMonthsAugust,
    Key::DateMonthsSeptember,
    Key::DateMonthsOctober,
    Key::DateMonthsNovember,
    Key::DateMonthsDecember,
];
#[cfg(feature = "texts")]
const MONTHS_SHORT: [Key; 12] = [
    Key::DateMonthsShortJanuary,
    Key::DateMonthsShortFebruary,
    Key::DateMonthsShortMarch,
    Key::DateMonthsShortApril,
    Key::DateMonthsShortMay,
    Key::DateMonthsShortJune,
    Key::DateMonthsShortJuly,
    Key::DateMonthsShortAugust,
    Key::DateMonthsShortSeptember,
    Key::DateMonthsShortOctober,
    Key::DateMonthsShortNovember,
    Key::DateMonthsShortDecember,
];

/// 'November', as a heading. `month` is 1 to 12. The Spanish September is not translated (spec 1).
#[cfg(feature = "texts")]
pub fn month_name(language: Language, month: u32) -> &'static str {
    language.text(MONTH_NAMES[at(month)])
}

/// 'Nov', three letters (spec 9). `month` is 1 to 12.
#[cfg(feature = "texts")]
pub fn month_short(language: Language, month: u32) -> &'static str {
    language.text(MONTHS_SHORT[at(month)])
}

#[cfg(feature = "texts")]
fn at(month: u32) -> usize {
    (month.clamp(1, 12) - 1) as usize
}

/// How long ago a day is: 'heute', 'vor 3 Tagen', up to 'vor 11 Monaten' (spec 1). None for days to come and for what is a year ago.
#[cfg(feature = "texts")]
pub fn relative(language: Language, date: NaiveDate, today: NaiveDate) -> Option<String> {
    let days = (today - date).num_days();
    let many = |key, n: i64| language.fill(key, &[("n", &n.to_string())]);
    match (days, full_months(date, today)) {
        (..0, _) => None,
        (0, _) => Some(language.text(Key::DateToday).to_owned()),
        (1, _) => Some(language.text(Key::DateYesterday).to_owned()),
        (2..7, _) => Some(many(Key::DateDaysAgo, days)),
        (7..14, _) => Some(language.text(Key::DateWeekAgo).to_owned()),
        (_, 0) => Some(many(Key::DateWeeksAgo, days / 7)),
        (_, 1) => Some(language.text(Key::DateMonthAgo).to_owned()),
        (_, n @ 2..12) => Some(many(Key::DateMonthsAgo, n)),
        _ => None,
    }
}

#[cfg(feature = "texts")]
fn full_months(date: NaiveDate, today: NaiveDate) -> i64 {
    let months = |day: NaiveDate| i64::from(day.year()) * 12 + i64::from(day.month0());
    months(today) - months(date) - i64::from(today.day() < date.day())
}

#[cfg(test)]
mod tests {
    use super::{brief, day, long, short};
    use chrono::NaiveDate;

    #[cfg(feature = "texts")]
    #[test]
    fn how_long_ago_a_day_is_reads_as_one_would_say_it() {
        use crate::Language::{De, En, Es, Fr};
        let day = |month, day| NaiveDate::from_ymd_opt(2026, month, day).unwrap();
        let said = |language, date| super::relative(language, date, day(11, 24));
        for (date, expected) in [
            (day(11, 24), "heute"),
            (day(11, 23), "gestern"),
            (day(11, 18), "vor 6 Tagen"),
            (day(11, 17), "vor einer Woche"),
            (day(11, 10), "vor 2 Wochen"),
            (day(10, 25), "vor 4 Wochen"),
            (day(10, 24), "vor einem Monat"),
            (day(9, 25), "vor einem Monat"),
            (day(1, 1), "vor 10 Monaten"),
        ] {
            assert_eq!(said(De, date).as_deref(), Some(expected), "{date}");
        }
        assert_eq!([said(De, day(11, 25)), said(De, NaiveDate::from_ymd_opt(2025, 11, 24).unwrap())], [None, None]);
        let others = [En, Fr, Es].map(|language| said(language, day(11, 21)).unwrap());
        assert_eq!(others, ["3 days ago", "il y a 3 jours", "hace 3 días"]);
    }

    #[cfg(feature = "texts")]
    #[test]
    fn months_have_names_in_each_language_and_the_spanish_september_is_left_as_it_is() {
        use crate::{
            Language,
            date::{month_name, month_short},
        };
        assert_eq!(Language::ALL.map(|l| month_name(l, 10)), ["Oktober", "October", "Octobre", "Octubre"]);
        assert_eq!(Language::ALL.map(|l| month_name(l, 9)), ["September", "September", "Septembre", "September"]);
        assert_eq!(Language::ALL.map(|l| month_short(l, 3)), ["Mär", "Mar", "Mar", "Mar"]);
        for language in Language::ALL {
            assert!((1..=12).all(|month| month_short(language, month).chars().count() == 3));
        }
    }

    #[cfg(feature = "texts")]
    #[test]
    fn a_label_has_german_names_on_a_german_page_alone() {
        use crate::{Language, date::in_label};
        let date = NaiveDate::from_ymd_opt(2026, 3, 1).unwrap_or_default();
        let said = Language::ALL.map(|language| in_label(language, date, day));
        assert_eq!(said, ["Sonntag, 1. März", "01.03.2026", "01.03.2026", "01.03.2026"]);
    }

    #[test]
    fn dates_read_as_in_a_german_diary() {
        let date = NaiveDate::from_ymd_opt(2026, 3, 1).unwrap_or_default();
        assert_eq!(long(date), "Sonntag, 1. März 2026");
        assert_eq!(day(date), "Sonntag, 1. März");
        assert_eq!(short(date), "01.03.2026");
        assert_eq!(brief(date), "So, 1.");
    }
}
