//! Writing and reading entries.

use super::{entry_form::Submission, users::VisibilityForm};
use crate::{
    answer, body_limit,
    error::ApiResult,
    extract::{self, Id, Params, Saving},
    state::AppState,
};
use axum::{
    Extension, Json,
    extract::{Request, State},
    response::{AppendHeaders, IntoResponse, Response},
};
use backend::{
    Viewer,
    entries::{self, Binned, EntryVersion, Restoring},
    pagination::Page,
};
use domain::{Entry, EntryId, Refusal, day::DayTicket, limits};
use http::{StatusCode, header};
use serde::{Deserialize, Serialize};

pub async fn create(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Submission { form, files, slot: _slot }: Submission,
) -> ApiResult<(StatusCode, Json<Entry>)> {
    let entry = entries::create(&state.backend, &viewer, form, files).await?;
    Ok((StatusCode::CREATED, Json(entry)))
}

pub async fn update(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Id(id): Id<EntryId>,
    Submission { form, files, slot: _slot }: Submission,
) -> ApiResult<Json<Entry>> {
    Ok(Json(entries::update(&state.backend, &viewer, id, form, files).await?))
}

pub async fn set_visibility(
    State(state): State<AppState>,
    Saving(viewer): Saving,
    Id(id): Id<EntryId>,
    extract::Json(form): extract::Json<VisibilityForm>,
) -> ApiResult<Json<Entry>> {
    Ok(Json(entries::set_visibility(&state.backend, &viewer, id, form.visibility.parse()?).await?))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FavoriteForm {
    is_favorite: bool,
}

pub async fn set_favorite(
    State(state): State<AppState>,
    Saving(viewer): Saving,
    Id(id): Id<EntryId>,
    extract::Json(form): extract::Json<FavoriteForm>,
) -> ApiResult<Json<Entry>> {
    Ok(Json(entries::set_favorite(&state.backend, &viewer, id, form.is_favorite).await?))
}

pub async fn delete(
    State(state): State<AppState>,
    Saving(viewer): Saving,
    Id(id): Id<EntryId>,
) -> ApiResult<StatusCode> {
    entries::delete(&state.backend, &viewer, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Without a body, onto a free day only.
pub async fn restore(
    State(state): State<AppState>,
    Saving(viewer): Saving,
    Id(id): Id<EntryId>,
    form: Option<extract::Json<Restoring>>,
) -> ApiResult<Json<Entry>> {
    let how = form.map(|extract::Json(form)| form).unwrap_or_default();
    Ok(Json(entries::restore(&state.backend, &viewer, id, how).await?))
}

/// In pages as [`list`], with the beginnings of texts.
pub async fn bin(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Params(Place { before, limit }): Params<Place>,
) -> ApiResult<impl IntoResponse> {
    let limit = limit.unwrap_or(limits::PAGE).clamp(1, limits::PAGE_MAX);
    let page = entries::bin(&state.backend, &viewer, before.as_deref(), limit).await?;
    Ok(paged("/api/bin", limit, page))
}

pub async fn binned(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Id(id): Id<EntryId>,
) -> ApiResult<Json<Binned>> {
    Ok(Json(entries::find_binned(&state.backend, &viewer, id).await?.binned))
}

pub async fn open(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Id(id): Id<EntryId>,
) -> ApiResult<Json<Entry>> {
    Ok(Json(entries::open(&state.backend, &viewer, id).await?))
}

pub async fn today(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
) -> ApiResult<Json<Option<Entry>>> {
    Ok(Json(entries::today(&state.backend, &viewer).await?))
}

pub async fn day_ticket(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
) -> ApiResult<Json<DayTicket>> {
    Ok(Json(entries::day_ticket(&state.backend, &viewer).await?))
}

/// In pages as [`list`], with the beginnings of texts.
pub async fn versions(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Id(id): Id<EntryId>,
    Params(Place { before, limit }): Params<Place>,
) -> ApiResult<impl IntoResponse> {
    let limit = limit.unwrap_or(limits::PAGE).clamp(1, limits::PAGE_MAX);
    let before = before.as_deref().map(str::parse).transpose().map_err(|_| Refusal::InvalidForm)?;
    let page = entries::versions(&state.backend, &viewer, id, before, limit).await?;
    Ok(paged(&format!("/api/entries/{id}/versions"), limit, page))
}

pub async fn version(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Id((id, version)): Id<(EntryId, i64)>,
) -> ApiResult<Json<EntryVersion>> {
    Ok(Json(entries::version(&state.backend, &viewer, id, version).await?))
}

#[derive(Deserialize)]
struct PutBackForm {
    version: i64,
    /// The entry's version that the page showed.
    from: i64,
}

/// The form of the entry's page, and back to that page, which says what became of it. Programs are refused in place.
pub async fn put_back(
    State(state): State<AppState>,
    Saving(viewer): Saving,
    Id(id): Id<EntryId>,
    request: Request,
) -> ApiResult<Response> {
    let (parts, body) = request.into_parts();
    let body = body_limit::collect(body).await?;
    let PutBackForm { version, from } = serde_urlencoded::from_bytes(&body).map_err(|_| Refusal::InvalidForm)?;
    let outcome = match entries::put_back(&state.backend, &viewer, id, version, from).await {
        Ok(_) => "done",
        Err(backend::Error::Refused(refused)) if answer::wants_page(&parts.headers) => refused.code(),
        Err(error) => return Err(error.into()),
    };
    let page = format!("/entry/{id}?put-back={outcome}#versions");
    Ok((StatusCode::SEE_OTHER, AppendHeaders([(header::LOCATION, page)])).into_response())
}

/// The next page's address stands in the `Link` header.
fn paged<T: Serialize>(path: &str, limit: usize, page: Page<T>) -> impl IntoResponse + use<T> {
    let link = page.next.map(|next| format!("<{path}?before={next}&limit={limit}>; rel=\"next\""));
    (AppendHeaders(link.map(|link| (header::LINK, link))), Json(page.items))
}

#[derive(Deserialize)]
pub struct Place {
    pub before: Option<String>,
    pub limit: Option<usize>,
}

pub async fn list(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Params(Place { before, limit }): Params<Place>,
) -> ApiResult<impl IntoResponse> {
    let limit = limit.unwrap_or(limits::PAGE).clamp(1, limits::PAGE_MAX);
    let page = entries::list(&state.backend, &viewer, before.as_deref(), limit).await?;
    Ok(paged("/api/entries", limit, page))
}
