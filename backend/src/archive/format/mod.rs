//! `data/eintraege.json` of an archive. `docs/archive.md` describes it, with the schema of these types.

mod account;
pub mod digest;

pub use account::{
    Account, AssistantCall, Block, Code, Consent, Declaration, Event, Friend, FriendRequest, Invitation, Link,
    LinkedIn, Plan, Profile, Report, Session, Settings, SignIn, StreakBonus, Subscription,
};

use chrono::{DateTime, NaiveDate, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub const NAME: &str = "tagesecho";

/// It goes up when a reader of an earlier version would misunderstand something. New fields alone do not change it.
pub const VERSION: u32 = 1;

/// The whole file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Archive {
    /// Always `tagesecho`.
    pub format: String,
    pub version: u32,
    pub exported_at: DateTime<Utc>,
    /// The language of pages and questions: `de`, `en`, `fr` or `es`.
    pub language: String,
    /// The archive holds the days of this year only, and neither bin nor account. Absent: it holds everything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub year: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub account: Option<Account>,
    /// The first day first, at most one entry for a date.
    pub days: Vec<Day>,
    /// Entries that were deleted less than thirty days ago.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bin: Vec<Day>,
}

/// The entry of a day.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Day {
    pub date: NaiveDate,
    #[serde(flatten)]
    pub texts: Texts,
    pub emojis: String,
    /// Absent: nobody chose one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mood: Option<Mood>,
    /// `private`, `friends` or `public`.
    pub visibility: String,
    pub is_favorite: bool,
    /// Written on a later day.
    pub is_backfilled: bool,
    /// The person does not want to be shown it as 'Heute vor …' again.
    pub is_hidden_memory: bool,
    /// The program that the day was taken over from, such as `day_one`. Absent: it was written in Tagesecho.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Only in the bin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deleted_at: Option<DateTime<Utc>>,
    pub answers: Vec<Answer>,
    pub photos: Vec<Photo>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recording: Option<Recording>,
    /// Texts that were overwritten in the last thirty days, the earliest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub versions: Vec<Version>,
    /// SHA-256 of the day's content, in hexadecimal digits.
    pub digest: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Texts {
    pub text: String,
    pub summary: String,
    /// The author of the summary: empty for the person, `local` for Tagesecho, else the name of the service.
    pub summary_source: String,
    pub top_moment: String,
    /// The recording as text.
    pub audio_transcript: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Mood {
    /// 1 (worst) to 10 (best). Absent: nobody chose one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// One of the twelve feelings, such as `grateful`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub feeling: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub custom_emoji: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    /// The same in every language.
    pub question_id: String,
    /// The question in the language of the archive.
    pub question: String,
    pub answer: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Photo {
    /// The path below `data/`.
    pub file: String,
    /// What the photo shows, in the person's words.
    pub alt: String,
    pub is_main: bool,
    /// Absent: the file could not be read and is not in the archive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Recording {
    /// The path below `data/`.
    pub file: String,
    pub milliseconds: u32,
    /// Absent: the file could not be read and is not in the archive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
}

/// Texts of an entry that a later save replaced.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Version {
    pub replaced_at: DateTime<Utc>,
    #[serde(flatten)]
    pub texts: Texts,
}

/// The JSON Schema of [`Archive`], as `docs/archive.md` shows it.
pub fn schema() -> serde_json::Value {
    schemars::schema_for!(Archive).to_value()
}
