//! The editor's multipart form, read part by part within bounds.

use crate::http::{ApiResult, AppState, Failure, extract, form_body::Multipart, uploads::Slot};
use axum::extract::{FromRequest, Request, multipart::Field};
use backend::{
    Viewer, entries,
    media::{Upload, Uploads},
};
use domain::{EntryForm, Error, Mood, Plan, Refusal, UserId, day, limits};
use serde::de::DeserializeOwned;
use std::collections::HashMap;

/// Parts of one form; the editor sends about fifteen.
const PARTS: usize = 40;
/// Bytes of one text; the longest that can pass is 3000 characters, each with a line end.
const TEXT_BYTES: usize = 256 * 1024;

/// Parts of the form, for the description only.
#[derive(utoipa::ToSchema)]
#[expect(dead_code, reason = "it is only described")]
pub struct EntryParts {
    #[schema(inline)]
    #[serde(flatten)]
    form: EntryForm,
    #[schema(value_type = Vec<String>, format = Binary)]
    images: Option<Vec<Upload>>,
    #[schema(value_type = Option<String>, format = Binary)]
    audio: Option<Upload>,
}

#[derive(Debug)]
pub struct Submission {
    pub form: EntryForm,
    pub files: Uploads,
    /// Holds the form's place in memory until the handler is done.
    pub slot: Slot,
}

impl FromRequest<AppState> for Submission {
    type Rejection = Failure;

    /// Refuses guests before it reads the body.
    async fn from_request(request: Request, state: &AppState) -> ApiResult<Self> {
        let viewer = request.extensions().get::<Viewer>().cloned().unwrap_or(Viewer::Guest);
        let account = viewer.account()?;
        let plan = account.plan;
        entries::admit_save(&state.backend, &viewer).await?;
        if !extract::is(request.headers(), "multipart/form-data") {
            return Err(Refusal::UnsupportedMediaType.into());
        }
        let multipart = Multipart::from_request(request, state).await?;
        let mut slot = state.uploads.begin(account.user.id)?;
        let Parts { texts, files } = read(multipart, account.user.id, plan, &mut slot).await?;
        Ok(Self { form: form(&texts)?, files, slot })
    }
}

#[derive(Default)]
struct Parts {
    texts: HashMap<String, String>,
    files: Uploads,
}

/// Refuses the form of another person before the files that follow the name.
async fn read(mut multipart: Multipart, owner: UserId, plan: Plan, slot: &mut Slot) -> ApiResult<Parts> {
    let too_many = || Error::from(Refusal::TooManyImages).with("n", plan.images());
    let mut parts = Parts::default();
    for _ in 0..PARTS {
        let Some(field) = multipart.next_field().await? else { return Ok(parts) };
        let Some(name) = field.name().map(str::to_owned) else { return Err(Refusal::InvalidForm.into()) };
        if name == "images" {
            let is_file = field.file_name().is_some_and(|name| !name.is_empty());
            if is_file && parts.files.images.len() == plan.images() {
                return Err(too_many().into());
            }
            let image = file(field, slot, limits::IMAGE_BYTES - 1, Refusal::ImageTooLarge).await?;
            // A browser sends an empty part for an empty file input.
            if is_file || !image.bytes.is_empty() {
                if parts.files.images.len() == plan.images() {
                    return Err(too_many().into());
                }
                parts.files.images.push(image);
            }
        } else if name == "audio" {
            let is_file = field.file_name().is_some_and(|name| !name.is_empty());
            let recording = file(field, slot, limits::AUDIO_BYTES, Refusal::AudioTooLarge).await?;
            if (is_file || !recording.bytes.is_empty()) && parts.files.recording.replace(recording).is_some() {
                return Err(Refusal::InvalidForm.into());
            }
        } else {
            let value = text(field).await?;
            if name == "userId" && value.parse::<UserId>().map_err(|_| Refusal::InvalidForm)? != owner {
                return Err(Refusal::AccountMismatch.into());
            }
            if parts.texts.insert(name, value).is_some() {
                return Err(Refusal::InvalidForm.into());
            }
        }
    }
    Err(Refusal::InvalidForm.into())
}

