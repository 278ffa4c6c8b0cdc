//! Imports: sending a file, what is in it, taking it over, undoing that.

use super::{
    entry_form::text,
    openapi::{Conflict, Invalid, TooMany},
};
use crate::{
    http::{
        ApiResult, AppState, Context, Failure, Json, body_limit::BodyLimit, extract, extract::Id, form_body::Multipart,
        limits::SMALL,
    },
    pages::{self, RequestedPage},
};
use app::{imports::UPLOAD, request::RefusedForm};
use axum::{
    Extension,
    body::Body,
    extract::{FromRequest, Request, State},
    response::{IntoResponse, Response},
};
use backend::{Backend, Error, Viewer, imports, imports::Incoming, media::Upload};
use domain::{
    Refusal,
    imports::{ExistingDays, Import},
};
use http::StatusCode;
use serde::Deserialize;
use uuid::Uuid;

/// Parts of one form; the page sends two.
const PARTS: usize = 8;

/// The part of the form, for the description only.
#[derive(utoipa::ToSchema)]
#[expect(dead_code, reason = "it is only described")]
struct ImportParts {
    #[schema(value_type = String, format = Binary)]
    file: Upload,
}

#[derive(Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TakeOver {
    /// What happens to days that have an entry.
    existing: ExistingDays,
}

/// Sends a file to import, of 2 GB at most. It is looked at next, and nothing is written.
#[utoipa::path(
    post, path = "/api/imports",
    request_body(content = ImportParts, content_type = "multipart/form-data"),
    responses((status = 202, body = Import), Conflict, Invalid, TooMany),
)]
pub async fn create(
    State(state): State<AppState>,
    Context { backend, viewer, .. }: Context,
    request: Request,
) -> ApiResult<impl IntoResponse> {
    let import = receive(&state, &backend, &viewer, request).await?;
    Ok((StatusCode::ACCEPTED, axum::Json(import)))
}

/// One of the own imports: how far it is, what is in the file, and what became of it.
#[utoipa::path(
    get, path = "/api/imports/{id}",
    params(("id" = Uuid, Path)),
    responses((status = 200, body = Import)),
)]
pub async fn open(Context { backend, viewer, .. }: Context, Id(id): Id<Uuid>) -> ApiResult<axum::Json<Import>> {
    Ok(axum::Json(imports::open(&backend, &viewer, id).await?))
}

/// Takes over what was looked at.
#[utoipa::path(
    post, path = "/api/imports/{id}/take-over",
    params(("id" = Uuid, Path)),
    responses((status = 202, body = Import), Conflict, Invalid),
)]
pub async fn take_over(
    Context { backend, viewer, .. }: Context,
    Id(id): Id<Uuid>,
    Json(form): Json<TakeOver>,
) -> ApiResult<impl IntoResponse> {
    let import = imports::take_over(&backend, &viewer, id, form.existing).await?;
    Ok((StatusCode::ACCEPTED, axum::Json(import)))
}

/// Forgets a file that was not taken over (204). Afterwards undoes the import, for thirty days (202).
#[utoipa::path(
    delete, path = "/api/imports/{id}",
    params(("id" = Uuid, Path)),
    responses((status = 202, body = Import), (status = 204), Conflict),
)]
pub async fn remove(Context { backend, viewer, .. }: Context, Id(id): Id<Uuid>) -> ApiResult<Response> {
    Ok(match imports::remove(&backend, &viewer, id).await? {
        Some(import) => (StatusCode::ACCEPTED, axum::Json(import)).into_response(),
        None => StatusCode::NO_CONTENT.into_response(),
    })
}

/// The forms of the page `/import`. That with the file leads back to the page, or shows it with the refusal.
pub async fn page(
    State(state): State<AppState>,
    Extension(body_limit): Extension<BodyLimit>,
    RequestedPage(page): RequestedPage,
    request: Request,
) -> ApiResult<Response> {
    if !extract::is(request.headers(), "multipart/form-data") {
        body_limit.set_limit(SMALL.bytes);
        return pages::submit(State(state), RequestedPage(page), request).await;
    }
    if page.account().is_none() {
        return pages::signed_out(request.headers(), "/import");
    }
    let (parts, body) = request.into_parts();
    let shown = Request::from_parts(parts.clone(), Body::empty());
    let request = Request::from_parts(parts, body);
    match receive(&state, &page.backend, &page.viewer, request).await {
        Ok(_) => Ok(pages::show_done(&state, "/import")),
        Err(Failure(error)) if matches!(*error, Error::Refused(_)) => {
            let refused = error.refusal();
            let form = RefusedForm {
                form: UPLOAD.to_owned(),
                fields: Vec::new(),
                asks: false,
                message: page.language.error_text(&refused),
                field: String::new(),
            };
            pages::show_refused(&state, page, shown, form, &refused).await
        }
        Err(broken) => Err(broken),
    }
}

/// Seals the file while it comes in. One that is refused or breaks off leaves nothing.
async fn receive(state: &AppState, backend: &Backend, viewer: &Viewer, request: Request) -> ApiResult<Import> {
    viewer.account()?;
    if !extract::is(request.headers(), "multipart/form-data") {
        return Err(Refusal::UnsupportedMediaType.into());
    }
    let mut incoming = imports::begin(backend, viewer).await?;
    let read = match Multipart::from_request(request, state).await {
        Ok(multipart) => read(multipart, &mut incoming).await,
        Err(error) => Err(error),
    };
    match read {
        Ok(name) => Ok(incoming.finish(&name).await?),
        Err(error) => {
            incoming.abort().await;
            Err(error)
        }
    }
}

/// Returns the file's name.
async fn read(mut multipart: Multipart, incoming: &mut Incoming) -> ApiResult<String> {
    let mut name = None;
    for _ in 0..PARTS {
        let Some(mut field) = multipart.next_field().await? else {
            return name.ok_or_else(|| Refusal::MissingFile.into());
        };
        if field.name() != Some("file") {
            text(field).await?;
            continue;
        }
        if name.replace(field.file_name().unwrap_or_default().to_owned()).is_some() {
            return Err(Refusal::InvalidForm.into());
        }
        while let Some(piece) = field.chunk().await.map_err(|_| Refusal::InvalidForm)? {
            incoming.push(&piece).await?;
        }
    }
    Err(Refusal::InvalidForm.into())
}
