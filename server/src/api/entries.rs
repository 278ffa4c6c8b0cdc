//! Writing and reading entries.

use super::{entry_form::Submission, users::VisibilityForm};
use crate::http::{
    ApiResult, Context, answer, body_limit,
    extract::{self, Id, Params, Saving},
};
use axum::{
    Json,
    extract::Request,
    response::{AppendHeaders, IntoResponse, Response},
};
use backend::{
    entries::{self, Binned, EntryVersion, Restoring},
    pagination::Page,
};
use domain::{Entry, EntryId, Refusal, day::DayTicket, limits};
use http::{StatusCode, header};
use serde::{Deserialize, Serialize};

pub async fn create(
    Context { backend, viewer, .. }: Context,
    Submission { form, files, slot: _slot }: Submission,
) -> ApiResult<(StatusCode, Json<Entry>)> {
    let entry = entries::create(&backend, &viewer, form, files).await?;
    Ok((StatusCode::CREATED, Json(entry)))
}

pub async fn update(
    Context { backend, viewer, .. }: Context,
    Id(id): Id<EntryId>,
    Submission { form, files, slot: _slot }: Submission,
) -> ApiResult<Json<Entry>> {
    Ok(Json(entries::update(&backend, &viewer, id, form, files).await?))
}

pub async fn set_visibility(
    Saving(Context { backend, viewer, .. }): Saving,
    Id(id): Id<EntryId>,
    extract::Json(form): extract::Json<VisibilityForm>,
) -> ApiResult<Json<Entry>> {
    Ok(Json(entries::set_visibility(&backend, &viewer, id, form.visibility.parse()?).await?))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FavoriteForm {
    is_favorite: bool,
}

pub async fn set_favorite(
    Saving(Context { backend, viewer, .. }): Saving,
    Id(id): Id<EntryId>,
    extract::Json(form): extract::Json<FavoriteForm>,
) -> ApiResult<Json<Entry>> {
    Ok(Json(entries::set_favorite(&backend, &viewer, id, form.is_favorite).await?))
}

pub async fn delete(Saving(Context { backend, viewer, .. }): Saving, Id(id): Id<EntryId>) -> ApiResult<StatusCode> {
    entries::delete(&backend, &viewer, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Without a body, onto a free day only.
pub async fn restore(
    Saving(Context { backend, viewer, .. }): Saving,
    Id(id): Id<EntryId>,
    form: Option<extract::Json<Restoring>>,
) -> ApiResult<Json<Entry>> {
    let how = form.map(|extract::Json(form)| form).unwrap_or_default();
    Ok(Json(entries::restore(&backend, &viewer, id, how).await?))
}

/// In pages as [`list`], with the beginnings of texts.
pub async fn bin(
    Context { backend, viewer, .. }: Context,
    Params(Place { before, limit }): Params<Place>,
) -> ApiResult<impl IntoResponse> {
    let limit = limit.unwrap_or(limits::PAGE).clamp(1, limits::PAGE_MAX);
    let page = entries::bin(&backend, &viewer, before.as_deref(), limit).await?;
    Ok(paged("/api/bin", limit, page))
}

pub async fn empty_bin(Saving(Context { backend, viewer, .. }): Saving) -> ApiResult<StatusCode> {
    entries::empty_bin(&backend, &viewer).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub async fn binned(Context { backend, viewer, .. }: Context, Id(id): Id<EntryId>) -> ApiResult<Json<Binned>> {
    Ok(Json(entries::find_binned(&backend, &viewer, id).await?.binned))
}

pub async fn open(Context { backend, viewer, .. }: Context, Id(id): Id<EntryId>) -> ApiResult<Json<Entry>> {
    Ok(Json(entries::open(&backend, &viewer, id).await?))
}

pub async fn today(Context { backend, viewer, .. }: Context) -> ApiResult<Json<Option<Entry>>> {
    Ok(Json(entries::today(&backend, &viewer).await?))
}

pub async fn day_ticket(Context { backend, viewer, .. }: Context) -> ApiResult<Json<DayTicket>> {
    Ok(Json(entries::day_ticket(&backend, &viewer).await?))
}

/// In pages as [`list`], with the beginnings of texts.
pub async fn versions(
    Context { backend, viewer, .. }: Context,
    Id(id): Id<EntryId>,
    Params(Place { before, limit }): Params<Place>,
) -> ApiResult<impl IntoResponse> {
    let limit = limit.unwrap_or(limits::PAGE).clamp(1, limits::PAGE_MAX);
    let before = before.as_deref().map(str::parse).transpose().map_err(|_| Refusal::InvalidForm)?;
    let page = entries::versions(&backend, &viewer, id, before, limit).await?;
    Ok(paged(&format!("/api/entries/{id}/versions"), limit, page))
}

pub async fn version(
    Context { backend, viewer, .. }: Context,
    Id((id, version)): Id<(EntryId, i64)>,
) -> ApiResult<Json<EntryVersion>> {
    Ok(Json(entries::version(&backend, &viewer, id, version).await?))
}

#[derive(Deserialize)]
struct PutBackForm {
    version: i64,
    /// The entry's version that the page showed.
    from: i64,
}

/// The form of the entry's page, and back to that page, which says what became of it. Programs are refused in place.
pub async fn put_back(
    Saving(Context { backend, viewer, .. }): Saving,
    Id(id): Id<EntryId>,
    request: Request,
) -> ApiResult<Response> {
    let (parts, body) = request.into_parts();
    let body = body_limit::collect(body).await?;
    let PutBackForm { version, from } = serde_urlencoded::from_bytes(&body).map_err(|_| Refusal::InvalidForm)?;
    let outcome = match entries::put_back(&backend, &viewer, id, version, from).await {
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
    Context { backend, viewer, .. }: Context,
    Params(Place { before, limit }): Params<Place>,
) -> ApiResult<impl IntoResponse> {
    let limit = limit.unwrap_or(limits::PAGE).clamp(1, limits::PAGE_MAX);
    let page = entries::list(&backend, &viewer, before.as_deref(), limit).await?;
    Ok(paged("/api/entries", limit, page))
}
