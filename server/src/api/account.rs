//! Leaving.

use super::openapi::{Forbidden, Invalid, TooMany};
use crate::http::{
    ApiResult, AppState, Context, Json,
    headers::{CLEAR_SITE_DATA, NOTHING_AT_ALL},
    viewer::bearer,
};
use axum::{
    extract::State,
    response::{AppendHeaders, IntoResponse},
};
use backend::{identity, leaving};
use chrono::{DateTime, Utc};
use domain::{Refusal, identity::LeaveForm};
use http::{HeaderMap, StatusCode, header};
use serde::Serialize;

#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Leaving {
    /// When the account is deleted for good. A sign-in before it brings everything back but links and the subscription.
    leaves_at: DateTime<Utc>,
}

/// Deletes the own account in fourteen days, or at once.
///
/// It is gone for everybody else now, and every sign-in has ended.
#[utoipa::path(
    delete, path = "/api/account",
    responses((status = 202, body = Leaving), Forbidden, Invalid, TooMany),
)]
pub async fn delete(
    State(state): State<AppState>,
    Context { backend, viewer, address, .. }: Context,
    headers: HeaderMap,
    Json(form): Json<LeaveForm>,
) -> ApiResult<impl IntoResponse> {
    let token = match (bearer(&headers), state.cookie.get(&headers)) {
        (Some(token), _) => token.to_owned(),
        (None, Some(cookie)) => identity::id_token(&backend, cookie).await?.token,
        (None, None) => return Err(Refusal::Unauthenticated.into()),
    };
    let leaves_at = leaving::leave(&backend, &viewer, &token, &form, &address).await?;
    let cookies = AppendHeaders(state.cookie.clear().map(|cookie| (header::SET_COOKIE, cookie)));
    Ok((StatusCode::ACCEPTED, [(CLEAR_SITE_DATA, NOTHING_AT_ALL)], cookies, axum::Json(Leaving { leaves_at })))
}
