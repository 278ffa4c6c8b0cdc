//! The visibility of an entry: who may read it.

use crate::{Error, Refusal};
use serde::{Deserialize, Serialize};
use std::str::FromStr;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Visibility {
    #[default]
    Private,
    Friends,
    Public,
}

impl Visibility {
    pub const ALL: [Self; 3] = [Self::Private, Self::Friends, Self::Public];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Private => "private",
            Self::Friends => "friends",
            Self::Public => "public",
        }
    }

    /// Whether `self` lets at most as many people read the entry as `other`.
    pub fn is_at_most(self, other: Self) -> bool {
        self as u8 <= other as u8
    }

    /// The one with fewer readers (product 1.9).
    #[must_use]
    pub fn narrower(self, other: Self) -> Self {
        if self.is_at_most(other) { self } else { other }
    }
}

impl FromStr for Visibility {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|v| v.as_str() == text).ok_or_else(|| Refusal::InvalidVisibility.into())
    }
}
