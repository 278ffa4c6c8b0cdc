//! Blocking people, and telling the operator about them.

use super::openapi::{Conflict, Invalid, TooMany};
use crate::http::{ApiResult, Context, Id, Json};
use backend::friends::{
    blocks::{self, Blocked},
    reports::{self, ReportForm},
};
use domain::UserId;
use http::StatusCode;
use serde::Deserialize;

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlockForm {
    user_id: UserId,
}

/// Blocks a person.
#[utoipa::path(post, path = "/api/blocks", responses((status = 204), Conflict, Invalid))]
pub async fn block(Context { backend, viewer, .. }: Context, Json(form): Json<BlockForm>) -> ApiResult<StatusCode> {
    blocks::block(&backend, &viewer, form.user_id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ends a block.
#[utoipa::path(delete, path = "/api/blocks/{id}", params(("id" = UserId, Path)), responses((status = 204)))]
pub async fn unblock(Context { backend, viewer, .. }: Context, Id(person): Id<UserId>) -> ApiResult<StatusCode> {
    blocks::unblock(&backend, &viewer, person).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The people one has blocked.
#[utoipa::path(get, path = "/api/blocks", responses((status = 200, body = Vec<Blocked>)))]
pub async fn blocked(Context { backend, viewer, .. }: Context) -> ApiResult<axum::Json<Vec<Blocked>>> {
    Ok(axum::Json(blocks::blocked(&backend, &viewer).await?))
}

/// Reports a person or an entry to the operator.
#[utoipa::path(post, path = "/api/reports", responses((status = 204), Invalid, TooMany))]
pub async fn report(Context { backend, viewer, .. }: Context, Json(form): Json<ReportForm>) -> ApiResult<StatusCode> {
    reports::report(&backend, &viewer, &form).await?;
    Ok(StatusCode::NO_CONTENT)
}
