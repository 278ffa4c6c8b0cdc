//! The data that may be sent to an outside service. Each kind of help needs its own consent (product 11).

use serde::{Deserialize, Serialize};

/// The `summary_source` of a summary that was made here, without a service.
pub const LOCAL: &str = "local";

/// The mark beside a summary that no person wrote. `Automatic`: this program picked sentences, without AI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum SummaryMark {
    Ai,
    Automatic,
}

impl SummaryMark {
    /// `source` is the entry's `summary_source`.
    pub fn of(source: &str) -> Option<Self> {
        match source {
            "" => None,
            LOCAL => Some(Self::Automatic),
            _ => Some(Self::Ai),
        }
    }
}

/// A kind of help from an outside service.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Help {
    /// Sound to text.
    Transcription,
    /// A text to a few sentences and emojis.
    Summary,
    /// An entry to a post for LinkedIn.
    Linkedin,
}

impl Help {
    pub const ALL: [Self; 3] = [Self::Transcription, Self::Summary, Self::Linkedin];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Transcription => "transcription",
            Self::Summary => "summary",
            Self::Linkedin => "linkedin",
        }
    }
}

/// A person's answer about a kind of help.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Said {
    /// The person was not asked yet.
    #[default]
    Nothing,
    /// A no to every service.
    No,
    /// A yes to the service of this name. Empty: a yes to no particular service, given when none was configured.
    Yes(String),
}

/// A person's answer for each kind of help.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Consent {
    pub transcription: Said,
    pub summary: Said,
    pub linkedin: Said,
}

impl Consent {
    pub fn about(&self, help: Help) -> &Said {
        match help {
            Help::Transcription => &self.transcription,
            Help::Summary => &self.summary,
            Help::Linkedin => &self.linkedin,
        }
    }

    /// Whether this service may help. `None`: the person was not asked about it yet. A yes is valid for one service, a no for all.
    pub fn to(&self, help: Help, provider: &str) -> Option<bool> {
        match self.about(help) {
            Said::No => Some(false),
            Said::Yes(to) if to == provider && !to.is_empty() => Some(true),
            Said::Yes(_) | Said::Nothing => None,
        }
    }
}

/// The answers as they are sent. A kind that is `None` stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default)]
pub struct ConsentForm {
    pub transcription: Option<bool>,
    pub summary: Option<bool>,
    pub linkedin: Option<bool>,
    /// The service that the question named. A yes is valid for this service only.
    pub provider: String,
}

#[cfg(test)]
mod tests {
    use super::{Consent, Help, Said};

    #[test]
    fn a_yes_is_for_the_service_it_was_given_to_and_a_no_for_all() {
        let said = |said| Consent { summary: said, ..Consent::default() };
        let yes = said(Said::Yes("Eins".into()));
        assert_eq!((yes.to(Help::Summary, "Eins"), yes.to(Help::Summary, "Zwei")), (Some(true), None));
        assert_eq!(yes.to(Help::Transcription, "Eins"), None);
        assert_eq!(said(Said::No).to(Help::Summary, "Zwei"), Some(false));
        let unnamed = said(Said::Yes(String::new()));
        assert_eq!((unnamed.to(Help::Summary, "Eins"), unnamed.to(Help::Summary, "")), (None, None));
    }
}
