//! The sealed values of entries, of their earlier versions and of answers.
//!
//! Several features read them; each opens them in its `store.rs`.

pub mod store;

use crate::{
    Result,
    sealing::{DataKey, Place},
};
use domain::{EntryContent, EntryTexts, Feeling, Mood, UserId, media::Image};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use uuid::Uuid;

/// `entries.words`: what the person wrote, and their pictures as a page needs them.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Words<'a> {
    pub texts: Cow<'a, EntryTexts>,
    pub images: Cow<'a, [Image]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary_of: Option<Cow<'a, str>>,
}

impl Words<'static> {
    pub fn open(key: &DataKey, owner: UserId, id: Uuid, version: i64, sealed: Vec<u8>) -> Result<Self> {
        key.open(&Place::new("entries.words", owner, id, version), sealed)
    }
}

/// `entries.signs`: emojis and feeling, apart from the words, so that a calendar opens no texts.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Signs {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub emojis: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    feeling: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    custom_emoji: Option<String>,
}

impl Signs {
    pub fn of(EntryContent { emojis, mood, .. }: &EntryContent) -> Self {
        Self {
            emojis: emojis.clone(),
            feeling: mood.feeling.map(|feeling| feeling.as_str().to_owned()),
            custom_emoji: mood.custom_emoji.clone(),
        }
    }

    pub fn open(key: &DataKey, owner: UserId, id: Uuid, version: i64, sealed: Vec<u8>) -> Result<Self> {
        key.open(&Place::new("entries.signs", owner, id, version), sealed)
    }

    pub fn feeling(&self) -> Option<Feeling> {
        self.feeling.as_deref().and_then(Feeling::parse)
    }

    /// Whether the day or its mood has this emoji.
    pub fn has(&self, emoji: &str) -> bool {
        self.emojis.contains(emoji) || self.custom_emoji.as_deref().is_some_and(|own| own.contains(emoji))
    }

    /// The emojis, and the mood with the level and whether it was chosen, which are columns of their own.
    pub fn with_level(self, level: u8, is_set: bool) -> (String, Mood) {
        let feeling = self.feeling();
        (self.emojis, Mood { level, feeling, custom_emoji: self.custom_emoji, is_set })
    }
}

/// Seals the texts of a version that was replaced.
pub fn seal_version(key: &DataKey, owner: UserId, id: Uuid, version: i64, texts: &EntryTexts) -> Result<Vec<u8>> {
    key.seal(&Place::new("entry_versions.words", owner, id, version), texts)
}

pub fn open_version(key: &DataKey, owner: UserId, id: Uuid, version: i64, sealed: Vec<u8>) -> Result<EntryTexts> {
    key.open(&Place::new("entry_versions.words", owner, id, version), sealed)
}

#[cfg(test)]
mod tests {
    use super::{Signs, Words};
    use domain::{EntryTexts, Feeling, LinkedInProfile};

    /// Databases hold this: it must open with every later release. Add to it, and change nothing.
    #[test]
    fn what_was_sealed_once_can_be_read() {
        let texts = r#"{"text":"a","summary":"b","summarySource":"local","topMoment":"c","audioTranscript":"d"}"#;
        let image =
            r#"{"id":"0197e9a0-0000-7000-8000-000000000001","width":4,"height":3,"placeholder":"data:x","alt":"e"}"#;
        let words = format!(r#"{{"texts":{texts},"images":[{image}],"summaryOf":"AQI"}}"#);
        let words: Words<'_> = serde_json::from_str(&words).unwrap();
        let EntryTexts { text, summary, summary_source, top_moment, audio_transcript } = words.texts.into_owned();
        assert_eq!([text, summary, summary_source, top_moment, audio_transcript], ["a", "b", "local", "c", "d"]);
        let image = &words.images[0];
        assert_eq!((image.width, image.height, image.placeholder.as_str(), image.alt.as_str()), (4, 3, "data:x", "e"));
        assert_eq!(words.summary_of.as_deref(), Some("AQI"));

        let signs: Signs = serde_json::from_str(r#"{"emojis":"🪁","feeling":"sad","customEmoji":"🦔"}"#).unwrap();
        let (emojis, mood) = signs.with_level(4, true);
        assert_eq!((emojis.as_str(), mood.feeling), ("🪁", Some(Feeling::Sad)));
        assert_eq!(mood.custom_emoji.as_deref(), Some("🦔"));
        assert_eq!(serde_json::from_str::<Signs>("{}").unwrap().emojis, "");

        let profile = r#"{"linkedinInfo":"a","generalDescription":"b","targetAudience":"c","postGoal":"diskussion",
            "tonality":"","addressForm":"du","language":"deutsch","ctaType":"","ctaText":"d","specialInstructions":"e"}"#;
        let profile: LinkedInProfile = serde_json::from_str(profile).unwrap();
        assert_eq!((profile.cta_text.as_str(), profile.special_instructions.as_str()), ("d", "e"));
        assert!(profile.post_goal.is_some() && profile.tonality.is_none());
    }
}
