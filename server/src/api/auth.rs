//! Registration, sessions and the own account.

use super::openapi::{Conflict, Gone, Invalid, NotFound, TooMany};
use crate::http::{
    ApiResult, AppState, Context, Json, Params, Saving,
    headers::{CLEAR_SITE_DATA, NOTHING_IN_CACHES},
    viewer::{Bearer, Session, bearer},
};
use app::{identity::next::own_path, request::encoded};
use axum::{
    extract::State,
    response::{AppendHeaders, IntoResponse, Redirect},
};
use backend::{identity, invitation_codes, profile};
use chrono::{DateTime, Utc};
use domain::{
    User,
    identity::{InvitationForm, RegistrationForm, SessionForm},
};
use http::{HeaderMap, StatusCode, header};
use serde::{Deserialize, Serialize};

/// Checks an invitation code before a registration.
#[utoipa::path(
    post, path = "/api/auth/validate-invitation",
    security(()),
    responses((status = 204), NotFound, Gone, TooMany),
)]
pub async fn validate_invitation(
    Context { backend, viewer, address, .. }: Context,
    Json(form): Json<InvitationForm>,
) -> ApiResult<StatusCode> {
    invitation_codes::validate_invitation(&backend, &viewer, &form.invitation_code, &address).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Registers the person of the ID token with an invitation code.
///
/// An address that is not confirmed gets a mail whose link confirms it.
#[utoipa::path(
    post, path = "/api/auth/simple-register",
    security(("bearer" = [])),
    responses((status = 201, body = User), NotFound, Conflict, Gone, Invalid, TooMany),
)]
pub async fn register(
    Context { backend, viewer, .. }: Context,
    headers: HeaderMap,
    Json(form): Json<RegistrationForm>,
) -> ApiResult<(StatusCode, axum::Json<User>)> {
    let user = identity::create_account(&backend, &viewer, &form).await?;
    if let Some(id_token) = bearer(&headers) {
        identity::ask_to_confirm(&backend, id_token);
    }
    Ok((StatusCode::CREATED, axum::Json(user)))
}

/// The own account.
#[utoipa::path(get, path = "/api/auth/user", responses((status = 200, body = User)))]
pub async fn user(Context { viewer, .. }: Context) -> ApiResult<axum::Json<User>> {
    Ok(axum::Json(viewer.account()?.user.clone()))
}

/// Changes the own names, or takes the picture away.
#[utoipa::path(put, path = "/api/auth/update-profile", responses((status = 200, body = User), Invalid, TooMany))]
pub async fn update_profile(
    Saving(Context { backend, viewer, .. }): Saving,
    Json(form): Json<profile::AddressForm>,
) -> ApiResult<axum::Json<User>> {
    Ok(axum::Json(profile::update_by_address(&backend, &viewer, form).await?))
}

/// Signs in; a session that the browser had before ends.
#[utoipa::path(post, path = "/api/auth/session", security(("bearer" = [])), responses((status = 200, body = User)))]
pub async fn start_session(
    State(state): State<AppState>,
    Bearer(token): Bearer,
    headers: HeaderMap,
    Json(form): Json<SessionForm>,
) -> ApiResult<impl IntoResponse> {
    let agent = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let session = identity::start_session(&state.backend, &token, &form, agent).await?;
    if let Some(earlier) = state.cookie.get(&headers) {
        identity::end_session(&state.backend, earlier).await?;
    }
    let cookies = state.session_cookies(&session.cookie, session.expires_at, session.device.as_deref());
    Ok((AppendHeaders(cookies), axum::Json(session.user)))
}

/// Signs out.
#[utoipa::path(delete, path = "/api/auth/session", security((), ("cookie" = [])), responses((status = 204)))]
pub async fn end_session(State(state): State<AppState>, headers: HeaderMap) -> ApiResult<impl IntoResponse> {
    if let Some(cookie) = state.cookie.get(&headers) {
        identity::end_session(&state.backend, cookie).await?;
    }
    let cookie = state.cookie.clear();
    let headers = AppendHeaders(cookie.map(|cookie| (header::SET_COOKIE, cookie)));
    Ok((StatusCode::NO_CONTENT, [(CLEAR_SITE_DATA, NOTHING_IN_CACHES)], headers))
}

#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IdToken {
    id_token: String,
    expires_at: DateTime<Utc>,
}

/// A fresh ID token of the session.
#[utoipa::path(get, path = "/api/auth/token", security(("cookie" = [])), responses((status = 200, body = IdToken)))]
pub async fn id_token(State(state): State<AppState>, Session(cookie): Session) -> ApiResult<axum::Json<IdToken>> {
    let identity::IdToken { token, expires_at } = identity::id_token(&state.backend, &cookie).await?;
    Ok(axum::Json(IdToken { id_token: token, expires_at }))
}

#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Next {
    #[serde(default)]
    next: String,
}

/// The landing page with the sign-in dialog open, for programs that send people to sign in.
#[utoipa::path(get, path = "/api/login", params(Next), security(()), responses((status = 303)))]
pub async fn login(Params(Next { next }): Params<Next>) -> Redirect {
    match own_path(&next) {
        Some(next) => Redirect::to(&format!("/?login=1&next={}", encoded(next))),
        None => Redirect::to("/?login=1"),
    }
}
