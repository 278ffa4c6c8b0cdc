//! The entry of one day (spec 3).

use crate::{
    EntryId, Error, Mood, Origin, Recording, Refusal, UserId, Visibility, limits, media::Image, reflection::AnswerForm,
    sharing::LinkState, text,
};
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use std::ops::Deref;

/// The texts of an entry. Each change of them is stored as a version.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct EntryTexts {
    pub text: String,
    pub summary: String,
    /// The author of the summary: empty for the person, 'local' for this program, else the name of the service.
    #[serde(default)]
    pub summary_source: String,
    pub top_moment: String,
    /// The recording as text. It can exist without a recording.
    pub audio_transcript: String,
}

impl EntryTexts {
    /// All texts, without the source of the summary.
    pub fn words(&self) -> [&String; 4] {
        [&self.text, &self.summary, &self.top_moment, &self.audio_transcript]
    }

    /// The preview on a card: the summary, else the text, else the transcript.
    pub fn preview(&self) -> &str {
        let words = [&self.summary, &self.text, &self.audio_transcript];
        words.into_iter().find(|words| !words.trim().is_empty()).map_or("", String::as_str)
    }

    pub fn words_mut(&mut self) -> [&mut String; 4] {
        [&mut self.text, &mut self.summary, &mut self.top_moment, &mut self.audio_transcript]
    }
}

/// The content of an entry: texts, emojis and mood.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct EntryContent {
    #[serde(flatten)]
    pub texts: EntryTexts,
    pub emojis: String,
    pub mood: Mood,
}

impl Deref for EntryContent {
    type Target = EntryTexts;

    fn deref(&self) -> &EntryTexts {
        &self.texts
    }
}

/// An entry as a reader sees it. The fields for the owner are absent for everybody else.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "each says something of its own, and the names are the call's")]
pub struct Entry {
    pub id: EntryId,
    pub user_id: UserId,
    pub date: NaiveDate,
    #[serde(flatten)]
    pub content: EntryContent,
    /// Text or transcript were changed after the summary was made from them.
    #[serde(default)]
    pub summary_is_outdated: bool,
    pub visibility: Visibility,
    pub images: Vec<Image>,
    pub image_urls: Vec<String>,
    pub optimized_image_urls: Vec<String>,
    pub thumbnail_urls: Vec<String>,
    pub main_image_index: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub audio: Option<Recording>,
    pub is_favorite: bool,
    /// Begun on a later day than its own. Only its owner learns that; false for everybody else.
    #[serde(default)]
    pub is_backfilled: bool,
    /// Written on its day without a connection, and created later. Only its owner learns that.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub is_sent_late: bool,
    /// The operator hides it from others. Only its owner learns that.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub is_hidden: bool,
    /// The program that the entry was taken over from. Only its owner learns that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub origin: Option<Origin>,
    pub created_at: DateTime<Utc>,
    /// Present when the reader is not the owner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user: Option<Author>,
    /// Owner only: counts saved changes. An update names the version that it started from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub updated_at: Option<DateTime<Utc>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share_token: Option<String>,
    /// Owner only: JSON of [`crate::ShareOptions`], a string as in spec 3.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share_options: Option<String>,
    /// Owner only: the state of the link, apart from what it shows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share_link: Option<LinkState>,
}

/// `entry.text` is the text of its content.
impl Deref for Entry {
    type Target = EntryContent;

    fn deref(&self) -> &EntryContent {
        &self.content
    }
}

impl Entry {
    pub fn main_image(&self) -> Option<&Image> {
        self.images.get(self.main_image_index).or_else(|| self.images.first())
    }
}

/// The author of an entry, for its readers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Author {
    pub first_name: String,
    pub last_name: String,
    pub profile_image_url: Option<String>,
}

