//! 'Jahr exportieren'.

use super::openapi::TooMany;
use crate::http::{ApiResult, Context, extract::Id};
use axum::{body::Body, response::IntoResponse};
use backend::archive;
use http::header;

/// A year as a ZIP file.
#[utoipa::path(
    get, path = "/api/archive/{year}",
    params(("year" = i32, Path)),
    responses((status = 200, content_type = "application/zip"), TooMany),
)]
pub async fn export_year(
    Context { backend, viewer, language, .. }: Context,
    Id(year): Id<i32>,
) -> ApiResult<impl IntoResponse> {
    let archive = archive::export_year(&backend, &viewer, language, year).await?;
    let headers = [
        (header::CONTENT_TYPE, "application/zip".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{}\"", archive.name)),
        (header::CACHE_CONTROL, "private, no-store".to_owned()),
    ];
    Ok((headers, Body::from_stream(archive.content)))
}
