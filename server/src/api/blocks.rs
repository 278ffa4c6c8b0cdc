//! Blocking people, and telling the operator about them.

use crate::{
    error::ApiResult,
    extract::{Id, Json},
    state::AppState,
};
use axum::{Extension, extract::State};
use backend::{
    Viewer,
    friends::{
        blocks::{self, Blocked},
        reports::{self, ReportForm},
    },
};
use domain::UserId;
use http::StatusCode;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BlockForm {
    user_id: UserId,
}

pub async fn block(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Json(form): Json<BlockForm>,
) -> ApiResult<StatusCode> {
    blocks::block(&state.backend, &viewer, form.user_id).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub async fn unblock(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Id(person): Id<UserId>,
) -> ApiResult<StatusCode> {
    blocks::unblock(&state.backend, &viewer, person).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub async fn blocked(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
) -> ApiResult<axum::Json<Vec<Blocked>>> {
    Ok(axum::Json(blocks::blocked(&state.backend, &viewer).await?))
}

pub async fn report(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Json(form): Json<ReportForm>,
) -> ApiResult<StatusCode> {
    reports::report(&state.backend, &viewer, &form).await?;
    Ok(StatusCode::NO_CONTENT)
}
