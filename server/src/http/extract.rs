//! Reading requests: every unreadable one is refused with a code, never with a library's own words.

use crate::http::{
    body_limit,
    context::Context,
    error::{ApiResult, Failure},
    state::AppState,
};
use axum::{
    body::HttpBody as _,
    extract::{FromRequest, FromRequestParts, OptionalFromRequest, Path, Query, Request},
};
use backend::entries;
use domain::{Error, Refusal};
use http::{HeaderMap, header, request::Parts};
use serde::de::DeserializeOwned;

/// A JSON body.
#[derive(Debug)]
pub struct Json<T>(pub T);

impl<T: DeserializeOwned> FromRequest<AppState> for Json<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, _: &AppState) -> ApiResult<Self> {
        if !is(request.headers(), "application/json") {
            return Err(Refusal::UnsupportedMediaType.into());
        }
        let bytes = body_limit::collect(request.into_body()).await?;
        serde_json::from_slice(&bytes).map(Self).map_err(|e| refuse(&e).into())
    }
}

/// An optional body: absent if it has neither a content type nor a byte.
impl<T: DeserializeOwned> OptionalFromRequest<AppState> for Json<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &AppState) -> ApiResult<Option<Self>> {
        let is_typed = request.headers().contains_key(header::CONTENT_TYPE);
        if !is_typed && request.body().is_end_stream() {
            return Ok(None);
        }
        <Self as FromRequest<AppState>>::from_request(request, state).await.map(Some)
    }
}

/// Whether the body's content type is this one, with any parameters.
pub fn is(headers: &HeaderMap, expected: &str) -> bool {
    let given = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    given.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case(expected)
}

fn refuse(error: &serde_json::Error) -> Error {
    if !error.is_data() {
        return Refusal::InvalidJson.into();
    }
    let message = error.to_string();
    match message.strip_prefix("missing field `").and_then(|rest| rest.split_once('`')) {
        Some((field, _)) => Error::from(Refusal::MissingField).with("field", field),
        None => Refusal::InvalidForm.into(),
    }
}

/// The context of a change. It counts as one of the viewer's saves before the body is read.
#[derive(Debug)]
pub struct Saving(pub Context);

impl FromRequestParts<AppState> for Saving {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> ApiResult<Self> {
        let context = Context::from_request_parts(parts, state).await?;
        entries::admit_save(&context.backend, &context.viewer).await?;
        Ok(Self(context))
    }
}

/// Ids in the path.
#[derive(Debug)]
pub struct Id<T>(pub T);

impl<T: DeserializeOwned + Send> FromRequestParts<AppState> for Id<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> ApiResult<Self> {
        let Path(ids) = Path::from_request_parts(parts, state).await.map_err(|_| Refusal::InvalidId)?;
        Ok(Self(ids))
    }
}

/// Parameters behind the question mark.
#[derive(Debug)]
pub struct Params<T>(pub T);

impl<T: DeserializeOwned> FromRequestParts<AppState> for Params<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> ApiResult<Self> {
        let Query(params) = Query::from_request_parts(parts, state).await.map_err(|_| Refusal::InvalidForm)?;
        Ok(Self(params))
    }
}
