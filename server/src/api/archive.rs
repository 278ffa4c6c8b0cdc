//! The archive of everything, 'Jahr exportieren' and the year as an e-book.

use super::openapi::TooMany;
use crate::http::{ApiResult, Context, extract::Id};
use axum::{
    body::Body,
    response::{IntoResponse, Response},
};
use backend::archive;
use http::header;

/// Everything of the person as a ZIP file, as docs/archive.md describes it.
#[utoipa::path(
    get, path = "/api/archive",
    responses((status = 200, content_type = "application/zip"), TooMany),
)]
pub async fn export(context: Context) -> ApiResult<Response> {
    download(context, None).await
}

/// The entries of a year as a ZIP file of the same shape.
#[utoipa::path(
    get, path = "/api/archive/{year}",
    params(("year" = i32, Path)),
    responses((status = 200, content_type = "application/zip"), TooMany),
)]
pub async fn export_year(context: Context, Id(year): Id<i32>) -> ApiResult<Response> {
    download(context, Some(year)).await
}

/// The entries of a year as an EPUB 3.
#[utoipa::path(
    get, path = "/api/archive/{year}/book",
    params(("year" = i32, Path)),
    responses((status = 200, content_type = "application/epub+zip"), TooMany),
)]
pub async fn book(Context { backend, viewer, language, .. }: Context, Id(year): Id<i32>) -> ApiResult<Response> {
    let book = archive::book::export(&backend, &viewer, language, year).await?;
    Ok(file(&book.name, "application/epub+zip", Body::from_stream(book.content)))
}

async fn download(Context { backend, viewer, language, .. }: Context, year: Option<i32>) -> ApiResult<Response> {
    let archive = archive::export(&backend, &viewer, language, year).await?;
    Ok(file(&archive.name, "application/zip", Body::from_stream(archive.content)))
}

fn file(name: &str, kind: &'static str, content: Body) -> Response {
    let headers = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
        (header::CACHE_CONTROL, "private, no-store".to_owned()),
        // Its length is known at its end only, so no part of it can be named.
        (header::ACCEPT_RANGES, "none".to_owned()),
    ];
    (headers, content).into_response()
}
