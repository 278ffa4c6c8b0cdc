//! The recording of an entry (product 13).

use crate::{EntryId, Error, RecordingId, Refusal};
use serde::{Deserialize, Serialize};
use std::str::FromStr;

/// The container and codec of a recording. Browsers record one of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SoundFormat {
    /// Opus in WebM.
    WebM,
    /// AAC in MP4.
    Mp4,
}

impl SoundFormat {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::WebM => "webm",
            Self::Mp4 => "mp4",
        }
    }

    pub fn content_type(self) -> &'static str {
        match self {
            Self::WebM => "audio/webm",
            Self::Mp4 => "audio/mp4",
        }
    }

    /// The file extension, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::WebM => "webm",
            Self::Mp4 => "m4a",
        }
    }
}

impl FromStr for SoundFormat {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        [Self::WebM, Self::Mp4].into_iter().find(|f| f.as_str() == text).ok_or_else(|| Refusal::NotAudio.into())
    }
}

/// A recording as a reader sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Recording {
    /// Every recording has a URL of its own, so that no player continues with an earlier recording.
    pub url: String,
    pub content_type: String,
    pub seconds: u32,
}

impl Recording {
    pub fn of_entry(entry: EntryId, id: RecordingId, format: SoundFormat, milliseconds: u32) -> Self {
        Self::at(format!("/api/entries/{entry}/audio?v={}", id.0.simple()), format, milliseconds)
    }

    pub fn of_link(token: &str, id: RecordingId, format: SoundFormat, milliseconds: u32) -> Self {
        Self::at(format!("/shared/{token}/audio?v={}", id.0.simple()), format, milliseconds)
    }

    fn at(url: String, format: SoundFormat, milliseconds: u32) -> Self {
        let seconds = (milliseconds.saturating_add(500) / 1000).max(1);
        Self { url, content_type: format.content_type().into(), seconds }
    }

    /// `1:07`
    pub fn length(&self) -> String {
        format!("{}:{:02}", self.seconds / 60, self.seconds % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::{Recording, SoundFormat};
    use crate::{EntryId, RecordingId};
    use uuid::Uuid;

    #[test]
    fn a_length_is_rounded_to_seconds_and_never_nothing() {
        let length = |ms| {
            let id = Uuid::from_u128(1);
            Recording::of_entry(EntryId(id), RecordingId(id), SoundFormat::WebM, ms).length()
        };
        assert_eq!(
            [20, 1_499, 1_500, 59_499, 67_200, 180_000].map(length),
            ["0:01", "0:01", "0:02", "0:59", "1:07", "3:00"]
        );
    }
}
