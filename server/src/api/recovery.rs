//! Forgotten passwords, addresses to confirm, and changing either.

use super::openapi::{Conflict, Gone, Invalid, TooMany};
use crate::http::{ApiResult, AppState, Context, Failure, Json, viewer};
use axum::{
    extract::{FromRequestParts, State},
    response::{AppendHeaders, IntoResponse},
};
use backend::identity;
use domain::{
    Refusal,
    identity::{ConfirmForm, EmailForm, ForgottenForm, PasswordForm, ResetForm},
};
use http::{HeaderMap, StatusCode, header, request::Parts};
use serde::Serialize;

/// Sends a mail for a new password, if the address has an account.
#[utoipa::path(post, path = "/api/auth/forgot-password", security(()), responses((status = 202), Invalid, TooMany))]
pub async fn forgot_password(
    Context { backend, address, .. }: Context,
    Json(form): Json<ForgottenForm>,
) -> ApiResult<StatusCode> {
    identity::forgot_password(&backend, &form, &address)?;
    Ok(StatusCode::ACCEPTED)
}

/// Sends a mail for the first password of an account without one.
#[utoipa::path(post, path = "/api/auth/first-password", responses((status = 202), TooMany))]
pub async fn first_password(
    Context { backend, viewer, address, .. }: Context,
    OwnToken(token): OwnToken,
) -> ApiResult<StatusCode> {
    identity::first_password(&backend, &viewer, &token, &address).await?;
    Ok(StatusCode::ACCEPTED)
}

/// Sets a new password with the code from a mail.
#[utoipa::path(
    post, path = "/api/auth/reset-password",
    security(()),
    responses((status = 204), Gone, Invalid, TooMany),
)]
pub async fn reset_password(
    Context { backend, address, .. }: Context,
    Json(form): Json<ResetForm>,
) -> ApiResult<StatusCode> {
    identity::reset_password(&backend, &form, &address).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Serialize, utoipa::ToSchema)]
pub struct Confirmed {
    email: String,
    changed: bool,
}

/// Confirms an e-mail address with the code from a mail.
#[utoipa::path(
    post, path = "/api/auth/confirm-email",
    security(()),
    responses((status = 200, body = Confirmed), Gone, TooMany),
)]
pub async fn confirm_email(
    Context { backend, address, .. }: Context,
    Json(form): Json<ConfirmForm>,
) -> ApiResult<axum::Json<Confirmed>> {
    let done = identity::confirm_email(&backend, &form.oob_code, &address).await?;
    Ok(axum::Json(Confirmed { email: done.email, changed: done.changed }))
}

/// Sends a mail to confirm the own address.
#[utoipa::path(post, path = "/api/auth/send-verification", responses((status = 202), Conflict, TooMany))]
pub async fn send_verification(
    Context { backend, viewer, address, .. }: Context,
    OwnToken(token): OwnToken,
) -> ApiResult<StatusCode> {
    identity::send_verification(&backend, &viewer, &token, &address).await?;
    Ok(StatusCode::ACCEPTED)
}

/// Sends a mail to a new address, which counts once it is confirmed.
#[utoipa::path(put, path = "/api/auth/email", responses((status = 202), Conflict, Invalid, TooMany))]
pub async fn change_email(
    Context { backend, viewer, address, .. }: Context,
    OwnToken(token): OwnToken,
    Json(form): Json<EmailForm>,
) -> ApiResult<StatusCode> {
    identity::change_email(&backend, &viewer, &token, &form, &address).await?;
    Ok(StatusCode::ACCEPTED)
}

/// Changes the password, which ends all sessions.
///
/// The cookie changes: the session that asked has ended with all others.
#[utoipa::path(put, path = "/api/auth/password", responses((status = 204), Conflict, Invalid, TooMany))]
pub async fn change_password(
    State(state): State<AppState>,
    Context { backend, viewer, address, .. }: Context,
    OwnToken(token): OwnToken,
    headers: HeaderMap,
    Json(form): Json<PasswordForm>,
) -> ApiResult<impl IntoResponse> {
    let agent = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let session = identity::change_password(&backend, &viewer, &token, &form, agent, &address).await?;
    Ok((StatusCode::NO_CONTENT, AppendHeaders(state.renewed_cookies(session.as_ref()))))
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
