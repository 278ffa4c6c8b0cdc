//! Days that somebody types into the search, as people of the four languages write them: '28. Oktober', '28/10/2026', 'October 28th'.

use super::words::{plain, words};
use chrono::{Datelike, NaiveDate};
use domain::{Language, day};

/// The months in each language, without marks.
const MONTHS: [&[&str]; 12] = [
    &["januar", "janner", "january", "janvier", "enero"],
    &["februar", "february", "fevrier", "febrero"],
    &["marz", "march", "mars", "marzo"],
    &["april", "avril", "abril"],
    &["mai", "may", "mayo"],
    &["juni", "june", "juin", "junio"],
    &["juli", "july", "juillet", "julio"],
    &["august", "aout", "agosto"],
    &["september", "septembre", "septiembre", "setiembre"],
    &["oktober", "october", "octobre", "octubre"],
    &["november", "novembre", "noviembre"],
    &["dezember", "december", "decembre", "diciembre"],
];

/// Words that may surround a day: weekdays and small words.
const AROUND: &str = "montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag mo di mi do fr sa so \
                      monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun \
                      lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miercoles jueves viernes sabado domingo \
                      am den der vom the of on le du el de del";

/// Endings of ordinal numbers: '1er', '28th', '1º'.
const ORDINALS: [&str; 6] = ["st", "nd", "rd", "th", "er", "º"];

/// Least number of letters of a month's name: 'Okt'.
const SHORTEST: usize = 3;

/// Years that are looked at for a day without one: a 29 February may be eight years ago.
const YEARS: i32 = 9;

/// The day that was typed; without a year the last one. An English one such as 3/4 may be two.
pub fn typed_days(typed: &str, today: NaiveDate, language: Language) -> Vec<NaiveDate> {
    let has_sign = typed.trim().contains(['.', '/', '-']);
    let words: Vec<String> = words(typed).into_iter().map(|word| plain(&word.letters)).collect();
    let around: Vec<&str> = AROUND.split_whitespace().collect();
    let parts: Vec<&str> = words.iter().map(String::as_str).filter(|word| !around.contains(word)).collect();
    let is_slashed = language == Language::En && typed.contains('/');
    let found = match parts.as_slice() {
        [year, month, day] if year.len() == 4 && has_sign => vec![dated(year, number(month), day)],
        [one, two, rest @ ..] => {
            let year = rest.first().copied();
            match (month(one), month(two)) {
                _ if rest.len() > 1 => Vec::new(),
                (None, Some(month)) => vec![with(year, Some(month), number(one), today)],
                (Some(month), None) => vec![with(year, Some(month), number(two), today)],
                (None, None) if has_sign => {
                    let days =
                        [(two, one), (one, two)].map(|(month, day)| with(year, number(month), number(day), today));
                    // Month first where nothing else is possible, or where people write it so.
                    let all = days.into_iter().flatten().map(Some);
                    all.take(if is_slashed { 2 } else { 1 }).collect()
                }
                _ => Vec::new(),
            }
        }
        _ => Vec::new(),
    };
    let mut days: Vec<NaiveDate> = found.into_iter().flatten().collect();
    days.dedup();
    days
}

fn month(word: &str) -> Option<u32> {
    if word.chars().count() < SHORTEST {
        return None;
    }
    let mut found = (1..).zip(MONTHS).filter(|(_, names)| names.iter().any(|name| name.starts_with(word)));
    // 'jui' may be two of them.
    found.next().filter(|_| found.next().is_none()).map(|(month, _)| month)
}

fn number(word: &str) -> Option<u32> {
    let bare = ORDINALS.iter().find_map(|ordinal| word.strip_suffix(ordinal)).unwrap_or(word);
    bare.parse().ok().filter(|_| bare.len() <= 2)
}

fn with(year: Option<&str>, month: Option<u32>, day: Option<u32>, today: NaiveDate) -> Option<NaiveDate> {
    let (month, day) = (month?, day?);
    if let Some(year) = year {
        return dated(year, Some(month), &day.to_string());
    }
    let mut days = (0..YEARS).filter_map(|ago| NaiveDate::from_ymd_opt(today.year() - ago, month, day));
    days.find(|date| *date <= today)
}

/// `26` is 2026.
fn dated(year: &str, month: Option<u32>, day: &str) -> Option<NaiveDate> {
    let year = match year.len() {
        2 => format!("20{year}"),
        4 => year.to_owned(),
        _ => return None,
    };
    day::named(&format!("{year}-{:02}-{:02}", month?, number(day)?))
}

#[cfg(test)]
mod tests {
    use super::typed_days;
    use chrono::NaiveDate;
    use domain::Language::{De, En};
    use proptest::prelude::{any, prop_assert, proptest};

    fn found(typed: &str) -> Vec<String> {
        let today = NaiveDate::from_ymd_opt(2026, 11, 27).unwrap();
        typed_days(typed, today, De).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_day_is_known_as_people_write_it_in_four_languages() {
        for typed in [
            "28. Oktober",
            "28.10.",
            "28.10",
            "28.10.2026",
            "28. 10. 26",
            "2026-10-28",
            "28. Okt. 2026",
            "Mittwoch, 28. Oktober 2026",
            "am 28. oktober",
            "28 October",
            "October 28",
            "October 28th, 2026",
            "Oct 28",
            "10/28/2026",
            "28 octobre",
            "le 28 octobre 2026",
            "28/10/2026",
            "28/10",
            "28 de octubre de 2026",
            "el 28 de octubre",
        ] {
            assert_eq!(found(typed), ["2026-10-28"], "{typed}");
        }
        assert_eq!([found("24.12."), found("24 décembre")], [["2025-12-24"], ["2025-12-24"]], "the last one");
        assert_eq!(
            [found("3. März"), found("1er mars"), found("3.5.")].concat(),
            ["2026-03-03", "2026-03-01", "2026-05-03"]
        );
        assert_eq!(found("29. Februar"), ["2024-02-29"]);
        assert_eq!(found("1. Januar 2031"), ["2031-01-01"], "the calendar says that it is still ahead");
    }

    #[test]
    fn words_and_numbers_that_are_no_day_are_none() {
        for typed in [
            "",
            "28",
            "Oktober",
            "Oktober 2026",
            "30. Februar",
            "32.10.",
            "28.13.",
            "10 km",
            "3.5 km",
            "28 10",
            "Mai",
            "28. Oktober 1492",
            "1.2.3.4",
            "28. Regen",
            "jui 3",
            "28. Oktober 2026 2027",
            "-",
            "99999-01-01",
        ] {
            assert!(found(typed).is_empty(), "{typed}: {:?}", found(typed));
        }
    }

    #[test]
    fn an_english_day_in_numbers_may_be_two() {
        let today = NaiveDate::from_ymd_opt(2026, 11, 27).unwrap();
        let days = |typed, language| typed_days(typed, today, language).len();
        assert_eq!(
            [days("3/4", En), days("3/4", De), days("4/4", En), days("10/28", En), days("3.4.", En)],
            [2, 1, 1, 1, 1]
        );
    }

    proptest! {
        #[test]
        fn nothing_typed_breaks_it(typed in any::<String>()) {
            prop_assert!(typed_days(&typed, NaiveDate::default(), En).len() <= 2);
        }
    }
}
