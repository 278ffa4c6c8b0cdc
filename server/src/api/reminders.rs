//! Which mails somebody gets, and the link in a mail that ends its kind.

use super::openapi::{Conflict, Invalid, TooMany};
use crate::{
    http::{ApiResult, AppState, Context, Json, Params, Saving, body_limit},
    pages,
};
use app::reminders::DONE;
use axum::{
    body::Body,
    extract::{Request, State},
    response::Response,
};
use backend::reminders;
use domain::{NotificationForm, Notifications};
use serde::Deserialize;

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

#[derive(Deserialize)]
pub struct Link {
    #[serde(default)]
    token: String,
}

/// The button of the page, or of a mail program (RFC 8058), which follows no redirect and sends a form of either kind. The token says
/// everything, so the form is not looked at.
pub async fn stop(
    State(state): State<AppState>,
    context: Context,
    Params(Link { token }): Params<Link>,
    request: Request,
) -> ApiResult<Response> {
    let (parts, body) = request.into_parts();
    body_limit::collect(body).await?;
    reminders::stop(&context.backend, &context.viewer, &token).await?;
    pages::show_told(&state, context, Request::from_parts(parts, Body::empty()), DONE).await
}
