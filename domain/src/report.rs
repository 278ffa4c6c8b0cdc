//! Reports to the operator about a person or their entry (product 20).

#[cfg(feature = "texts")]
use crate::Key;
use crate::Refusal;
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// The reason of a report. Its text is under `report.reason_<name>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReportReason {
    Harassment,
    Hate,
    Sexual,
    /// Somebody may be in danger, from others or from themselves.
    Danger,
    Impersonation,
    Spam,
    Other,
}

impl ReportReason {
    pub const ALL: [Self; 7] =
        [Self::Harassment, Self::Hate, Self::Sexual, Self::Danger, Self::Impersonation, Self::Spam, Self::Other];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Harassment => "harassment",
            Self::Hate => "hate",
            Self::Sexual => "sexual",
            Self::Danger => "danger",
            Self::Impersonation => "impersonation",
            Self::Spam => "spam",
            Self::Other => "other",
        }
    }

    #[cfg(feature = "texts")]
    pub fn text(self) -> Key {
        match self {
            Self::Harassment => Key::ReportReasonHarassment,
            Self::Hate => Key::ReportReasonHate,
            Self::Sexual => Key::ReportReasonSexual,
            Self::Danger => Key::ReportReasonDanger,
            Self::Impersonation => Key::ReportReasonImpersonation,
            Self::Spam => Key::ReportReasonSpam,
            Self::Other => Key::ReportReasonOther,
        }
    }
}

impl FromStr for ReportReason {
    type Err = crate::Error;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|reason| reason.as_str() == text).ok_or_else(|| Refusal::ReportReason.into())
    }
}
