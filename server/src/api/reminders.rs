//! Settings of the mails that a person gets, and the link in a mail that unsubscribes from its kind.

use super::openapi::{Conflict, Invalid, TooMany};
use crate::{
    http::{ApiResult, AppState, Context, Json, Params, Saving},
    pages::{self, Link, RequestedPage},
};
use axum::{
    extract::{Request, State},
    response::Response,
};
use backend::reminders;
use domain::{NotificationForm, Notifications};

/// Says which mails the person gets.
#[utoipa::path(get, path = "/api/users/notifications", responses((status = 200, body = Notifications)))]
pub async fn settings(Context { backend, viewer, .. }: Context) -> ApiResult<axum::Json<Notifications>> {
    Ok(axum::Json(reminders::settings(&backend, &viewer).await?))
}

/// Chooses which mails the person gets.
#[utoipa::path(
    put,
    path = "/api/users/notifications",
    responses((status = 200, body = Notifications), Conflict, Invalid, TooMany)
)]
pub async fn change(
    Saving(Context { backend, viewer, .. }): Saving,
    Json(form): Json<NotificationForm>,
) -> ApiResult<axum::Json<Notifications>> {
    Ok(axum::Json(reminders::change(&backend, &viewer, &form).await?))
}

/// The button of `/stop-mails`.
pub async fn stop(
    State(state): State<AppState>,
    Context { backend, viewer, .. }: Context,
    Params(Link { token }): Params<Link>,
    RequestedPage(page): RequestedPage,
    request: Request,
) -> ApiResult<Response> {
    let request = pages::unread(request).await?;
    reminders::stop(&backend, &viewer, &token).await?;
    pages::show_stopped(&state, page, request).await
}
