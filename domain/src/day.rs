//! The diary day of a person (product 4). Every rule about "today" uses the one function here.

use crate::{EntryId, Error, Refusal, UserId, Visibility, limits};
use chrono::{DateTime, Datelike, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

/// The day that an address names. `None`: it is none, or of a time that no diary is about and no database may know.
pub fn named(text: &str) -> Option<NaiveDate> {
    text.parse::<NaiveDate>().ok().filter(|date| (limits::FIRST_YEAR..=9999).contains(&date.year()))
}

/// The day that a call names, else `invalid_date`.
pub fn parse(text: &str) -> Result<NaiveDate, Error> {
    named(text).ok_or_else(|| Refusal::InvalidDate.into())
}

/// The day's data that a browser stores, so that a day can be started offline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct DayTicket {
    pub user_id: UserId,
    pub date: NaiveDate,
    /// A signed ticket: it creates the entry of `date`, and opens none that is closed (product 4).
    pub ticket: String,
    /// The end of `date`.
    pub ends: DateTime<Utc>,
    /// The zone in which `day_end` tells the diary day after `ends`.
    pub zone: String,
    /// Minutes after midnight at which the diary day ends.
    pub day_end: u16,
    /// The default visibility of a new entry.
    pub visibility: Visibility,
    /// The entry of `date`, if there was one when the ticket was issued.
    pub entry_id: Option<EntryId>,
}

#[cfg(feature = "zones")]
mod zones {
    use crate::limits;
    use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, TimeZone, Timelike, Utc};
    pub use chrono_tz::Tz;

    /// The zone of a person whose zone is unknown.
    pub const DEFAULT: Tz = chrono_tz::Europe::Berlin;

    /// An IANA zone by its name.
    pub fn parse(name: &str) -> Option<Tz> {
        name.parse().ok()
    }

    /// The diary day at `now` in `zone`. Before the personal day end it is still the day before.
    ///
    /// `day_end` is in minutes after midnight, 0 to 300. If the clock is put back, a day that has begun does not end early. If the clock
    /// skips the start of a day, the day begins with the jump.
    pub fn today(now: DateTime<Utc>, zone: Tz, day_end: u16) -> NaiveDate {
        let local = now.with_timezone(&zone).naive_local();
        let day_end = TimeDelta::minutes(i64::from(day_end.min(limits::DAY_END)));
        let has_begun = |date: &NaiveDate| {
            let beginning = date.and_time(NaiveTime::MIN) + day_end;
            let first = zone.from_local_datetime(&beginning).earliest();
            first.map_or(local >= beginning, |first| now >= first)
        };
        let date = local.date();
        let days = [date.succ_opt(), Some(date), date.pred_opt()].into_iter().flatten();
        days.into_iter().find(has_begun).unwrap_or(date)
    }

    /// The first moment, to the second, at which `date` is over. If the zone skipped `date`: when the next day begins.
    pub fn end(date: NaiveDate, zone: Tz, day_end: u16) -> DateTime<Utc> {
        let noon = date.and_time(NaiveTime::MIN).and_utc() + TimeDelta::hours(12);
        // No zone is further from Greenwich than this, even on skipped days.
        let (mut before, mut after) = (noon - TimeDelta::days(2), noon + TimeDelta::days(3));
        while after - before > TimeDelta::seconds(1) {
            let middle = before + TimeDelta::seconds((after - before).num_seconds() / 2);
            if today(middle, zone, day_end) > date { after = middle } else { before = middle }
        }
        after
    }

    /// A day's quota, stored when the person changed zone or day end: the day it belongs to, and since when it counts.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct QuotaDay {
        pub date: NaiveDate,
        pub since: DateTime<Utc>,
    }

    impl QuotaDay {
        /// The quota that counts now: `kept` from the last change until it ends, then today's.
        pub fn now(kept: Option<Self>, today: NaiveDate, now: DateTime<Utc>, zone: Tz, day_end: u16) -> Self {
            if let Some(kept) = kept.filter(|kept| now < kept.ends(zone, day_end)) {
                return kept;
            }
            let begins = today.pred_opt().map_or(now, |before| end(before, zone, day_end));
            // After a journey west, the person's diary day can be ahead of the calendar.
            Self { date: today, since: begins.min(now) }
        }

        /// The start of the next quota: the first end of a diary day after [`limits::QUOTA_HOURS`].
        pub fn ends(self, zone: Tz, day_end: u16) -> DateTime<Utc> {
            let earliest = self.since + TimeDelta::hours(limits::QUOTA_HOURS);
            end(today(earliest - TimeDelta::seconds(1), zone, day_end), zone, day_end)
        }
    }

    /// The wall clock's hour, 0 to 23.
    pub fn hour(now: DateTime<Utc>, zone: Tz) -> u32 {
        now.with_timezone(&zone).hour()
    }
}
#[cfg(feature = "zones")]
pub use zones::{DEFAULT as DEFAULT_ZONE, QuotaDay, Tz as Zone, end, hour, parse as parse_zone, today};

