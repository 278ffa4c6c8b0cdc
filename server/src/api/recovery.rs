//! Forgotten passwords, addresses to confirm, and changing either.

use crate::{
    error::{ApiResult, Failure},
    extract::Json,
    request_context::RequestContext,
    state::AppState,
    viewer,
};
use axum::{
    Extension,
    extract::{FromRequestParts, State},
    response::{AppendHeaders, IntoResponse},
};
use backend::{Viewer, identity};
use domain::{
    Refusal,
    identity::{ConfirmForm, EmailForm, ForgottenForm, PasswordForm, ResetForm},
};
use http::{HeaderMap, StatusCode, header, request::Parts};
use serde::Serialize;

pub async fn forgot_password(
    State(state): State<AppState>,
    Extension(request_context): Extension<RequestContext>,
    Json(form): Json<ForgottenForm>,
) -> ApiResult<StatusCode> {
    identity::forgot_password(&state.backend, &form, &request_context.address)?;
    Ok(StatusCode::ACCEPTED)
}

pub async fn first_password(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Extension(request_context): Extension<RequestContext>,
    OwnToken(token): OwnToken,
) -> ApiResult<StatusCode> {
    identity::first_password(&state.backend, &viewer, &token, &request_context.address).await?;
    Ok(StatusCode::ACCEPTED)
}

pub async fn reset_password(
    State(state): State<AppState>,
    Extension(request_context): Extension<RequestContext>,
    Json(form): Json<ResetForm>,
) -> ApiResult<StatusCode> {
    identity::reset_password(&state.backend, &form, &request_context.address).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Serialize)]
pub struct Confirmed {
    email: String,
    changed: bool,
}

pub async fn confirm_email(
    State(state): State<AppState>,
    Extension(request_context): Extension<RequestContext>,
    Json(form): Json<ConfirmForm>,
) -> ApiResult<axum::Json<Confirmed>> {
    let done = identity::confirm_email(&state.backend, &form.oob_code, &request_context.address).await?;
    Ok(axum::Json(Confirmed { email: done.email, changed: done.changed }))
}

pub async fn send_verification(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Extension(request_context): Extension<RequestContext>,
    OwnToken(token): OwnToken,
) -> ApiResult<StatusCode> {
    identity::send_verification(&state.backend, &viewer, &token, &request_context.address).await?;
    Ok(StatusCode::ACCEPTED)
}

pub async fn change_email(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Extension(request_context): Extension<RequestContext>,
    OwnToken(token): OwnToken,
    Json(form): Json<EmailForm>,
) -> ApiResult<StatusCode> {
    identity::change_email(&state.backend, &viewer, &token, &form, &request_context.address).await?;
    Ok(StatusCode::ACCEPTED)
}

/// The cookie changes: the session that asked has ended with all others.
pub async fn change_password(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Extension(request_context): Extension<RequestContext>,
    OwnToken(token): OwnToken,
    headers: HeaderMap,
    Json(form): Json<PasswordForm>,
) -> ApiResult<impl IntoResponse> {
    let agent = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let session =
        identity::change_password(&state.backend, &viewer, &token, &form, agent, &request_context.address).await?;
    let cookies = match session {
        Some(session) => state.session_cookies(&session.cookie, session.expires_at, session.device.as_deref()),
        None => state.cookie.clear().map(|cookie| (header::SET_COOKIE, cookie)).into_iter().collect(),
    };
    Ok((StatusCode::NO_CONTENT, AppendHeaders(cookies)))
}

/// An ID token of who asks: the bearer, else the session's.
#[derive(derive_more::Debug)]
#[debug("OwnToken(..)")]
pub struct OwnToken(pub String);

impl FromRequestParts<AppState> for OwnToken {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> ApiResult<Self> {
        if let Some(token) = viewer::bearer(&parts.headers) {
            return Ok(Self(token.to_owned()));
        }
        let cookie = state.cookie.get(&parts.headers).ok_or(Refusal::Unauthenticated)?;
        Ok(Self(identity::id_token(&state.backend, cookie).await?.token))
    }
}
