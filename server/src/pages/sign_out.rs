//! `POST /sign-out`: signing out in a browser without script.

use super::{NOT_KEPT, form_body};
use crate::http::{
    ApiResult, AppState,
    headers::{CLEAR_SITE_DATA, NOTHING_IN_CACHES},
};
use axum::{
    extract::{Request, State},
    response::{AppendHeaders, IntoResponse, Redirect, Response},
};
use backend::identity;
use http::header;

pub async fn sign_out(State(state): State<AppState>, request: Request) -> ApiResult<Response> {
    let (parts, _) = form_body(&state, request).await?;
    if let Some(cookie) = state.cookie.get(&parts.headers) {
        identity::end_session(&state.backend, cookie).await?;
    }
    let cleared = AppendHeaders(state.cookie.clear().map(|cookie| (header::SET_COOKIE, cookie)));
    let headers = AppendHeaders([NOT_KEPT, (CLEAR_SITE_DATA, NOTHING_IN_CACHES)]);
    Ok((cleared, headers, Redirect::to("/")).into_response())
}
