//! Days as people write them: in names of files, in headings, in front matter.

use super::files::bare;
use chrono::{DateTime, Datelike, NaiveDate, NaiveDateTime, NaiveTime, Utc};

/// The months' names and short forms in German (also as in Austria), English, French and Spanish.
const MONTHS: [&str; 12] = [
    "januar jänner jan jän january janvier janv enero ene",
    "februar feber feb february février févr fév febrero",
    "märz mär mrz march mar mars marzo",
    "april apr avril avr abril abr",
    "mai may mayo",
    "juni jun june juin junio",
    "juli jul july juillet juil julio",
    "august aug août agosto ago",
    "september sep sept septembre septiembre",
    "oktober okt october oct octobre octubre",
    "november nov novembre noviembre",
    "dezember dez december dec décembre déc diciembre dic",
];

/// The beginnings of weekdays; a weekday may stand beside a date.
const WEEKDAYS: &str = "montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag mo di mi do fr sa so \
    monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun \
    lundi mardi mercredi jeudi vendredi samedi dimanche lun mar mer jeu ven sam dim \
    lunes martes miércoles jueves viernes sábado domingo mié jue vie sáb dom";

/// A day, and the time if it is there.
pub type Moment = (NaiveDate, Option<NaiveTime>);

/// A file whose name begins with a day, `2024-01-15`, `2024_01_15` or `20240115`, with a time behind it or anything else;
/// or is a day in any other form, as `15. Januar 2024`; or is one with its folders: `2024/01/15`, `2024/01-15`.
pub fn in_path(path: &str) -> Option<Moment> {
    let path = without_extension(path);
    let name = bare(path);
    numbered(name).map(with_time).or_else(|| Some((whole(name).or_else(|| in_folders(path))?, None)))
}

/// The day at the beginning of a file's name as `15.01.2024`, or the only one within it as `2024-01-15`.
pub fn within(path: &str) -> Option<Moment> {
    let name = bare(without_extension(path));
    let begins = name.find([' ', '_', ',', '-']).map(|at| name.split_at(at));
    if let Some((date, rest)) = begins.and_then(|(day, rest)| Some((german(day)?, rest))) {
        return Some(with_time((date, rest)));
    }
    let mut found = name.char_indices().filter_map(|(at, _)| {
        let is_start =
            !name[..at].ends_with(|c: char| c.is_ascii_digit()) && name.as_bytes().get(at + 4) == Some(&b'-');
        numbered(&name[at..]).filter(|_| is_start)
    });
    let first = found.next()?;
    found.all(|(date, _)| date == first.0).then(|| with_time(first))
}

fn without_extension(path: &str) -> &str {
    match path.rsplit_once('.') {
        Some((stem, end)) if end.bytes().all(|byte| byte.is_ascii_alphanumeric()) && !is_number(end) => stem,
        _ => path,
    }
}

/// Year, month and day in the last names of a path.
fn in_folders(path: &str) -> Option<NaiveDate> {
    let of = |names: usize| {
        let mut last: Vec<&str> = path.rsplit('/').take(names).collect();
        last.reverse();
        numbered(&last.join("-")).filter(|(_, rest)| rest.is_empty()).map(|(date, _)| date)
    };
    of(3).or_else(|| of(2))
}

fn with_time((date, rest): (NaiveDate, &str)) -> Moment {
    (date, rest.strip_prefix(['T', ' ', '_', '-']).and_then(time_of_name))
}

/// `10-30`, `10.30`, `10:30:15` or `1030` at the beginning.
fn time_of_name(rest: &str) -> Option<NaiveTime> {
    let end = rest.find(|c: char| !c.is_ascii_digit() && !matches!(c, ':' | '.' | '-')).unwrap_or(rest.len());
    let digits: String = rest[..end].chars().filter(char::is_ascii_digit).collect();
    let (hour, minute) = (digits.get(..2)?.parse().ok()?, digits.get(2..4)?.parse().ok()?);
    (matches!(digits.len(), 4 | 6)).then(|| NaiveTime::from_hms_opt(hour, minute, 0))?
}

