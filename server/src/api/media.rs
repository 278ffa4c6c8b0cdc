//! Pictures and recordings: asked for each time, served in ranges, cached by the reader's own browser only.

use crate::{
    api::sharing::{caching, visitor},
    error::{ApiResult, Failure},
    extract::Id,
    range::{self, Span},
    request_context::RequestContext,
    state::AppState,
};
use axum::{
    Extension,
    body::Body,
    extract::State,
    response::{IntoResponse, Response},
};
use backend::{Viewer, media, media::MediaFile, sharing};
use domain::{EntryId, ImageId, Refusal, media::Rendition};
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};

pub async fn open(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    method: Method,
    headers: HeaderMap,
    Id((id, rendition)): Id<(ImageId, String)>,
) -> ApiResult<Response> {
    let file = media::open(&state.backend, &viewer, id, rendition.parse::<Rendition>()?).await?;
    answer(&state, &file, &method, &headers).await
}

pub async fn open_shared(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Extension(request_context): Extension<RequestContext>,
    method: Method,
    headers: HeaderMap,
    Id((token, id, rendition)): Id<(String, ImageId, String)>,
) -> ApiResult<Response> {
    let rendition = rendition.parse::<Rendition>()?;
    let visitor = visitor(&state, &request_context, &headers);
    let file = sharing::open_media(&state.backend, &viewer, &token, id, rendition, visitor).await?;
    answer(&state, &file, &method, &headers).await
}

pub async fn open_audio(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    method: Method,
    headers: HeaderMap,
    Id(id): Id<EntryId>,
) -> ApiResult<Response> {
    let file = media::open_audio(&state.backend, &viewer, id).await?;
    answer(&state, &file, &method, &headers).await
}

pub async fn open_shared_audio(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Extension(request_context): Extension<RequestContext>,
    method: Method,
    headers: HeaderMap,
    Id(token): Id<String>,
) -> ApiResult<Response> {
    let file =
        sharing::open_audio(&state.backend, &viewer, &token, visitor(&state, &request_context, &headers)).await?;
    answer(&state, &file, &method, &headers).await
}

async fn answer(state: &AppState, file: &MediaFile, method: &Method, asked: &HeaderMap) -> ApiResult<Response> {
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
    let body =
        if method == Method::HEAD { Body::empty() } else { Body::from_stream(file.read(&state.backend, span).await?) };
    Ok((status, answer, body).into_response())
}

/// An address below `/media` that names no rendition.
pub async fn nothing() -> Failure {
    Refusal::MediaNotFound.into()
}
