//! The provider's refusals, in the Identity Toolkit's error format.

use crate::{Error, error::Broken};
use axum::{
    Json,
    http::{HeaderValue, StatusCode, header::RETRY_AFTER},
    response::{IntoResponse, Response},
};
use domain::{Refusal, identity::IdentityCode};
use serde_json::json;
use std::borrow::Cow;

#[derive(Debug)]
pub struct Refused {
    status: StatusCode,
    /// A code, with optional details after ` : `.
    message: Cow<'static, str>,
    retry_after: Option<u64>,
}

impl Refused {
    pub fn new(message: impl Into<Cow<'static, str>>) -> Self {
        Self { status: StatusCode::BAD_REQUEST, message: message.into(), retry_after: None }
    }

    pub fn status(status: StatusCode, message: &'static str) -> Self {
        Self { status, message: message.into(), retry_after: None }
    }
}

impl From<IdentityCode> for Refused {
    fn from(code: IdentityCode) -> Self {
        Self::new(code.wire())
    }
}

impl From<Error> for Refused {
    fn from(error: Error) -> Self {
        match error {
            Error::Refused(domain::Error { refusal: Refusal::TooManyRequests, retry_after, .. }) => Self {
                retry_after,
                ..Self::new(format!(
                    "{} : Try again in {} seconds.",
                    IdentityCode::TooManyAttempts.wire(),
                    retry_after.unwrap_or(60)
                ))
            },
            Error::Refused(error) => Self::new(error.code()),
            Error::Broken(Broken { unavailable: true, what, source, .. }) => {
                tracing::error!(what, %source, "identity provider");
                Self { retry_after: Some(2), ..Self::status(StatusCode::SERVICE_UNAVAILABLE, "UNAVAILABLE") }
            }
            Error::Broken(Broken { what, source, .. }) => {
                tracing::error!(what, %source, "identity provider");
                Self::status(StatusCode::INTERNAL_SERVER_ERROR, "INTERNAL_ERROR")
            }
        }
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let body = json!({ "error": {
            "code": self.status.as_u16(),
            "message": self.message,
            "errors": [{ "message": self.message, "reason": "invalid", "domain": "global" }],
        }});
        let mut response = (self.status, Json(body)).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
