//! Own invitation codes, and invitations by mail.

use crate::http::{ApiResult, Context, Id, Json};
use backend::friends::invitations::{self, FriendInvitation, InvitationForm, OwnCode};
use http::StatusCode;
use serde::Deserialize;
use uuid::Uuid;

pub async fn own_codes(Context { backend, viewer, .. }: Context) -> ApiResult<axum::Json<Vec<OwnCode>>> {
    Ok(axum::Json(invitations::own_codes(&backend, &viewer).await?))
}

pub async fn list(Context { backend, viewer, .. }: Context) -> ApiResult<axum::Json<Vec<FriendInvitation>>> {
    Ok(axum::Json(invitations::invitations(&backend, &viewer).await?))
}

pub async fn send(
    Context { backend, viewer, .. }: Context,
    Json(form): Json<InvitationForm>,
) -> ApiResult<(StatusCode, axum::Json<FriendInvitation>)> {
    let sent = invitations::send(&backend, &viewer, &form).await?;
    Ok((StatusCode::CREATED, axum::Json(sent)))
}

pub async fn resend(Context { backend, viewer, .. }: Context, Id(id): Id<Uuid>) -> ApiResult<StatusCode> {
    invitations::resend(&backend, &viewer, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub async fn withdraw(Context { backend, viewer, .. }: Context, Id(id): Id<Uuid>) -> ApiResult<StatusCode> {
    invitations::withdraw(&backend, &viewer, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize)]
pub struct StopForm {
    token: String,
}

/// By whoever got the mail, with or without an account.
pub async fn unsubscribe(
    Context { backend, viewer, .. }: Context,
    Json(form): Json<StopForm>,
) -> ApiResult<StatusCode> {
    invitations::unsubscribe(&backend, &viewer, &form.token).await?;
    Ok(StatusCode::NO_CONTENT)
}
