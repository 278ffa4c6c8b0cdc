//! Writes a [`Failure`] as the caller can read it: JSON for programs, the provider's shape for `/identity`, else a page.

mod failure_page;

use crate::http::{error::Failure, request_context::RequestContext, state::AppState};
use axum::{
    extract::{Request, State},
    middleware::Next,
    response::{Html, IntoResponse, Response},
};
use backend::metrics;
use domain::Refusal;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use serde::Serialize;
use serde_json::{Value, json};

/// The default of `Retry-After` in seconds.
const RETRY_AFTER: u64 = 5;

/// A refusal as programs read it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Refused {
    code: Refusal,
    /// More about the code, such as the current entry.
    detail: Option<Value>,
    /// Text in the caller's language.
    message: String,
    /// False, in the answers of calls that also say `success` (spec 7).
    #[serde(skip_serializing_if = "Option::is_none")]
    success: Option<bool>,
    /// A copy of `message`, sent together with `success`.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// Marks the answer of a call that says `success` (spec 7).
#[derive(Clone, Copy, Debug)]
pub struct SaysSuccess;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Api,
    Identity,
    Page,
}

pub async fn write(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let request_context = request.extensions().get::<RequestContext>().cloned();
    let shape = shape(request.uri().path(), request.headers());
    let mut response = next.run(request).await;
    let (Some(Failure(error)), Some(request_context)) =
        (response.extensions_mut().remove::<Failure>(), request_context)
    else {
        return response;
    };
    if let backend::Error::Broken(broken) = &*error {
        tracing::error!(what = broken.what, error = %broken.source, "broke");
    }
    let says_success = response.extensions().get::<SaysSuccess>().is_some();
    let mut written = written(&state, &request_context, shape, &error.refusal(), says_success);
    // Headers that the refusal itself set, such as `Allow`.
    for (name, value) in response.headers() {
        if name != header::CONTENT_TYPE && name != header::CONTENT_LENGTH {
            written.headers_mut().append(name, value.clone());
        }
    }
    written
}

/// The answer to a request that no route has looked at.
pub fn refused_at_once(
    state: &AppState,
    request_context: &RequestContext,
    request: &Request,
    refusal: Refusal,
) -> Response {
    let shape = shape(request.uri().path(), request.headers());
    written(state, request_context, shape, &refusal.into(), false)
}

fn written(
    state: &AppState,
    request_context: &RequestContext,
    shape: Shape,
    refusal: &domain::Error,
    says_success: bool,
) -> Response {
    metrics::refused(refusal.code());
    let mut message = request_context.language.error_text(refusal);
    // The person can tell it. Pages have it below the message.
    if refusal.refusal == Refusal::Internal && shape == Shape::Api {
        message = format!("{message} ({})", request_context.id);
    }
    let mut written = match shape {
        Shape::Api => {
            let detail = refusal.detail.as_deref().and_then(|detail| serde_json::from_str(detail).ok());
            let (success, error) = (says_success.then_some(false), says_success.then(|| message.clone()));
            axum::Json(Refused { code: refusal.refusal, detail, message, success, error }).into_response()
        }
        Shape::Identity => axum::Json(json!({
            "error": { "code": refusal.status(), "message": refusal.code().to_uppercase() },
        }))
        .into_response(),
        Shape::Page => {
            Html(failure_page::html(request_context, refusal.status(), &message, &state.assets.styles)).into_response()
        }
    };
    let status = refusal.status();
    *written.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    if let Some(seconds) = refusal.retry_after.or([429, 503].contains(&status).then_some(RETRY_AFTER)) {
        written.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    if status == 401 && shape == Shape::Api {
        written.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    written
}

fn shape(path: &str, headers: &HeaderMap) -> Shape {
    let below = |prefix: &str| path.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    if below("/identity") {
        return Shape::Identity;
    }
    // A link of a page leads to the archive, so whoever is refused gets a page, not a file.
    let is_page = below("/api/archive") || (!below("/api") && !below("/rpc"));
    if wants_page(headers) && is_page { Shape::Page } else { Shape::Api }
}

/// Whether the request comes from a script of our pages, which asks for JSON.
pub fn accepts_json(headers: &HeaderMap) -> bool {
    headers.get_all(header::ACCEPT).iter().any(|a| a.to_str().is_ok_and(|a| a.contains("application/json")))
}

/// Whether a browser opens the address as a page. Programs do not accept HTML.
pub fn wants_page(headers: &HeaderMap) -> bool {
    headers.get_all(header::ACCEPT).iter().any(|a| a.to_str().is_ok_and(|a| a.contains("text/html")))
}
