//! Writing and reading entries.

use super::{
    entry_form::{EntryParts, Submission},
    openapi::{Conflict, Forbidden, Invalid, TooMany},
};
use crate::http::{
    ApiResult, Context, PageQuery, Paged,
    extract::{self, Id, Params, Saving},
};
use axum::Json;
use backend::entries::{self, Binned, EntryVersion, Restoring, VisibilityChange};
use domain::{Entry, EntryId, Refusal, Visibility, day::DayTicket};
use http::StatusCode;
use serde::Deserialize;

/// Writes the entry of a day.
#[utoipa::path(
    post, path = "/api/entries",
    request_body(content = EntryParts, content_type = "multipart/form-data"),
    responses((status = 201, body = Entry), Conflict, Invalid, TooMany),
)]
pub async fn create(
    Context { backend, viewer, .. }: Context,
    Submission { form, files, slot: _slot }: Submission,
) -> ApiResult<(StatusCode, Json<Entry>)> {
    let entry = entries::create(&backend, &viewer, form, files).await?;
    Ok((StatusCode::CREATED, Json(entry)))
}

/// Changes an entry. What the form leaves out stays as it is.
#[utoipa::path(
    patch, path = "/api/entries/{id}",
    params(("id" = EntryId, Path)), request_body(content = EntryParts, content_type = "multipart/form-data"),
    responses((status = 200, body = Entry), Conflict, Invalid, TooMany),
)]
pub async fn update(
    Context { backend, viewer, .. }: Context,
    Id(id): Id<EntryId>,
    Submission { form, files, slot: _slot }: Submission,
) -> ApiResult<Json<Entry>> {
    Ok(Json(entries::update(&backend, &viewer, id, form, files).await?))
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EntryVisibilityForm {
    visibility: String,
    /// The entry's readers when its person chose. If they are others by now, more readers are refused (product 1.10).
    #[serde(default)]
    seen_visibility: Option<Visibility>,
}

/// Chooses who can read an entry.
#[utoipa::path(
    put, path = "/api/entries/{id}/visibility",
    params(("id" = EntryId, Path)),
    responses((status = 200, body = Entry), Conflict, Invalid, TooMany),
)]
pub async fn set_visibility(
    Saving(Context { backend, viewer, .. }): Saving,
    Id(id): Id<EntryId>,
    extract::Json(form): extract::Json<EntryVisibilityForm>,
) -> ApiResult<Json<Entry>> {
    let choice = VisibilityChange { visibility: form.visibility.parse()?, seen: form.seen_visibility };
    Ok(Json(entries::set_visibility(&backend, &viewer, id, choice).await?))
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FavoriteForm {
    is_favorite: bool,
}

/// Marks an entry as a favourite, or no longer.
#[utoipa::path(
    put, path = "/api/entries/{id}/favorite",
    params(("id" = EntryId, Path)),
    responses((status = 200, body = Entry), TooMany),
)]
pub async fn set_favorite(
    Saving(Context { backend, viewer, .. }): Saving,
    Id(id): Id<EntryId>,
    extract::Json(form): extract::Json<FavoriteForm>,
) -> ApiResult<Json<Entry>> {
    Ok(Json(entries::set_favorite(&backend, &viewer, id, form.is_favorite).await?))
}

/// Puts an entry into the bin.
#[utoipa::path(
    delete, path = "/api/entries/{id}",
    params(("id" = EntryId, Path)),
    responses((status = 204), TooMany),
)]
pub async fn delete(Saving(Context { backend, viewer, .. }): Saving, Id(id): Id<EntryId>) -> ApiResult<StatusCode> {
    entries::delete(&backend, &viewer, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Takes an entry out of the bin.
///
/// Without a body, onto a free day only.
#[utoipa::path(
    post, path = "/api/entries/{id}/restore",
    params(("id" = EntryId, Path)), request_body = Option<Restoring>,
    responses((status = 200, body = Entry), Conflict, Invalid, TooMany),
)]
pub async fn restore(
    Saving(Context { backend, viewer, .. }): Saving,
    Id(id): Id<EntryId>,
    form: Option<extract::Json<Restoring>>,
) -> ApiResult<Json<Entry>> {
    let how = form.map(|extract::Json(form)| form).unwrap_or_default();
    Ok(Json(entries::restore(&backend, &viewer, id, how).await?))
}

