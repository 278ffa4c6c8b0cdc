//! Transcriptions, summaries, and the log of data that left this server.

use super::{
    entry_form::{file, text},
    openapi::{Failed, Invalid, TooMany},
};
use crate::http::{
    ApiResult, AppState, Context, Failure,
    extract::{self, Json},
    form_body::Multipart,
    uploads::Slot,
};
use axum::extract::{FromRequest, Request};
use backend::{
    Viewer,
    assistant::{self, AssistantCall, Summary, SummaryForm},
    media::Upload,
};
use domain::{Refusal, limits};
use serde::Serialize;

/// Parts of one form; only `audio` counts.
const PARTS: usize = 8;

/// Parts of the form, for the description only.
#[derive(utoipa::ToSchema)]
#[expect(dead_code, reason = "it is only described")]
struct SoundParts {
    #[schema(value_type = String, format = Binary)]
    audio: Upload,
}

#[derive(Debug)]
pub struct Sound {
    audio: Upload,
    /// Keeps the form's memory reserved until the handler is done, but no longer counts among the account's uploads.
    slot: Slot,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Transcript {
    transcript: String,
}

/// Makes text of a recording.
#[utoipa::path(
    post, path = "/api/transcribe-audio",
    request_body(content = SoundParts, content_type = "multipart/form-data"),
    responses((status = 200, body = Transcript), Invalid, TooMany, Failed),
)]
pub async fn transcribe(
    Context { backend, viewer, .. }: Context,
    Sound { audio, slot: _slot }: Sound,
) -> ApiResult<axum::Json<Transcript>> {
    Ok(axum::Json(Transcript { transcript: assistant::transcribe(&backend, &viewer, audio).await? }))
}

/// Summarises the texts of an entry, with emojis.
#[utoipa::path(post, path = "/api/generate-summary", responses((status = 200, body = Summary), Invalid, TooMany))]
pub async fn summarise(
    Context { backend, viewer, .. }: Context,
    Json(form): Json<SummaryForm>,
) -> ApiResult<axum::Json<Summary>> {
    Ok(axum::Json(assistant::summarise(&backend, &viewer, form).await?))
}

/// The log of what was sent to outside services.
#[utoipa::path(get, path = "/api/assistant-calls", responses((status = 200, body = Vec<AssistantCall>)))]
pub async fn calls(Context { backend, viewer, .. }: Context) -> ApiResult<axum::Json<Vec<AssistantCall>>> {
    Ok(axum::Json(assistant::calls(&backend, &viewer).await?))
}

impl FromRequest<AppState> for Sound {
    type Rejection = Failure;

    /// Refuses guests before it reads the body.
    async fn from_request(request: Request, state: &AppState) -> ApiResult<Self> {
        let viewer = request.extensions().get::<Viewer>().cloned().unwrap_or(Viewer::Guest);
        let account = viewer.account()?;
        if !extract::is(request.headers(), "multipart/form-data") {
            return Err(Refusal::UnsupportedMediaType.into());
        }
        let mut multipart = Multipart::from_request(request, state).await?;
        let mut slot = state.uploads.begin(account.user.id)?;
        let mut audio = None;
        for _ in 0..PARTS {
            let Some(field) = multipart.next_field().await? else {
                let audio = audio.ok_or(Refusal::MissingFile)?;
                slot.arrived();
                return Ok(Self { audio, slot });
            };
            if field.name() == Some("audio") && audio.is_none() {
                audio = Some(file(field, &mut slot, limits::AUDIO_BYTES, Refusal::AudioTooLarge).await?);
            } else {
                drop(text(field).await?);
            }
        }
        Err(Refusal::InvalidForm.into())
    }
}
