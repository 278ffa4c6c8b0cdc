//! Pictures and recordings: asked for each time, served in ranges, cached by the reader's own browser only.

use super::openapi::{File, Forbidden, NotFound, TooMany};
use crate::{
    api::sharing::{caching, visitor},
    http::{
        ApiResult, Context, Failure, Id,
        range::{self, Span},
    },
};
use axum::{
    body::Body,
    response::{IntoResponse, Response},
};
use backend::{Backend, media, media::MediaFile, sharing};
use domain::{EntryId, ImageId, Refusal, media::Rendition};
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};

/// A picture.
#[utoipa::path(
    get, path = "/media/{id}/{rendition}",
    params(("id" = ImageId, Path), ("rendition" = String, Path)), security((), ("cookie" = [])),
    responses(File, Forbidden, NotFound),
)]
pub async fn open(
    Context { backend, viewer, .. }: Context,
    method: Method,
    headers: HeaderMap,
    Id((id, rendition)): Id<(ImageId, String)>,
) -> ApiResult<Response> {
    let file = media::open(&backend, &viewer, id, rendition.parse::<Rendition>()?).await?;
    answer(&backend, &file, &method, &headers).await
}

/// A picture behind a secret link.
#[utoipa::path(
    get, path = "/shared/{token}/media/{id}/{rendition}",
    params(("token" = String, Path), ("id" = ImageId, Path), ("rendition" = String, Path), ("x-share-pin" = Option<String>, Header)), security(()),
    responses(File, NotFound, Forbidden, TooMany),
)]
pub async fn open_shared(
    context: Context,
    method: Method,
    headers: HeaderMap,
    Id((token, id, rendition)): Id<(String, ImageId, String)>,
) -> ApiResult<Response> {
    let Context { backend, viewer, .. } = &context;
    let rendition = rendition.parse::<Rendition>()?;
    let file = sharing::open_media(backend, viewer, &token, id, rendition, visitor(&context, &headers)).await?;
    answer(backend, &file, &method, &headers).await
}

/// The recording of an entry.
#[utoipa::path(
    get, path = "/api/entries/{id}/audio",
    params(("id" = EntryId, Path)), security((), ("bearer" = []), ("cookie" = [])),
    responses(File, Forbidden, NotFound),
)]
pub async fn open_audio(
    Context { backend, viewer, .. }: Context,
    method: Method,
    headers: HeaderMap,
    Id(id): Id<EntryId>,
) -> ApiResult<Response> {
    let file = media::open_audio(&backend, &viewer, id).await?;
    answer(&backend, &file, &method, &headers).await
}

/// The recording behind a secret link.
#[utoipa::path(
    get, path = "/shared/{token}/audio",
    params(("token" = String, Path), ("x-share-pin" = Option<String>, Header)), security(()),
    responses(File, NotFound, Forbidden, TooMany),
)]
pub async fn open_shared_audio(
    context: Context,
    method: Method,
    headers: HeaderMap,
    Id(token): Id<String>,
) -> ApiResult<Response> {
    let Context { backend, viewer, .. } = &context;
    let file = sharing::open_audio(backend, viewer, &token, visitor(&context, &headers)).await?;
    answer(backend, &file, &method, &headers).await
}

async fn answer(backend: &Backend, file: &MediaFile, method: &Method, asked: &HeaderMap) -> ApiResult<Response> {
    let etag = format!("\"{}\"", file.etag);
    let mut answer = HeaderMap::new();
    let mut set = |name: HeaderName, value: &str| -> ApiResult<()> {
        let value = HeaderValue::from_str(value).map_err(|e| backend::Error::broken("media header", e))?;
        answer.insert(name, value);
        Ok(())
    };
    set(header::ETAG, &etag)?;
    set(header::CACHE_CONTROL, caching(file.is_guarded))?;
    if range::is_known(asked, &etag) {
        return Ok((StatusCode::NOT_MODIFIED, answer).into_response());
    }
    set(header::CONTENT_TYPE, file.content_type)?;
    set(header::CONTENT_DISPOSITION, "inline")?;
    set(header::CONTENT_SECURITY_POLICY, "default-src 'none'; sandbox")?;
    set(header::ACCEPT_RANGES, "bytes")?;
    let (status, span) = match range::asked(asked, &etag, file.size) {
        Span::All => (StatusCode::OK, 0..file.size),
        Span::Part(part) => {
            set(header::CONTENT_RANGE, &format!("bytes {}-{}/{}", part.start, part.end - 1, file.size))?;
            (StatusCode::PARTIAL_CONTENT, part)
        }
        Span::Outside => {
            set(header::CONTENT_RANGE, &format!("bytes */{}", file.size))?;
            return Ok((StatusCode::RANGE_NOT_SATISFIABLE, answer).into_response());
        }
    };
    set(header::CONTENT_LENGTH, &(span.end - span.start).to_string())?;
    let body = if method == Method::HEAD { Body::empty() } else { Body::from_stream(file.read(backend, span).await?) };
    Ok((status, answer, body).into_response())
}

/// An address below `/media` that names no rendition.
pub async fn nothing() -> Failure {
    Refusal::MediaNotFound.into()
}
