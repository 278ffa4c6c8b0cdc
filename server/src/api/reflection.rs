//! Questions of reflection and their answers.

use crate::{
    error::Answer,
    extract::{Id, Json},
    state::AppState,
    visit::Visit,
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
    Extension(visit): Extension<Visit>,
) -> Answer<axum::Json<Vec<Question>>> {
    Ok(axum::Json(reflection::questions(&viewer, visit.language)?))
}

pub async fn question_of_day(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Extension(visit): Extension<Visit>,
) -> Answer<axum::Json<Question>> {
    Ok(axum::Json(reflection::question_of_day(&state.backend, &viewer, visit.language)?))
}

pub async fn answers(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Extension(visit): Extension<Visit>,
    Id(entry): Id<EntryId>,
) -> Answer<axum::Json<Vec<ReflectionAnswer>>> {
    Ok(axum::Json(reflection::answers(&state.backend, &viewer, entry, visit.language).await?))
}

/// `ticket` is the editor page's (product 4).
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AnswerBody {
    entry_id: EntryId,
    question_id: String,
    answer: String,
    ticket: Option<String>,
}

pub async fn answer(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Extension(visit): Extension<Visit>,
    Json(body): Json<AnswerBody>,
) -> Answer<axum::Json<ReflectionAnswer>> {
    let AnswerBody { entry_id, question_id, answer, ticket } = body;
    let form = AnswerForm { question_id, answer };
    let saved = reflection::answer(&state.backend, &viewer, entry_id, form, ticket.as_deref(), visit.language).await?;
    Ok(axum::Json(saved))
}

#[derive(Deserialize)]
pub struct Removal {
    ticket: Option<String>,
}

/// The body is optional.
pub async fn remove(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Id(id): Id<AnswerId>,
    removal: Option<Json<Removal>>,
) -> Answer<StatusCode> {
    let ticket = removal.and_then(|Json(removal)| removal.ticket);
    reflection::remove(&state.backend, &viewer, id, ticket.as_deref()).await?;
    Ok(StatusCode::NO_CONTENT)
}
