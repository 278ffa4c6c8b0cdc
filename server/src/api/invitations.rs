//! Own invitation codes, and invitations by mail.

use super::openapi::{Conflict, Invalid, TooMany};
use crate::{
    http::{ApiResult, AppState, Context, Id, Json, Params},
    pages::{self, Link, RequestedPage},
};
use axum::{
    extract::{Request, State},
    response::Response,
};
use backend::friends::invitations::{self, FriendInvitation, InvitationForm, OwnCode};
use http::StatusCode;
use uuid::Uuid;

/// The own invitation codes.
#[utoipa::path(get, path = "/api/invitations", responses((status = 200, body = Vec<OwnCode>)))]
pub async fn own_codes(Context { backend, viewer, .. }: Context) -> ApiResult<axum::Json<Vec<OwnCode>>> {
    Ok(axum::Json(invitations::own_codes(&backend, &viewer).await?))
}

/// The own invitations by mail.
#[utoipa::path(get, path = "/api/friend-invitations", responses((status = 200, body = Vec<FriendInvitation>)))]
pub async fn list(Context { backend, viewer, .. }: Context) -> ApiResult<axum::Json<Vec<FriendInvitation>>> {
    Ok(axum::Json(invitations::invitations(&backend, &viewer).await?))
}

/// Invites somebody by mail.
#[utoipa::path(
    post, path = "/api/friend-invitations",
    responses((status = 201, body = FriendInvitation), Conflict, Invalid, TooMany),
)]
pub async fn send(
    Context { backend, viewer, .. }: Context,
    Json(form): Json<InvitationForm>,
) -> ApiResult<(StatusCode, axum::Json<FriendInvitation>)> {
    let sent = invitations::send(&backend, &viewer, &form).await?;
    Ok((StatusCode::CREATED, axum::Json(sent)))
}

/// Sends an invitation again.
#[utoipa::path(
    post, path = "/api/friend-invitations/{id}/resend",
    params(("id" = Uuid, Path)),
    responses((status = 204), Conflict, TooMany),
)]
pub async fn resend(Context { backend, viewer, .. }: Context, Id(id): Id<Uuid>) -> ApiResult<StatusCode> {
    invitations::resend(&backend, &viewer, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Withdraws an invitation.
#[utoipa::path(
    delete, path = "/api/friend-invitations/{id}",
    params(("id" = Uuid, Path)),
    responses((status = 204), Conflict),
)]
pub async fn withdraw(Context { backend, viewer, .. }: Context, Id(id): Id<Uuid>) -> ApiResult<StatusCode> {
    invitations::withdraw(&backend, &viewer, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The button of `/stop-invitations`. It needs no account.
pub async fn stop(
    State(state): State<AppState>,
    Context { backend, viewer, .. }: Context,
    Params(Link { token }): Params<Link>,
    RequestedPage(page): RequestedPage,
    request: Request,
) -> ApiResult<Response> {
    let request = pages::unread(request).await?;
    invitations::unsubscribe(&backend, &viewer, &token).await?;
    pages::show_stopped(&state, page, request).await
}