/// The editor's form, without files. A field that is `None` stays as it is. In a new entry it is empty, or as chosen in the settings.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(rename_all = "camelCase"))]
pub struct EntryForm {
    /// The person who wrote it. If another one is signed in by now, the save is refused with `account_mismatch` (product 6.11).
    // Saves from before this field keep their digest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_id: Option<UserId>,
    pub text: Option<String>,
    pub summary: Option<String>,
    /// The same values as in [`EntryTexts`]. `None`: unchanged if the summary is unchanged.
    pub summary_source: Option<String>,
    pub top_moment: Option<String>,
    pub emojis: Option<String>,
    pub mood: Option<Mood>,
    pub visibility: Option<Visibility>,
    /// The entry's readers when its person last saw it. If they are others by now, more readers are refused (product 1.10).
    // Saves from before this field keep their digest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seen_visibility: Option<Visibility>,
    /// The day of the entry; `None`: today.
    pub date: Option<NaiveDate>,
    /// The editor page's signed day ticket (product 4).
    pub ticket: Option<String>,
    /// The version that an update started from; `None`: the update is accepted in any case.
    pub version: Option<i64>,
    /// The idempotency key of this save. The same request with the same key is done once (product 6).
    pub idempotency_key: Option<String>,
    /// Addresses of the pictures that stay, in order. `None`: all pictures stay.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, content_media_type = "application/json"))]
    pub existing_images: Option<Vec<String>>,
    /// An index into the pictures that stay, followed by the new ones. `None`: the same picture, as long as it stays.
    pub main_image_index: Option<usize>,
    pub audio_transcript: Option<String>,
    /// Removes the recording. A new recording replaces it in any case.
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub remove_audio: bool,
    /// Only for a new entry. Answers of an existing entry are saved one by one.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, content_media_type = "application/json"))]
    pub reflection_answers: Vec<AnswerForm>,
    /// Descriptions of the pictures that stay, then of the new ones. `None`: the stored descriptions.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, content_media_type = "application/json"))]
    pub image_alts: Option<Vec<String>>,
    /// Indexes into the pictures that stay, followed by the new ones, in their new order. `None`: the order does not change.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>, content_media_type = "application/json"))]
    pub image_order: Option<Vec<usize>>,
}

impl EntryForm {
    /// Normalises line ends and trims single-line fields. Then checks every limit of spec 5 that needs no database. The text may be as long
    /// as an imported one: [`Self::check_text`] compares it with the stored one.
    pub fn checked(mut self) -> Result<Self, Error> {
        let trimmed = |words: Option<String>| words.map(|words| text::normalize(&words).trim().to_owned());
        self.text = self.text.map(|words| text::normalize(&words));
        self.summary = trimmed(self.summary);
        self.summary_source = self.summary_source.map(|source| source.trim().into());
        self.top_moment = trimmed(self.top_moment);
        self.audio_transcript = trimmed(self.audio_transcript);
        let is_named = |name: &String| {
            (1..=limits::IDEMPOTENCY_KEY).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_graphic())
        };
        if !self.idempotency_key.iter().all(is_named) {
            return Err(Refusal::InvalidForm.into());
        }
        bound(self.text.as_deref(), limits::IMPORTED_TEXT, Refusal::TextTooLong)?;
        bound(self.summary.as_deref(), limits::SUMMARY, Refusal::SummaryTooLong)?;
        let source = self.summary_source.as_deref().unwrap_or_default();
        if source.chars().any(char::is_control) || text::length(source) > limits::NAME {
            return Err(Refusal::InvalidForm.into());
        }
        bound(self.top_moment.as_deref(), limits::TOP_MOMENT, Refusal::TopMomentTooLong)?;
        bound(self.audio_transcript.as_deref(), limits::TRANSCRIPT, Refusal::TranscriptTooLong)?;
        for alt in self.image_alts.iter_mut().flatten() {
            *alt = alt.split_whitespace().collect::<Vec<_>>().join(" ");
            bound(Some(alt), limits::ALT, Refusal::AltTooLong)?;
        }
        self.mood.as_ref().map_or(Ok(()), Mood::check)?;
        Ok(self)
    }

    /// Refuses a text that is too long, unless the stored one is too long already and this one is not longer.
    pub fn check_text(&self, stored: &str) -> Result<(), Error> {
        let text = self.text.as_deref().unwrap_or_default();
        // A text that does not change is not counted.
        if text == stored || text::length(text) <= limits::TEXT.max(text::length(stored)) {
            return Ok(());
        }
        Err(Refusal::TextTooLong.into())
    }

    /// The texts of `base` after this form is applied.
    pub fn texts(&self, base: &EntryTexts) -> EntryTexts {
        let named = |sent: &Option<String>, stored: &String| sent.as_ref().unwrap_or(stored).clone();
        EntryTexts {
            text: named(&self.text, &base.text),
            summary: named(&self.summary, &base.summary),
            summary_source: self.source_of_summary(base),
            top_moment: named(&self.top_moment, &base.top_moment),
            audio_transcript: named(&self.audio_transcript, &base.audio_transcript),
        }
    }

    /// The source of the summary. A person's own summary and an empty one have none.
    fn source_of_summary(&self, base: &EntryTexts) -> String {
        let Some(summary) = &self.summary else { return base.summary_source.clone() };
        match &self.summary_source {
            _ if summary.is_empty() => String::new(),
            // An unchanged summary keeps its source, whatever the form says.
            _ if *summary == base.summary && !base.summary_source.is_empty() => base.summary_source.clone(),
            Some(source) => source.clone(),
            None => String::new(),
        }
    }
}

