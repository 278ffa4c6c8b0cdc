//! Looking back: figures, the streak, a year of entries.

use crate::http::{ApiResult, Context, extract::Id};
use axum::Json;
use backend::{entries, stats};
use domain::{
    Entry,
    stats::{Stats, Streak},
};

pub async fn figures(Context { backend, viewer, .. }: Context) -> ApiResult<Json<Stats>> {
    Ok(Json(stats::figures(&backend, &viewer).await?))
}

pub async fn streak(Context { backend, viewer, .. }: Context) -> ApiResult<Json<Streak>> {
    Ok(Json(stats::streak(&backend, &viewer).await?))
}

pub async fn year(Context { backend, viewer, .. }: Context, Id(year): Id<i32>) -> ApiResult<Json<Vec<Entry>>> {
    Ok(Json(entries::list_of_year(&backend, &viewer, year).await?))
}