#[cfg(all(test, feature = "zones"))]
mod zone_tests {
    use super::{end, hour, parse_zone, today};
    use chrono::{DateTime, NaiveDate, TimeDelta, Utc};

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
            ("2026-11-20T02:59:59Z", "Europe/Berlin", 240, (2026, 11, 19)),
            ("2026-11-20T03:00:00Z", "Europe/Berlin", 240, (2026, 11, 20)),
            ("2026-11-20T03:59:59Z", "Europe/Berlin", 9999, (2026, 11, 19)),
            // 02:00 becomes 03:00, so the day end at 02:30 falls on the jump.
            ("2026-03-29T00:59:59Z", "Europe/Berlin", 150, (2026, 3, 28)),
            ("2026-03-29T01:00:00Z", "Europe/Berlin", 150, (2026, 3, 29)),
            // 03:00 becomes 02:00. The day end at 02:30 has already passed and does not come again.
            ("2026-10-25T00:29:59Z", "Europe/Berlin", 150, (2026, 10, 24)),
            ("2026-10-25T00:30:00Z", "Europe/Berlin", 150, (2026, 10, 25)),
            ("2026-10-25T01:00:00Z", "Europe/Berlin", 150, (2026, 10, 25)),
            ("2026-10-25T01:30:00Z", "Europe/Berlin", 150, (2026, 10, 25)),
            // Here the clock went back from 00:01 to 23:01 of the day before.
            ("2006-10-29T04:00:30Z", "America/St_Johns", 0, (2006, 10, 29)),
            ("2006-10-29T02:30:30Z", "America/St_Johns", 0, (2006, 10, 29)),
            ("2006-10-29T02:31:30Z", "America/St_Johns", 0, (2006, 10, 29)),
            // The zone skipped this day.
            ("2011-12-30T09:59:59Z", "Pacific/Apia", 0, (2011, 12, 29)),
            ("2011-12-30T10:00:00Z", "Pacific/Apia", 0, (2011, 12, 31)),
        ] {
            let (y, m, d) = expected;
            assert_eq!(day(utc, zone, day_end), NaiveDate::from_ymd_opt(y, m, d), "{utc} {zone}");
        }
    }

    #[test]
    fn a_day_ends_at_the_second_at_which_the_next_one_begins() {
        for (date, zone, day_end, expected) in [
            ((2026, 11, 20), "Europe/Berlin", 0, "2026-11-20T23:00:00Z"),
            ((2026, 11, 20), "Europe/Berlin", 300, "2026-11-21T04:00:00Z"),
            ((2026, 3, 28), "Europe/Berlin", 0, "2026-03-28T23:00:00Z"),
            ((2026, 3, 28), "Europe/Berlin", 150, "2026-03-29T01:00:00Z"),
            ((2026, 3, 29), "Europe/Berlin", 0, "2026-03-29T22:00:00Z"),
            ((2026, 10, 24), "Europe/Berlin", 150, "2026-10-25T00:30:00Z"),
            ((2026, 10, 25), "Europe/Berlin", 0, "2026-10-25T23:00:00Z"),
            ((2026, 11, 20), "Pacific/Kiritimati", 0, "2026-11-20T10:00:00Z"),
            ((2026, 11, 20), "Etc/GMT+12", 0, "2026-11-21T12:00:00Z"),
            ((2006, 10, 28), "America/St_Johns", 0, "2006-10-29T02:30:00Z"),
            ((2011, 12, 29), "Pacific/Apia", 0, "2011-12-30T10:00:00Z"),
            ((2011, 12, 30), "Pacific/Apia", 0, "2011-12-30T10:00:00Z"),
        ] {
            let (y, m, d) = date;
            let zone = parse_zone(zone).unwrap_or_default();
            let date = NaiveDate::from_ymd_opt(y, m, d).unwrap_or_default();
            let end = end(date, zone, day_end);
            assert_eq!(Ok(end), expected.parse(), "{date} {zone} {day_end}");
            assert!(today(end, zone, day_end) > date && today(end - TimeDelta::seconds(1), zone, day_end) <= date);
        }
    }

    #[test]
    fn no_hour_of_a_year_brings_an_earlier_day_back() {
        for zone in ["Europe/Berlin", "America/New_York", "Atlantic/Azores", "Australia/Lord_Howe", "Africa/Casablanca"]
        {
            let zone = parse_zone(zone).unwrap_or_default();
            for day_end in [0, 30, 90, 120, 150, 180, 300] {
                let mut before = NaiveDate::MIN;
                for half_hour in 0..365 * 48 {
                    let now = DateTime::<Utc>::from_timestamp(1_767_225_600 + half_hour * 1800, 0).unwrap_or_default();
                    let today = today(now, zone, day_end);
                    assert!(today >= before, "{zone} {day_end} {now}");
                    before = today;
                }
            }
        }
    }

    #[test]
    fn an_unknown_zone_is_none() {
        assert!(parse_zone("Mars/Olympus").is_none());
        assert_eq!(parse_zone("Europe/Berlin").map(|z| hour(DateTime::<Utc>::UNIX_EPOCH, z)), Some(1));
    }
}
