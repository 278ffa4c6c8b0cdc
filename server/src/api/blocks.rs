//! Blocking people, and telling the operator about them.

use crate::http::{ApiResult, Context, Id, Json};
use backend::friends::{
    blocks::{self, Blocked},
    reports::{self, ReportForm},
};
use domain::UserId;
use http::StatusCode;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BlockForm {
    user_id: UserId,
}

pub async fn block(Context { backend, viewer, .. }: Context, Json(form): Json<BlockForm>) -> ApiResult<StatusCode> {
    blocks::block(&backend, &viewer, form.user_id).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub async fn unblock(Context { backend, viewer, .. }: Context, Id(person): Id<UserId>) -> ApiResult<StatusCode> {
    blocks::unblock(&backend, &viewer, person).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub async fn blocked(Context { backend, viewer, .. }: Context) -> ApiResult<axum::Json<Vec<Blocked>>> {
    Ok(axum::Json(blocks::blocked(&backend, &viewer).await?))
}

pub async fn report(Context { backend, viewer, .. }: Context, Json(form): Json<ReportForm>) -> ApiResult<StatusCode> {
    reports::report(&backend, &viewer, &form).await?;
    Ok(StatusCode::NO_CONTENT)
}
