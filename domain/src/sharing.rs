//! Secret links: what one releases (product 7).

use crate::{Mood, Recording, assistant::SummaryMark, media::Image, reflection::SharedAnswer};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

/// The parts of an entry that its link shows (spec 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "seven independent switches, as the wire format has them")]
pub struct ShareOptions {
    /// The main image.
    pub images: bool,
    /// The other images.
    pub all_images: bool,
    pub summary: bool,
    /// Top moment and reflection answers.
    pub details: bool,
    /// Mood and day emojis.
    pub mood: bool,
    pub original_text: bool,
    /// Recording and transcript.
    pub audio: bool,
}

impl Default for ShareOptions {
    fn default() -> Self {
        Self {
            images: true,
            all_images: true,
            summary: true,
            details: true,
            mood: true,
            original_text: false,
            audio: false,
        }
    }
}

impl ShareOptions {
    pub const NOTHING: Self = Self {
        images: false,
        all_images: false,
        summary: false,
        details: false,
        mood: false,
        original_text: false,
        audio: false,
    };

    /// Whether the picture at `index` is released when `main` is the main image's index.
    pub fn releases_image(&self, index: usize, main: usize) -> bool {
        if index == main { self.images } else { self.all_images }
    }
}

/// An entry as its link shows it: unreleased parts are absent, not empty.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SharedEntry {
    pub date: NaiveDate,
    pub first_name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// With the summary: nobody wrote it, a program did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary_mark: Option<SummaryMark>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub top_moment: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reflection_answers: Option<Vec<SharedAnswer>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub emojis: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mood: Option<Mood>,
    pub images: Vec<Image>,
    pub image_urls: Vec<String>,
    pub optimized_image_urls: Vec<String>,
    pub thumbnail_urls: Vec<String>,
    pub main_image_index: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub audio_transcript: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub audio: Option<Recording>,
}

impl SharedEntry {
    /// Nothing of what is released is there to be seen.
    pub fn is_empty(&self) -> bool {
        let has = |words: &Option<String>| words.as_deref().is_some_and(|words| !words.trim().is_empty());
        let words = [&self.text, &self.summary, &self.top_moment, &self.audio_transcript];
        let has_answers = self.reflection_answers.as_deref().is_some_and(|answers| !answers.is_empty());
        let has_sound = self.audio.is_some();
        !(words.into_iter().any(has) || has_answers || has_sound || self.mood.is_some() || !self.images.is_empty())
    }
}
