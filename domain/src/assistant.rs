//! What may be handed to a service outside, a permission for each kind (product 11).

use serde::{Deserialize, Serialize};

/// Where a summary comes from that was made here, without any service.
pub const LOCAL: &str = "local";

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

/// What a person said about each kind; `None`: they were not asked yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Consent {
    pub transcription: Option<bool>,
    pub summary: Option<bool>,
    pub linkedin: Option<bool>,
}

impl Consent {
    pub fn to(self, help: Help) -> Option<bool> {
        match help {
            Help::Transcription => self.transcription,
            Help::Summary => self.summary,
            Help::Linkedin => self.linkedin,
        }
    }
}
