//! A refusal or failure before it is written; `answer` writes it in the viewer's language.

use axum::response::{IntoResponse, Response};
use http::StatusCode;
use std::sync::Arc;

pub type ApiResult<T> = Result<T, Failure>;

/// Carried in the response's extensions until `answer::write` has the language.
#[derive(Clone, Debug)]
pub struct Failure(pub Arc<backend::Error>);

impl From<backend::Error> for Failure {
    fn from(error: backend::Error) -> Self {
        Self(Arc::new(error))
    }
}

impl From<domain::Error> for Failure {
    fn from(error: domain::Error) -> Self {
        backend::Error::from(error).into()
    }
}

impl From<domain::Refusal> for Failure {
    fn from(refusal: domain::Refusal) -> Self {
        backend::Error::from(refusal).into()
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0.refusal().status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = status.into_response();
        response.extensions_mut().insert(self);
        response
    }
}