/// Reads a file of at most `most` bytes. A larger one is refused with `refusal` before it has arrived.
pub async fn file(mut field: Field<'_>, slot: &mut Slot, most: usize, refusal: Refusal) -> ApiResult<Upload> {
    let name = field.file_name().unwrap_or_default().to_owned();
    let mut bytes = Vec::new();
    while let Some(chunk) = field.chunk().await.map_err(|_| Refusal::InvalidForm)? {
        if bytes.len() + chunk.len() > most {
            return Err(Error::from(refusal).with("name", name).into());
        }
        slot.take(chunk.len())?;
        bytes.extend_from_slice(&chunk);
    }
    Ok(Upload { name, bytes: bytes.into() })
}

pub async fn text(mut field: Field<'_>) -> ApiResult<String> {
    let mut bytes = Vec::new();
    while let Some(chunk) = field.chunk().await.map_err(|_| Refusal::InvalidForm)? {
        if bytes.len() + chunk.len() > TEXT_BYTES {
            return Err(Refusal::TextTooLong.into());
        }
        bytes.extend_from_slice(&chunk);
    }
    String::from_utf8(bytes).map_err(|_| Refusal::InvalidForm.into())
}

/// The fields besides the files. Any other is refused: with a misspelt `version` the save would overwrite unseen changes.
const FIELDS: [&str; 20] = [
    "userId",
    "text",
    "summary",
    "summarySource",
    "topMoment",
    "emojis",
    "mood",
    "visibility",
    "seenVisibility",
    "date",
    "ticket",
    "version",
    "idempotencyKey",
    "existingImages",
    "mainImageIndex",
    "audioTranscript",
    "removeAudio",
    "reflectionAnswers",
    "imageAlts",
    "imageOrder",
];

/// An absent field is `None`, an empty one is empty.
fn form(texts: &HashMap<String, String>) -> ApiResult<EntryForm> {
    if texts.keys().any(|name| !FIELDS.contains(&name.as_str())) {
        return Err(Refusal::InvalidForm.into());
    }
    let text = |name: &str| texts.get(name).cloned();
    let given = |name: &str| texts.get(name).map(|value| value.trim()).filter(|value| !value.is_empty());
    Ok(EntryForm {
        user_id: given("userId").map(str::parse).transpose().map_err(|_| Refusal::InvalidForm)?,
        text: text("text"),
        summary: text("summary"),
        summary_source: text("summarySource"),
        top_moment: text("topMoment"),
        emojis: text("emojis"),
        mood: texts.get("mood").map(|value| mood(value)).transpose()?,
        visibility: given("visibility").map(str::parse).transpose()?,
        seen_visibility: given("seenVisibility").map(str::parse).transpose()?,
        date: given("date").map(day::parse).transpose()?,
        ticket: given("ticket").map(str::to_owned),
        version: given("version").map(str::parse).transpose().map_err(|_| Refusal::InvalidForm)?,
        idempotency_key: given("idempotencyKey").map(str::to_owned),
        existing_images: given("existingImages").map(|value| json(value, Refusal::InvalidForm)).transpose()?,
        main_image_index: given("mainImageIndex").map(str::parse).transpose().map_err(|_| Refusal::InvalidForm)?,
        audio_transcript: text("audioTranscript"),
        remove_audio: given("removeAudio") == Some("true"),
        reflection_answers: given("reflectionAnswers")
            .map(|value| json(value, Refusal::InvalidForm))
            .transpose()?
            .unwrap_or_default(),
        image_alts: given("imageAlts").map(|value| json(value, Refusal::InvalidForm)).transpose()?,
        image_order: given("imageOrder").map(|value| json(value, Refusal::InvalidForm)).transpose()?,
    })
}

/// Parses a mood. An empty text removes it.
fn mood(value: &str) -> ApiResult<Mood> {
    if value.trim().is_empty() { Ok(Mood::default()) } else { json(value, Refusal::InvalidMood) }
}

fn json<T: DeserializeOwned>(text: &str, refusal: Refusal) -> ApiResult<T> {
    serde_json::from_str(text).map_err(|_| refusal.into())
}