/// The year first, and what follows.
fn numbered(text: &str) -> Option<(NaiveDate, &str)> {
    let bytes = text.as_bytes();
    let sign = *bytes.get(4)?;
    let (month, day, length) = match sign {
        b'-' | b'_' | b'.' if bytes.get(7) == Some(&sign) => (text.get(5..7)?, text.get(8..10)?, 10),
        b'0' | b'1' => (text.get(4..6)?, text.get(6..8)?, 8),
        _ => return None,
    };
    let rest = text.get(length..)?;
    let digits = [text.get(..4)?, month, day];
    if rest.starts_with(|c: char| c.is_ascii_digit()) || !digits.iter().all(|part| is_number(part)) {
        return None;
    }
    let date = NaiveDate::from_ymd_opt(digits[0].parse().ok()?, month.parse().ok()?, day.parse().ok()?)?;
    Some((date, rest))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A date with or without a time and a zone, as in front matter. The day is as it stands there: it is that of the zone beside it.
pub fn moment(text: &str) -> Option<Moment> {
    let text = text.trim();
    if let Some((date, rest)) = numbered(text) {
        return Some((date, time(rest.trim_start_matches(['T', 't', ' ', ',']))));
    }
    let (date, rest) = text.split_once([' ', 'T']).unwrap_or((text, ""));
    whole(text).map(|date| (date, None)).or_else(|| Some((whole(date.trim_end_matches(','))?, time(rest.trim()))))
}

/// A time at the beginning: `9:05`, `09:05:30.123+02:00`.
pub fn time(text: &str) -> Option<NaiveTime> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != ':').unwrap_or(text.len());
    let parts: Vec<u32> = text[..end].split(':').filter_map(|part| part.parse().ok()).collect();
    match parts.as_slice() {
        [hour, minute] => NaiveTime::from_hms_opt(*hour, *minute, 0),
        [hour, minute, second] => NaiveTime::from_hms_opt(*hour, *minute, *second),
        _ => None,
    }
}

/// A moment with its zone. Years that no diary has are none, because not every zone has a local time for them.
pub fn utc(text: &str) -> Option<DateTime<Utc>> {
    text.parse::<DateTime<Utc>>().ok().filter(|at| (1..=9998).contains(&at.year()))
}

/// A local date and time, with a fraction of any length.
pub fn local(text: &str) -> Option<NaiveDateTime> {
    let (date, time) = moment(text)?;
    Some(date.and_time(time.unwrap_or(NaiveTime::MIN)))
}

/// A text that is a day and nothing else but a weekday: `2023-01-15`, `15.01.2023`, `Sonntag, 15. Januar 2023`.
pub fn whole(text: &str) -> Option<NaiveDate> {
    let text = text.trim();
    if text.len() > 60 {
        return None;
    }
    let parts: Vec<String> = text
        .split(|c: char| c.is_whitespace() || matches!(c, ',' | '(' | ')' | '|' | '–'))
        .map(str::to_lowercase)
        .filter(|part| {
            !part.is_empty() && !is_weekday(part) && !matches!(part.as_str(), "de" | "of" | "der" | "den" | "-")
        })
        .collect();
    if let [one] = parts.as_slice() {
        return numbered(one).filter(|(_, rest)| rest.is_empty()).map(|(date, _)| date).or_else(|| german(one));
    }
    let parts: Vec<String> =
        parts.iter().flat_map(|part| part.split('.')).filter(|part| !part.is_empty()).map(str::to_owned).collect();
    let [first, second, year] = parts.as_slice() else { return None };
    let (day, month) = match (month(first), month(second)) {
        (None, Some(month)) => (first, month),
        (Some(month), None) => (second, month),
        (None, None) if is_number(second) => (first, second.parse().ok()?),
        _ => return None,
    };
    let day = ["st", "nd", "rd", "th", "er"].iter().find_map(|end| day.strip_suffix(end)).unwrap_or(day);
    (year.len() == 4 && is_number(year) && is_number(day)).then_some(())?;
    NaiveDate::from_ymd_opt(year.parse().ok()?, month, day.parse().ok()?)
}

/// `15.1.2023`
fn german(text: &str) -> Option<NaiveDate> {
    let parts: Vec<&str> = text.split('.').collect();
    let [day, month, year] = parts.as_slice() else { return None };
    let is_plain = parts.iter().all(|part| is_number(part)) && year.len() == 4;
    is_plain.then_some(())?;
    NaiveDate::from_ymd_opt(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?)
}

fn month(text: &str) -> Option<u32> {
    let at = MONTHS.iter().position(|names| names.split(' ').any(|name| name == text))?;
    u32::try_from(at + 1).ok()
}

