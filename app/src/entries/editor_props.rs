//! Props of the editor's element: texts, and the entry as it is saved.

use domain::{
    Entry, Key, Language, Mood, Recording, Visibility,
    media::{Image, Rendition},
};
use serde::Serialize;
use std::collections::BTreeMap;

/// The texts that the element and its widgets show by themselves; the server sends every other refusal's text.
pub fn texts(language: Language) -> BTreeMap<&'static str, &'static str> {
    let more = [
        Key::AppCancel,
        Key::AppClose,
        Key::AppUnauthorized,
        Key::ErrorsAccountMismatch,
        Key::ErrorsAltTooLong,
        Key::ErrorsSummaryTooLong,
        Key::ErrorsTextTooLong,
        Key::ErrorsTopMomentTooLong,
        Key::ErrorsTranscriptionFailed,
        Key::ErrorsTranscriptTooLong,
        Key::EntryVersionsLess,
        Key::EntryVisibilityPublicAsk,
        Key::EntryVisibilityPublicYes,
        Key::VisibilityFriends,
        Key::VisibilityLabel,
        Key::VisibilityNamed,
        Key::VisibilityPrivate,
        Key::VisibilityPublic,
    ];
    let mut texts = language.texts_below("editor");
    texts.extend(more.map(|key| (key.name(), language.text(key))));
    texts
}

/// The entry as the server has it; for a new one, empty.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Saved {
    pub text: String,
    pub summary: String,
    pub summary_source: String,
    pub top_moment: String,
    pub emojis: String,
    pub mood: Mood,
    pub visibility: Visibility,
    pub images: Vec<SavedImage>,
    pub main_image_index: usize,
    pub audio_transcript: String,
    pub audio: Option<Recording>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SavedImage {
    #[serde(flatten)]
    pub image: Image,
    /// The address that `existingImages` names.
    pub url: String,
    optimized_url: String,
    pub thumbnail_url: String,
}

impl Saved {
    pub fn new_entry(visibility: Visibility) -> Self {
        Self {
            text: String::new(),
            summary: String::new(),
            summary_source: String::new(),
            top_moment: String::new(),
            emojis: String::new(),
            mood: Mood::default(),
            visibility,
            images: Vec::new(),
            main_image_index: 0,
            audio_transcript: String::new(),
            audio: None,
        }
    }
}

impl From<Entry> for Saved {
    fn from(entry: Entry) -> Self {
        let images = entry.images.into_iter().map(SavedImage::from).collect();
        let domain::EntryContent { texts, emojis, mood } = entry.content;
        Self {
            text: texts.text,
            summary: texts.summary,
            summary_source: texts.summary_source,
            top_moment: texts.top_moment,
            emojis,
            mood,
            visibility: entry.visibility,
            images,
            main_image_index: entry.main_image_index,
            audio_transcript: texts.audio_transcript,
            audio: entry.audio,
        }
    }
}

impl From<Image> for SavedImage {
    fn from(image: Image) -> Self {
        let url = |rendition| image.url(rendition);
        Self {
            url: url(Rendition::Original),
            optimized_url: url(Rendition::Optimized),
            thumbnail_url: url(Rendition::Thumbnail),
            image,
        }
    }
}
