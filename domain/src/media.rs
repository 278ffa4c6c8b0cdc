//! Pictures and their renditions.

use crate::{Error, ImageId, Refusal};
#[cfg(feature = "texts")]
use crate::{Key, Language, date};
#[cfg(feature = "texts")]
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// One stored form of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rendition {
    /// The pixels of the upload without metadata. A JPEG of a camera can lie on its side, with a tag that browsers turn it by.
    Original,
    /// Longest edge 1600 px.
    Optimized,
    /// Longest edge 480 px.
    Thumbnail,
}

impl Rendition {
    pub const ALL: [Self; 3] = [Self::Original, Self::Optimized, Self::Thumbnail];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Original => "original",
            Self::Optimized => "optimized",
            Self::Thumbnail => "thumbnail",
        }
    }
}

impl FromStr for Rendition {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Self::ALL.into_iter().find(|r| r.as_str() == text).ok_or_else(|| Refusal::MediaNotFound.into())
    }
}

/// A picture's data that a page needs before it is loaded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Image {
    pub id: ImageId,
    /// Pixels of the original, upright.
    pub width: u32,
    pub height: u32,
    /// A tiny preview as a `data:` URL, shown until the picture is loaded.
    pub placeholder: String,
    /// The alternative text. Empty: nobody has written one.
    #[serde(default)]
    pub alt: String,
}

impl Image {
    /// Whether `images` contains this picture. Descriptions are not compared.
    pub fn is_in(&self, images: &[Self]) -> bool {
        images.iter().any(|image| image.id == self.id)
    }

    /// Its description, else its number among the photos of its day.
    #[cfg(feature = "texts")]
    pub fn alt_text(&self, language: Language, number: usize, day: NaiveDate) -> String {
        if !self.alt.is_empty() {
            return self.alt.clone();
        }
        let day = date::in_label(language, day, date::long);
        language.fill(Key::EntryImage, &[("n", &number.to_string()), ("date", &day)])
    }

    /// The address for people who may read the entry.
    pub fn url(&self, rendition: Rendition) -> String {
        format!("/media/{}/{}", self.id, rendition.as_str())
    }

    /// The address for visitors with a secret link.
    pub fn shared_url(&self, token: &str, rendition: Rendition) -> String {
        format!("/shared/{token}/media/{}/{}", self.id, rendition.as_str())
    }
}
