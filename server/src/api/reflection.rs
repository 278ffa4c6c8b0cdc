//! Questions of reflection and their answers.

use super::openapi::{Conflict, Forbidden, Invalid, TooMany};
use crate::http::{ApiResult, Context, Id, Json, Saving};
use backend::reflection::{self, Answering};
use domain::{
    AnswerId, EntryId, Visibility,
    reflection::{AnswerForm, Question, ReflectionAnswer},
};
use http::StatusCode;
use serde::Deserialize;

/// All questions, in the caller's language.
#[utoipa::path(get, path = "/api/reflection-questions", responses((status = 200, body = Vec<Question>)))]
pub async fn questions(Context { viewer, language, .. }: Context) -> ApiResult<axum::Json<Vec<Question>>> {
    Ok(axum::Json(reflection::questions(&viewer, language)?))
}

/// Today's question.
#[utoipa::path(get, path = "/api/reflection-question", responses((status = 200, body = Question)))]
pub async fn question_of_day(Context { backend, viewer, language, .. }: Context) -> ApiResult<axum::Json<Question>> {
    Ok(axum::Json(reflection::question_of_day(&backend, &viewer, language)?))
}

/// The answers of an entry.
#[utoipa::path(
    get, path = "/api/entries/{id}/reflection-answers",
    params(("id" = EntryId, Path)),
    responses((status = 200, body = Vec<ReflectionAnswer>), Forbidden),
)]
pub async fn answers(
    Context { backend, viewer, language, .. }: Context,
    Id(entry): Id<EntryId>,
) -> ApiResult<axum::Json<Vec<ReflectionAnswer>>> {
    Ok(axum::Json(reflection::answers(&backend, &viewer, entry, language).await?))
}

/// `ticket` is the editor page's (product 4), `previous` the saved answer that the writer saw (product 15).
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AnswerBody {
    entry_id: EntryId,
    question_id: String,
    answer: String,
    previous: Option<String>,
    /// Its readers as the writer saw them. An entry with more readers is refused (product 1.10).
    #[serde(default)]
    seen_visibility: Option<Visibility>,
    ticket: Option<String>,
}

/// Saves an answer.
#[utoipa::path(
    post, path = "/api/reflection-answers",
    responses((status = 200, body = ReflectionAnswer), Conflict, Invalid, TooMany),
)]
pub async fn answer(
    Saving(Context { backend, viewer, language, .. }): Saving,
    Json(body): Json<AnswerBody>,
) -> ApiResult<axum::Json<ReflectionAnswer>> {
    let AnswerBody { entry_id, question_id, answer, previous, seen_visibility, ticket } = body;
    let form = Answering { form: AnswerForm { question_id, answer, previous }, seen_visibility };
    let saved = reflection::answer(&backend, &viewer, entry_id, form, ticket.as_deref(), language).await?;
    Ok(axum::Json(saved))
}

#[derive(Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Removal {
    previous: Option<String>,
    ticket: Option<String>,
}

/// Removes an answer.
///
/// The body is optional.
#[utoipa::path(
    delete, path = "/api/reflection-answers/{id}",
    params(("id" = AnswerId, Path)), request_body = Option<Removal>,
    responses((status = 204), Conflict, TooMany),
)]
pub async fn remove(
    Saving(Context { backend, viewer, language, .. }): Saving,
    Id(id): Id<AnswerId>,
    removal: Option<Json<Removal>>,
) -> ApiResult<StatusCode> {
    let Removal { previous, ticket } = removal.map(|Json(removal)| removal).unwrap_or_default();
    reflection::remove(&backend, &viewer, id, previous.as_deref(), ticket.as_deref(), language).await?;
    Ok(StatusCode::NO_CONTENT)
}