/// The entries in the bin, with the beginnings of their texts.
#[utoipa::path(get, path = "/api/bin", params(PageQuery), responses(Paged<Binned>))]
pub async fn bin(
    Context { backend, viewer, .. }: Context,
    Params(page): Params<PageQuery>,
) -> ApiResult<Paged<Binned>> {
    let limit = page.limit();
    let page = entries::bin(&backend, &viewer, page.before.as_deref(), limit).await?;
    Ok(Paged::new(page, "/api/bin?", limit))
}

/// Deletes all entries in the bin for good.
#[utoipa::path(delete, path = "/api/bin", responses((status = 204), TooMany))]
pub async fn empty_bin(Saving(Context { backend, viewer, .. }): Saving) -> ApiResult<StatusCode> {
    entries::empty_bin(&backend, &viewer).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// One entry in the bin.
#[utoipa::path(get, path = "/api/bin/{id}", params(("id" = EntryId, Path)), responses((status = 200, body = Binned)))]
pub async fn binned(Context { backend, viewer, .. }: Context, Id(id): Id<EntryId>) -> ApiResult<Json<Binned>> {
    Ok(Json(entries::find_binned(&backend, &viewer, id).await?.binned))
}

/// One entry, own or of somebody else.
#[utoipa::path(
    get, path = "/api/entries/{id}",
    params(("id" = EntryId, Path)),
    responses((status = 200, body = Entry), Forbidden),
)]
pub async fn open(Context { backend, viewer, .. }: Context, Id(id): Id<EntryId>) -> ApiResult<Json<Entry>> {
    Ok(Json(entries::open(&backend, &viewer, id).await?))
}

/// Today's own entry, or `null`.
#[utoipa::path(get, path = "/api/entries/today", responses((status = 200, body = Option<Entry>)))]
pub async fn today(Context { backend, viewer, .. }: Context) -> ApiResult<Json<Option<Entry>>> {
    Ok(Json(entries::today(&backend, &viewer).await?))
}

/// Proof with which a browser may begin a day while offline.
#[utoipa::path(get, path = "/api/day-ticket", responses((status = 200, body = DayTicket)))]
pub async fn day_ticket(Context { backend, viewer, .. }: Context) -> ApiResult<Json<DayTicket>> {
    Ok(Json(entries::day_ticket(&backend, &viewer).await?))
}

/// Earlier texts of an own entry, newest first: their beginnings, and the words that the next save changed.
#[utoipa::path(
    get, path = "/api/entries/{id}/versions",
    params(("id" = EntryId, Path), PageQuery),
    responses(Paged<EntryVersion>, Forbidden),
)]
pub async fn versions(
    Context { backend, viewer, .. }: Context,
    Id(id): Id<EntryId>,
    Params(page): Params<PageQuery>,
) -> ApiResult<Paged<EntryVersion>> {
    let limit = page.limit();
    let before = page.before.as_deref().map(str::parse).transpose().map_err(|_| Refusal::InvalidForm)?;
    let page = entries::versions(&backend, &viewer, id, before, limit).await?;
    Ok(Paged::new(page, &format!("/api/entries/{id}/versions?"), limit))
}

/// One earlier version of an own entry.
#[utoipa::path(
    get, path = "/api/entries/{id}/versions/{version}",
    params(("id" = EntryId, Path), ("version" = i64, Path)),
    responses((status = 200, body = EntryVersion), Forbidden),
)]
pub async fn version(
    Context { backend, viewer, .. }: Context,
    Id((id, version)): Id<(EntryId, i64)>,
) -> ApiResult<Json<EntryVersion>> {
    Ok(Json(entries::version(&backend, &viewer, id, version).await?))
}

/// The own entries, newest first.
#[utoipa::path(get, path = "/api/entries", params(PageQuery), responses(Paged<Entry>))]
pub async fn list(
    Context { backend, viewer, .. }: Context,
    Params(page): Params<PageQuery>,
) -> ApiResult<Paged<Entry>> {
    let limit = page.limit();
    let page = entries::list(&backend, &viewer, page.before.as_deref(), limit).await?;
    Ok(Paged::new(page, "/api/entries?", limit))
}
