//! Own invitation codes, and invitations by mail.

use crate::{
    error::ApiResult,
    extract::{Id, Json},
    state::AppState,
};
use axum::{Extension, extract::State};
use backend::{
    Viewer,
    friends::invitations::{self, FriendInvitation, InvitationForm, OwnCode},
};
use http::StatusCode;
use serde::Deserialize;
use uuid::Uuid;

pub async fn own_codes(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
) -> ApiResult<axum::Json<Vec<OwnCode>>> {
    Ok(axum::Json(invitations::own_codes(&state.backend, &viewer).await?))
}

pub async fn list(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
) -> ApiResult<axum::Json<Vec<FriendInvitation>>> {
    Ok(axum::Json(invitations::invitations(&state.backend, &viewer).await?))
}

pub async fn send(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Json(form): Json<InvitationForm>,
) -> ApiResult<(StatusCode, axum::Json<FriendInvitation>)> {
    let sent = invitations::send(&state.backend, &viewer, &form).await?;
    Ok((StatusCode::CREATED, axum::Json(sent)))
}

pub async fn resend(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Id(id): Id<Uuid>,
) -> ApiResult<StatusCode> {
    invitations::resend(&state.backend, &viewer, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub async fn withdraw(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Id(id): Id<Uuid>,
) -> ApiResult<StatusCode> {
    invitations::withdraw(&state.backend, &viewer, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize)]
pub struct StopForm {
    token: String,
}

/// By whoever got the mail, with or without an account.
pub async fn unsubscribe(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Json(form): Json<StopForm>,
) -> ApiResult<StatusCode> {
    invitations::unsubscribe(&state.backend, &viewer, &form.token).await?;
    Ok(StatusCode::NO_CONTENT)
}
