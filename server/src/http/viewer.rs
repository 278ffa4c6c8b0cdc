//! Finds the viewer once per request, from the bearer token or the session cookie.

use crate::http::{
    error::{ApiResult, Failure},
    state::AppState,
};
use axum::{
    extract::{FromRequestParts, Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};
use backend::{Viewer, identity};
use domain::Refusal;
use http::{HeaderMap, header, request::Parts};

/// These calls read token and cookie themselves: signing in replaces the current person, and signing out works with an
/// expired token, too.
const SESSION: [&str; 2] = ["/api/auth/session", "/sign-out"];

pub async fn layer(State(state): State<AppState>, mut request: Request, next: Next) -> Response {
    match resolve(&state, request.headers(), request.uri().path()).await {
        Ok(viewer) => {
            request.extensions_mut().insert(viewer);
            next.run(request).await
        }
        Err(failure) => failure.into_response(),
    }
}

async fn resolve(state: &AppState, headers: &HeaderMap, path: &str) -> ApiResult<Viewer> {
    if SESSION.contains(&path) {
        return Ok(Viewer::Guest);
    }
    let cookie = state.cookie.get(headers);
    let token = bearer(headers).filter(|_| takes_bearer(path));
    let Some(token) = token else {
        return match cookie {
            Some(cookie) => Ok(identity::viewer_of_session(&state.backend, cookie).await?),
            None => Ok(Viewer::Guest),
        };
    };
    let viewer = identity::viewer_of_bearer(&state.backend, token).await?;
    if let Some(cookie) = cookie {
        let other = identity::viewer_of_session(&state.backend, cookie).await?;
        if uid(&other).is_some_and(|other| Some(other) != uid(&viewer)) {
            return Err(Refusal::AccountMismatch.into());
        }
    }
    Ok(viewer)
}

fn uid(viewer: &Viewer) -> Option<&str> {
    match viewer {
        Viewer::Guest => None,
        Viewer::Identity { uid, .. } => Some(uid),
        Viewer::User(account) => Some(&account.user.uid),
    }
}

/// Pages and server functions go by the cookie only.
pub fn takes_bearer(path: &str) -> bool {
    path.starts_with("/api/")
}

pub fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim()).filter(|token| !token.is_empty())
}

/// The ID token that the request was sent with; without one it is not signed in.
#[derive(derive_more::Debug)]
#[debug("Bearer(..)")]
pub struct Bearer(pub String);

impl FromRequestParts<AppState> for Bearer {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &AppState) -> ApiResult<Self> {
        bearer(&parts.headers).map(|token| Self(token.to_owned())).ok_or_else(|| Refusal::Unauthenticated.into())
    }
}

/// The session cookie's value; without one the request is not signed in.
#[derive(derive_more::Debug)]
#[debug("Session(..)")]
pub struct Session(pub String);

impl FromRequestParts<AppState> for Session {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> ApiResult<Self> {
        let cookie = state.cookie.get(&parts.headers);
        cookie.map(|value| Self(value.to_owned())).ok_or_else(|| Refusal::Unauthenticated.into())
    }
}