fn is_weekday(text: &str) -> bool {
    let text = text.trim_end_matches('.');
    // `mar` is also a month, which needs a day and a year beside it.
    text != "mar" && WEEKDAYS.split_whitespace().any(|name| name == text)
}

#[cfg(test)]
mod tests {
    use super::{in_path, moment, whole, within};

    fn day(text: &str) -> Option<String> {
        whole(text).map(|date| date.to_string())
    }

    #[test]
    fn a_line_may_be_a_day_in_many_ways() {
        for text in [
            "2023-01-15",
            "20230115",
            "15.01.2023",
            "15.1.2023",
            "Sonntag, 15. Januar 2023",
            "So, 15. Jan. 2023",
            "So., 15.01.2023",
            "15. Jänner 2023",
            "2023-01-15 (Sonntag)",
            "January 15, 2023",
            "Sunday, January 15th, 2023",
            "dimanche 15 janvier 2023",
            "15 de enero de 2023",
        ] {
            assert_eq!(day(text).as_deref(), Some("2023-01-15"), "{text}");
        }
        for text in [
            "",
            "15",
            "2023",
            "15.01.",
            "15.01.23",
            "30.02.2023",
            "2023-13-01",
            "am 15.01.2023",
            "1 2 3",
            "Januar 2023",
            "2023-01-15 Ausflug",
            "15:01:2023",
            "15 Regen 2023",
            "٢٠٢٣-٠١-١٥",
            "ä.ä.äää",
        ] {
            assert_eq!(day(text), None, "{text}");
        }
    }

    #[test]
    fn names_begin_with_a_day() {
        let name = |name: &str| in_path(name).map(|(date, time)| format!("{date} {time:?}"));
        assert_eq!(name("2023-01-15 Ausflug.md").as_deref(), Some("2023-01-15 None"));
        assert_eq!(name("20230115.txt").as_deref(), Some("2023-01-15 None"));
        assert_eq!(name("2023_01_15.md").as_deref(), Some("2023-01-15 None"));
        assert_eq!(name("2023-01-15 10-30.md").as_deref(), Some("2023-01-15 Some(10:30:00)"));
        for yes in [
            "15.01.2023.md",
            "15.1.2023",
            "Tage/15. Januar 2023.md",
            "a/2023/01/15.md",
            "2023/01-15.txt",
            "2023-01/15.md",
        ] {
            assert_eq!(name(yes).as_deref(), Some("2023-01-15 None"), "{yes}");
        }
        for no in [
            "2023-01.md",
            "2023-01-155.md",
            "123456789.md",
            "2023-1-15.md",
            "äääää.md",
            "2023-ä-15.md",
            "",
            "01/15/2023.md",
            "15-01-2023.md",
            "2023/13/15.md",
            "2023/01/a/15.md",
            "15.01.23.md",
        ] {
            assert_eq!(name(no), None, "{no}");
        }
    }

    #[test]
    fn a_day_may_stand_within_a_name_if_it_is_the_only_one() {
        let name = |name: &str| within(name).map(|(date, _)| date.to_string());
        for yes in [
            "15.01.2023 10-30 Ausflug.md",
            "15.01.2023-x.md",
            "Tagebuch-2023-01-15-x.md",
            "a/Ü2023-01-15.txt",
            "2023-01-15 (2023-01-15)",
        ] {
            assert_eq!(name(yes).as_deref(), Some("2023-01-15"), "{yes}");
        }
        for no in
            ["von 2023-01-15 bis 2023-01-17.md", "12023-01-15.md", "x 2023-01-155", "x 2023_01_15", "2023-01-15/a.md"]
        {
            assert_eq!(name(no), None, "{no}");
        }
    }

    #[test]
    fn a_moment_is_that_of_its_own_zone() {
        let moment = |text: &str| moment(text).map(|(date, time)| format!("{date} {time:?}"));
        for text in ["2023-01-15T23:30:00+02:00", "2023-01-15 23:30", "2023-01-15T23:30:00.1234567", "15.01.2023 23:30"]
        {
            assert_eq!(moment(text).as_deref(), Some("2023-01-15 Some(23:30:00)"), "{text}");
        }
        assert_eq!(moment("2023-01-15").as_deref(), Some("2023-01-15 None"));
        assert_eq!(moment("yesterday"), None);
    }
}
