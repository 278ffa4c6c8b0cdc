//! The limits of Free and Pro (spec 6).

use crate::limits;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Plan {
    #[default]
    Free,
    Pro,
}

impl Plan {
    /// The plan at `now` of a person whose Pro ends or ended at `end`.
    pub fn until(end: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Self {
        if end.is_some_and(|end| end > now) { Self::Pro } else { Self::Free }
    }

    /// Photos per entry.
    pub fn images(self) -> usize {
        match self {
            Self::Free => 1,
            Self::Pro => 3,
        }
    }

    /// Seconds of one recording.
    pub fn recording_seconds(self) -> u32 {
        match self {
            Self::Free => 60,
            Self::Pro => 180,
        }
    }

    /// Transcriptions per day.
    pub fn transcriptions(self) -> u32 {
        match self {
            Self::Free => 1,
            Self::Pro => 3,
        }
    }

    /// Summaries per day, made here or by a service.
    pub fn summaries(self) -> u32 {
        match self {
            Self::Free => 1,
            Self::Pro => 5,
        }
    }

    /// LinkedIn posts per day by a service.
    pub fn linkedin_posts(self) -> u32 {
        match self {
            Self::Free => 3,
            Self::Pro => 10,
        }
    }

    /// Whether entries of earlier days may be edited.
    pub fn edits_any_day(self) -> bool {
        self == Self::Pro
    }

    /// How many days back a missed day can be written. `None`: any.
    pub fn missed_days(self) -> Option<i64> {
        match self {
            Self::Free => Some(limits::MISSED_DAYS),
            Self::Pro => None,
        }
    }

    /// Whether feelings and a custom mood emoji can be set (spec 5).
    pub fn extended_mood(self) -> bool {
        self == Self::Pro
    }
}
