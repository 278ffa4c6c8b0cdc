//! Mails that a person may switch off: the daily reminder, and news of friends (product 28).

use crate::{Error, Refusal};
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

const MINUTES: u16 = 24 * 60;

/// A time of the wall clock, to the minute. In JSON and in forms it is `20:00`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "String")]
pub struct ReminderTime(u16);

impl ReminderTime {
    /// `minutes` after midnight. None: no day has so many.
    pub fn from_minutes(minutes: u16) -> Option<Self> {
        (minutes < MINUTES).then_some(Self(minutes))
    }

    pub fn minutes(self) -> u16 {
        self.0
    }
}

impl Default for ReminderTime {
    fn default() -> Self {
        Self(20 * 60)
    }
}

impl fmt::Display for ReminderTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.0 / 60, self.0 % 60)
    }
}

impl From<ReminderTime> for String {
    fn from(time: ReminderTime) -> Self {
        time.to_string()
    }
}

impl FromStr for ReminderTime {
    type Err = Error;

    /// `20:00`, as browsers send it.
    fn from_str(typed: &str) -> Result<Self, Error> {
        let number = |text: &str| text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse::<u16>().ok()).flatten();
        let read = || {
            let (hours, minutes) = typed.trim().split_once(':')?;
            let minutes = number(minutes).filter(|minutes| *minutes < 60)?;
            Self::from_minutes(number(hours).filter(|hours| *hours < 24)? * 60 + minutes)
        };
        read().ok_or_else(|| Error::from(Refusal::InvalidReminderTime).with("field", "time"))
    }
}

/// The mails that a person gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "a switch each")]
pub struct Notifications {
    pub reminder: bool,
    /// Also while it is off.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub reminder_time: ReminderTime,
    /// Somebody wants to be friends.
    pub friend_requests: bool,
    /// A request was accepted, or somebody registered with an own code.
    pub friend_news: bool,
    /// Nobody gets any of them without a confirmed address.
    pub email_confirmed: bool,
}

/// The changes. Absent fields stay as they are.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct NotificationForm {
    pub reminder: Option<bool>,
    pub reminder_time: Option<String>,
    pub friend_requests: Option<bool>,
    pub friend_news: Option<bool>,
}

/// One kind of these mails. The link in a mail ends its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MailKind {
    Reminder,
    FriendRequests,
    FriendNews,
}

impl MailKind {
    pub const ALL: [Self; 3] = [Self::Reminder, Self::FriendRequests, Self::FriendNews];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Reminder => "reminder",
            Self::FriendRequests => "friend-requests",
            Self::FriendNews => "friend-news",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}

#[cfg(feature = "zones")]
mod zones {
    use super::{MINUTES, ReminderTime};
    use crate::day::Zone;
    use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, TimeZone, Utc};

    impl ReminderTime {
        /// The first moment after `after` at which the clock in `zone` shows this time. A time that a day's clock skips is the next minute
        /// that it shows; of a time that it shows twice the first one counts.
        pub fn next(self, after: DateTime<Utc>, zone: Zone) -> DateTime<Utc> {
            let today = after.with_timezone(&zone).date_naive();
            let days = today.iter_days().take(4);
            days.filter_map(|date| self.on(date, zone)).find(|at| *at > after).unwrap_or(after + TimeDelta::days(1))
        }

        /// None: the zone skipped the rest of this date.
        fn on(self, date: NaiveDate, zone: Zone) -> Option<DateTime<Utc>> {
            (self.0..MINUTES).find_map(|minutes| {
                let local = date.and_time(NaiveTime::MIN) + TimeDelta::minutes(i64::from(minutes));
                zone.from_local_datetime(&local).earliest().map(|at| at.to_utc())
            })
        }
    }
}

#[cfg(all(test, feature = "zones"))]
mod tests {
    use super::ReminderTime;
    use crate::day::parse_zone;
    use chrono::{DateTime, Utc};

    fn time(text: &str) -> ReminderTime {
        text.parse().unwrap_or_default()
    }

    #[test]
    fn only_a_time_of_the_day_is_one() {
        for (typed, expected) in [("00:00", "00:00"), ("7:05", "07:05"), (" 23:59 ", "23:59")] {
            assert_eq!(typed.parse::<ReminderTime>().map(|time| time.to_string()), Ok(expected.to_owned()));
        }
        for typed in ["", "20", "24:00", "20:60", "-1:00", "+1:00", "20:00:00", "acht", ":", "99999:00"] {
            let refused = typed.parse::<ReminderTime>().map_err(|error| error.code());
            assert_eq!(refused, Err("invalid_reminder_time"), "{typed}");
        }
    }

    #[test]
    fn the_next_time_follows_the_clock_on_the_wall() {
        for (after, zone, at, expected) in [
            ("2026-11-20T10:00:00Z", "Europe/Berlin", "20:00", "2026-11-20T19:00:00Z"),
            ("2026-11-20T19:00:00Z", "Europe/Berlin", "20:00", "2026-11-21T19:00:00Z"),
            ("2026-11-20T23:30:00Z", "Europe/Berlin", "00:15", "2026-11-21T23:15:00Z"),
            ("2026-11-20T10:00:00Z", "Pacific/Kiritimati", "20:00", "2026-11-21T06:00:00Z"),
            ("2026-11-20T10:00:00Z", "Etc/GMT+12", "20:00", "2026-11-21T08:00:00Z"),
            // The evening before and after the clock changes.
            ("2026-03-28T20:00:00Z", "Europe/Berlin", "20:00", "2026-03-29T18:00:00Z"),
            ("2026-10-24T20:00:00Z", "Europe/Berlin", "20:00", "2026-10-25T19:00:00Z"),
            // 02:00 becomes 03:00: there is no 02:30.
            ("2026-03-28T20:00:00Z", "Europe/Berlin", "02:30", "2026-03-29T01:00:00Z"),
            ("2026-03-29T01:00:00Z", "Europe/Berlin", "02:30", "2026-03-30T00:30:00Z"),
            // 03:00 becomes 02:00: 02:30 comes twice.
            ("2026-10-24T20:00:00Z", "Europe/Berlin", "02:30", "2026-10-25T00:30:00Z"),
            ("2026-10-25T00:30:00Z", "Europe/Berlin", "02:30", "2026-10-26T01:30:00Z"),
            // The clock skips the start of the day.
            ("2026-04-23T12:00:00Z", "Africa/Cairo", "00:30", "2026-04-23T22:00:00Z"),
            // The zone skipped the 30th.
            ("2011-12-30T09:00:00Z", "Pacific/Apia", "20:00", "2011-12-31T06:00:00Z"),
        ] {
            let (from, zone) = (after.parse().unwrap_or_default(), parse_zone(zone).unwrap_or_default());
            assert_eq!(Ok(time(at).next(from, zone)), expected.parse(), "{after} {zone} {at}");
        }
    }

    #[test]
    fn each_day_of_a_year_has_it_once() {
        for zone in ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "America/Havana"]
        {
            let zone = parse_zone(zone).unwrap_or_default();
            for at in ["00:00", "00:30", "01:30", "02:00", "02:30", "23:59"].map(time) {
                let begin: DateTime<Utc> = "2026-01-01T12:00:00Z".parse().unwrap_or_default();
                let mut moment = at.next(begin, zone);
                let mut date = moment.with_timezone(&zone).date_naive();
                for _ in 0..365 {
                    moment = at.next(moment, zone);
                    let next = moment.with_timezone(&zone).date_naive();
                    assert_eq!(Some(next), date.succ_opt(), "{zone} {at}");
                    date = next;
                }
            }
        }
    }
}