/// A form with all texts and nothing else.
impl From<EntryTexts> for EntryForm {
    fn from(texts: EntryTexts) -> Self {
        Self {
            text: Some(texts.text),
            summary: Some(texts.summary),
            summary_source: Some(texts.summary_source),
            top_moment: Some(texts.top_moment),
            audio_transcript: Some(texts.audio_transcript),
            ..Self::default()
        }
    }
}

/// Whether there is too little for an entry (spec 5).
pub fn is_empty(text: &str, transcript: &str, images: usize, has_recording: bool) -> bool {
    text.trim().is_empty() && transcript.trim().is_empty() && images == 0 && !has_recording
}

fn bound(value: Option<&str>, max: usize, refusal: Refusal) -> Result<(), Error> {
    let value = value.unwrap_or_default();
    // U+0000 belongs in no text, and PostgreSQL cannot store it.
    if value.contains('\0') {
        return Err(Refusal::InvalidCharacter.into());
    }
    if text::length(value) > max { Err(refusal.into()) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::{EntryForm, is_empty};

    #[test]
    fn three_thousand_scalars_pass_and_one_more_does_not() {
        let form = |text: String| EntryForm { text: Some(text), ..EntryForm::default() };
        let fits = |text: String, stored: &str| form(text).checked().unwrap().check_text(stored).is_ok();
        assert!(fits("ä".repeat(3000), ""));
        assert!(!fits("ä".repeat(3001), ""));
        assert!(fits("\r\n".repeat(3000), ""), "a line end counts once");
        assert!(form("ä".repeat(30_001)).checked().is_err());
        let imported = "ö".repeat(5000);
        assert!(fits("ä".repeat(5000), &imported), "an imported text may be changed and become shorter");
        assert!(!fits("ä".repeat(5001), &imported));
        assert!(!fits("ä".repeat(3001), &"ö".repeat(3000)));
    }

    #[test]
    fn a_save_that_does_not_name_what_was_seen_keeps_its_digest() {
        let json = serde_json::to_string(&EntryForm::default()).unwrap();
        assert!(!json.contains("seen"), "one from before this field is sent again as it was: {json}");
    }

    #[test]
    fn white_space_alone_is_an_empty_entry_but_a_picture_a_recording_or_a_transcript_is_not() {
        assert!(is_empty(" \n", "\n", 0, false));
        assert!(!is_empty(" \n", "", 1, false));
        assert!(!is_empty(" \n", "", 0, true));
        assert!(!is_empty(" \n", "Heute", 0, false));
    }

    #[test]
    fn ten_thousand_scalars_of_a_transcript_pass_and_one_more_does_not() {
        let form = |n: usize| EntryForm { audio_transcript: Some("ä".repeat(n)), ..EntryForm::default() }.checked();
        assert!(form(10_000).is_ok());
        assert!(form(10_001).is_err());
    }
}
