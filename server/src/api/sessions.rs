//! Where somebody is signed in.

use crate::{
    error::ApiResult,
    extract::{Id, Params},
    pages::{CLEAR_SITE_DATA, NOTHING_IN_CACHES},
    request_context::RequestContext,
    state::AppState,
};
use axum::{
    Extension, Json,
    extract::State,
    response::{AppendHeaders, IntoResponse},
};
use backend::{Viewer, identity};
use chrono::{DateTime, Utc};
use domain::Refusal;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use serde::{Deserialize, Serialize};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Session {
    id: String,
    /// Such as 'Firefox auf Windows'.
    device: String,
    created_at: DateTime<Utc>,
    last_used_at: DateTime<Utc>,
    current: bool,
}

pub async fn list(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Extension(request_context): Extension<RequestContext>,
    headers: HeaderMap,
) -> ApiResult<Json<Vec<Session>>> {
    let sessions = identity::sessions(&state.backend, &viewer, state.cookie.get(&headers)).await?;
    let shown = sessions.into_iter().map(|session| Session {
        id: session.id,
        device: session.device.name(request_context.language),
        created_at: session.created_at,
        last_used_at: session.last_used_at,
        current: session.current,
    });
    Ok(Json(shown.collect()))
}

pub async fn end(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    headers: HeaderMap,
    Id(id): Id<String>,
) -> ApiResult<impl IntoResponse> {
    let is_current = identity::end_named(&state.backend, &viewer, &id, state.cookie.get(&headers)).await?;
    Ok((StatusCode::NO_CONTENT, cookies(&state, is_current)))
}

#[derive(Deserialize)]
pub struct Which {
    #[serde(default)]
    all: String,
}

/// All others; with `?all=1` this one as well.
pub async fn end_others(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    headers: HeaderMap,
    Params(Which { all }): Params<Which>,
) -> ApiResult<impl IntoResponse> {
    match all.as_str() {
        "1" => identity::end_everywhere(&state.backend, &viewer).await?,
        "" | "0" => identity::end_others(&state.backend, &viewer, state.cookie.get(&headers)).await?,
        _ => return Err(Refusal::InvalidForm.into()),
    }
    Ok((StatusCode::NO_CONTENT, cookies(&state, all == "1")))
}

/// A browser whose session has ended forgets its cookie and what it has in its caches.
fn cookies(state: &AppState, is_over: bool) -> AppendHeaders<Vec<(HeaderName, HeaderValue)>> {
    let cookie = if is_over { state.cookie.clear() } else { None };
    let caches = is_over.then_some((CLEAR_SITE_DATA, NOTHING_IN_CACHES));
    AppendHeaders(cookie.map(|cookie| (header::SET_COOKIE, cookie)).into_iter().chain(caches).collect())
}
