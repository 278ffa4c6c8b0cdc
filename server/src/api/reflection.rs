//! Questions of reflection and their answers.

use crate::{
    error::ApiResult,
    extract::{Id, Json, Saving},
    request_context::RequestContext,
    state::AppState,
};
use axum::{Extension, extract::State};
use backend::{Viewer, reflection};
use domain::{
    AnswerId, EntryId,
    reflection::{AnswerForm, Question, ReflectionAnswer},
};
use http::StatusCode;
use serde::Deserialize;

pub async fn questions(
    Extension(viewer): Extension<Viewer>,
    Extension(request_context): Extension<RequestContext>,
) -> ApiResult<axum::Json<Vec<Question>>> {
    Ok(axum::Json(reflection::questions(&viewer, request_context.language)?))
}

pub async fn question_of_day(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Extension(request_context): Extension<RequestContext>,
) -> ApiResult<axum::Json<Question>> {
    Ok(axum::Json(reflection::question_of_day(&state.backend, &viewer, request_context.language)?))
}

pub async fn answers(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Extension(request_context): Extension<RequestContext>,
    Id(entry): Id<EntryId>,
) -> ApiResult<axum::Json<Vec<ReflectionAnswer>>> {
    Ok(axum::Json(reflection::answers(&state.backend, &viewer, entry, request_context.language).await?))
}

/// `ticket` is the editor page's (product 4), `over` the saved answer that the writer saw (product 15).
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AnswerBody {
    entry_id: EntryId,
    question_id: String,
    answer: String,
    over: Option<String>,
    ticket: Option<String>,
}

pub async fn answer(
    State(state): State<AppState>,
    Saving(viewer): Saving,
    Extension(request_context): Extension<RequestContext>,
    Json(body): Json<AnswerBody>,
) -> ApiResult<axum::Json<ReflectionAnswer>> {
    let AnswerBody { entry_id, question_id, answer, over, ticket } = body;
    let form = AnswerForm { question_id, answer, over };
    let saved =
        reflection::answer(&state.backend, &viewer, entry_id, form, ticket.as_deref(), request_context.language)
            .await?;
    Ok(axum::Json(saved))
}

#[derive(Default, Deserialize)]
pub struct Removal {
    over: Option<String>,
    ticket: Option<String>,
}

/// The body is optional.
pub async fn remove(
    State(state): State<AppState>,
    Saving(viewer): Saving,
    Extension(request_context): Extension<RequestContext>,
    Id(id): Id<AnswerId>,
    removal: Option<Json<Removal>>,
) -> ApiResult<StatusCode> {
    let Removal { over, ticket } = removal.map(|Json(removal)| removal).unwrap_or_default();
    reflection::remove(&state.backend, &viewer, id, over.as_deref(), ticket.as_deref(), request_context.language)
        .await?;
    Ok(StatusCode::NO_CONTENT)
}
