//! Writing and reading entries.

use super::{entry_form::Submission, users::VisibilityForm};
use crate::{
    error::Answer,
    extract::{self, Id, Params},
    state::AppState,
};
use axum::{
    Extension, Json,
    extract::State,
    response::{AppendHeaders, IntoResponse},
};
use backend::{
    Viewer,
    entries::{self, Binned, EntryVersion, Restoring},
};
use domain::{Entry, EntryId, day::DayTicket, limits};
use http::{StatusCode, header};
use serde::Deserialize;

pub async fn create(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Submission { form, files, slot: _slot }: Submission,
) -> Answer<(StatusCode, Json<Entry>)> {
    let entry = entries::create(&state.backend, &viewer, form, files).await?;
    Ok((StatusCode::CREATED, Json(entry)))
}

pub async fn update(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Id(id): Id<EntryId>,
    Submission { form, files, slot: _slot }: Submission,
) -> Answer<Json<Entry>> {
    Ok(Json(entries::update(&state.backend, &viewer, id, form, files).await?))
}

pub async fn set_visibility(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Id(id): Id<EntryId>,
    extract::Json(form): extract::Json<VisibilityForm>,
) -> Answer<Json<Entry>> {
    Ok(Json(entries::set_visibility(&state.backend, &viewer, id, form.visibility.parse()?).await?))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FavoriteForm {
    is_favorite: bool,
}

pub async fn set_favorite(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Id(id): Id<EntryId>,
    extract::Json(form): extract::Json<FavoriteForm>,
) -> Answer<Json<Entry>> {
    Ok(Json(entries::set_favorite(&state.backend, &viewer, id, form.is_favorite).await?))
}

pub async fn delete(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Id(id): Id<EntryId>,
) -> Answer<StatusCode> {
    entries::delete(&state.backend, &viewer, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Without a body, onto a free day only.
pub async fn restore(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Id(id): Id<EntryId>,
    form: Option<extract::Json<Restoring>>,
) -> Answer<Json<Entry>> {
    let how = form.map(|extract::Json(form)| form).unwrap_or_default();
    Ok(Json(entries::restore(&state.backend, &viewer, id, how).await?))
}

pub async fn bin(State(state): State<AppState>, Extension(viewer): Extension<Viewer>) -> Answer<Json<Vec<Binned>>> {
    Ok(Json(entries::bin(&state.backend, &viewer).await?))
}

pub async fn open(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Id(id): Id<EntryId>,
) -> Answer<Json<Entry>> {
    Ok(Json(entries::open(&state.backend, &viewer, id).await?))
}

pub async fn today(State(state): State<AppState>, Extension(viewer): Extension<Viewer>) -> Answer<Json<Option<Entry>>> {
    Ok(Json(entries::today(&state.backend, &viewer).await?))
}

pub async fn day_ticket(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
) -> Answer<Json<DayTicket>> {
    Ok(Json(entries::day_ticket(&state.backend, &viewer).await?))
}

pub async fn versions(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Id(id): Id<EntryId>,
) -> Answer<Json<Vec<EntryVersion>>> {
    Ok(Json(entries::versions(&state.backend, &viewer, id).await?))
}

#[derive(Deserialize)]
pub struct Place {
    pub before: Option<String>,
    pub limit: Option<usize>,
}

/// The next page's address stands in the `Link` header.
pub async fn list(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Params(Place { before, limit }): Params<Place>,
) -> Answer<impl IntoResponse> {
    let limit = limit.unwrap_or(limits::PAGE).clamp(1, limits::PAGE_MAX);
    let page = entries::list(&state.backend, &viewer, before.as_deref(), limit).await?;
    let link = page.next.map(|next| format!("</api/entries?before={next}&limit={limit}>; rel=\"next\""));
    Ok((AppendHeaders(link.map(|link| (header::LINK, link))), Json(page.items)))
}
