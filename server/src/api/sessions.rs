//! Where somebody is signed in.

use crate::http::{
    ApiResult, AppState, Context, Id, Params,
    headers::{CLEAR_SITE_DATA, NOTHING_IN_CACHES},
};
use axum::{
    Json,
    extract::State,
    response::{AppendHeaders, IntoResponse},
};
use backend::identity;
use chrono::{DateTime, Utc};
use domain::Refusal;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use serde::{Deserialize, Serialize};

#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Session {
    id: String,
    /// Such as 'Firefox auf Windows'.
    device: String,
    created_at: DateTime<Utc>,
    last_used_at: DateTime<Utc>,
    current: bool,
}

/// Where the person is signed in.
#[utoipa::path(get, path = "/api/auth/sessions", responses((status = 200, body = Vec<Session>)))]
pub async fn list(
    State(state): State<AppState>,
    Context { backend, viewer, language, .. }: Context,
    headers: HeaderMap,
) -> ApiResult<Json<Vec<Session>>> {
    let sessions = identity::sessions(&backend, &viewer, state.cookie.get(&headers)).await?;
    let shown = sessions.into_iter().map(|session| Session {
        id: session.id,
        device: session.device.name(language),
        created_at: session.created_at,
        last_used_at: session.last_used_at,
        current: session.current,
    });
    Ok(Json(shown.collect()))
}

/// Signs one device out.
#[utoipa::path(delete, path = "/api/auth/sessions/{id}", params(("id" = String, Path)), responses((status = 204)))]
pub async fn end(
    State(state): State<AppState>,
    Context { backend, viewer, .. }: Context,
    headers: HeaderMap,
    Id(id): Id<String>,
) -> ApiResult<impl IntoResponse> {
    let is_current = identity::end_named(&backend, &viewer, &id, state.cookie.get(&headers)).await?;
    Ok((StatusCode::NO_CONTENT, cookies(&state, is_current)))
}

#[derive(Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Which {
    #[serde(default)]
    all: String,
}

/// Signs other devices out.
///
/// All others; with `?all=1` this one as well.
#[utoipa::path(delete, path = "/api/auth/sessions", params(Which), responses((status = 204)))]
pub async fn end_others(
    State(state): State<AppState>,
    Context { backend, viewer, .. }: Context,
    headers: HeaderMap,
    Params(Which { all }): Params<Which>,
) -> ApiResult<impl IntoResponse> {
    match all.as_str() {
        "1" => identity::end_everywhere(&backend, &viewer).await?,
        "" | "0" => identity::end_others(&backend, &viewer, state.cookie.get(&headers)).await?,
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
