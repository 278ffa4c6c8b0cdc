//! What may be handed to a service outside, a permission for each kind (product 11).

use serde::{Deserialize, Serialize};

/// Where a summary comes from that was made here, without any service.
pub const LOCAL: &str = "local";

/// What is said beside a summary that nobody wrote: no AI was used where this program picked sentences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
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

/// A kind of help that an outside service can give.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Help {
    /// Sound to text.
    Transcription,
    /// Text to a few sentences and emojis.
    Summary,
    /// An entry to a post.
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

/// What a person said about a kind of help.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Said {
    /// They were not asked yet.
    #[default]
    Nothing,
    /// To every service.
    No,
    /// To the service of this name; empty: to none in particular, as where none was configured.
    Yes(String),
}

/// What a person said about each kind.
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

    /// Whether this service may help; `None`: they were not asked about it yet. A yes holds for the service it was given to, a no for all.
    pub fn to(&self, help: Help, provider: &str) -> Option<bool> {
        match self.about(help) {
            Said::No => Some(false),
            Said::Yes(to) if to == provider && !to.is_empty() => Some(true),
            Said::Yes(_) | Said::Nothing => None,
        }
    }
}

/// An answer to the question, as it is sent; a kind that is not named stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct ConsentForm {
    pub transcription: Option<bool>,
    pub summary: Option<bool>,
    pub linkedin: Option<bool>,
    /// The service that the question named: a yes is given to no other.
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
