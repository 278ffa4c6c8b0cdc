//! What Free and Pro allow (spec 6).

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Plan {
    #[default]
    Free,
    Pro,
}

impl Plan {
    /// Photos per entry.
    pub fn images(self) -> usize {
        match self {
            Self::Free => 1,
            Self::Pro => 3,
        }
    }

    /// Whether entries of earlier days may be edited.
    pub fn edits_any_day(self) -> bool {
        self == Self::Pro
    }

    /// Whether feelings and an own mood emoji may be set (spec 5).
    pub fn extended_mood(self) -> bool {
        self == Self::Pro
    }
}
