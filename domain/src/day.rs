//! Which day it is for a person (product 4): one function, used by every rule that says "today".

use chrono::{NaiveDate, NaiveDateTime, TimeDelta};

/// The diary day of a local time: before the personal day end it is still the day before.
///
/// `day_end` is in minutes after midnight, 0 to 300.
pub fn of(local: NaiveDateTime, day_end: u16) -> NaiveDate {
    (local - TimeDelta::minutes(i64::from(day_end.min(300)))).date()
}

#[cfg(feature = "zones")]
mod zones {
    use super::{NaiveDate, of};
    use chrono::{DateTime, Timelike, Utc};
    pub use chrono_tz::Tz;

    /// Where nobody told us a zone.
    pub const DEFAULT: Tz = chrono_tz::Europe::Berlin;

    /// An IANA zone by its name.
    pub fn parse(name: &str) -> Option<Tz> {
        name.parse().ok()
    }

    /// The diary day at `now` for somebody in `zone`.
    pub fn today(now: DateTime<Utc>, zone: Tz, day_end: u16) -> NaiveDate {
        of(now.with_timezone(&zone).naive_local(), day_end)
    }

    /// The wall clock's hour, 0 to 23.
    pub fn hour(now: DateTime<Utc>, zone: Tz) -> u32 {
        now.with_timezone(&zone).hour()
    }
}
#[cfg(feature = "zones")]
pub use zones::{DEFAULT as DEFAULT_ZONE, Tz as Zone, hour, parse as parse_zone, today};

#[cfg(test)]
mod tests {
    use super::of;
    use chrono::NaiveDate;

    #[test]
    fn the_day_lasts_until_its_personal_end() {
        let date = |d| NaiveDate::from_ymd_opt(2026, 11, d).unwrap_or_default();
        let at = |d, h, m| date(d).and_hms_opt(h, m, 0).unwrap_or_default();
        assert_eq!(of(at(20, 0, 0), 0), date(20));
        assert_eq!(of(at(20, 3, 59), 240), date(19));
        assert_eq!(of(at(20, 4, 0), 240), date(20));
        assert_eq!(of(at(20, 4, 59), 9999), date(19), "five hours at most");
    }
}

#[cfg(all(test, feature = "zones"))]
mod zone_tests {
    use super::{hour, parse_zone, today};
    use chrono::{DateTime, NaiveDate, Utc};

    fn day(utc: &str, zone: &str, day_end: u16) -> Option<NaiveDate> {
        let now: DateTime<Utc> = utc.parse().ok()?;
        Some(today(now, parse_zone(zone)?, day_end))
    }

    #[test]
    fn days_follow_the_zone_through_clock_changes_and_across_the_date_line() {
        for (utc, zone, day_end, expected) in [
            ("2026-11-20T22:59:59Z", "Europe/Berlin", 0, (2026, 11, 20)),
            ("2026-11-20T23:00:00Z", "Europe/Berlin", 0, (2026, 11, 21)),
            ("2026-03-28T23:30:00Z", "Europe/Berlin", 0, (2026, 3, 29)),
            ("2026-03-29T22:00:00Z", "Europe/Berlin", 0, (2026, 3, 30)),
            ("2026-10-25T22:30:00Z", "Europe/Berlin", 0, (2026, 10, 25)),
            ("2026-10-25T23:00:00Z", "Europe/Berlin", 0, (2026, 10, 26)),
            ("2026-11-20T10:00:00Z", "Pacific/Kiritimati", 0, (2026, 11, 21)),
            ("2026-11-20T10:00:00Z", "Etc/GMT+12", 0, (2026, 11, 19)),
            ("2026-11-20T02:30:00Z", "Europe/Berlin", 240, (2026, 11, 19)),
        ] {
            let (y, m, d) = expected;
            assert_eq!(day(utc, zone, day_end), NaiveDate::from_ymd_opt(y, m, d), "{utc} {zone}");
        }
    }

    #[test]
    fn an_unknown_zone_is_none() {
        assert!(parse_zone("Mars/Olympus").is_none());
        assert_eq!(parse_zone("Europe/Berlin").map(|z| hour(DateTime::<Utc>::UNIX_EPOCH, z)), Some(1));
    }
}
