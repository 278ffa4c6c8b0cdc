//! Looking back: figures, the streak, a year of entries.

use crate::http::{ApiResult, Context, extract::Id};
use axum::Json;
use backend::{entries, stats};
use domain::{
    Entry,
    stats::{Stats, Streak},
};

/// Counts of the own entries.
#[utoipa::path(get, path = "/api/stats", responses((status = 200, body = Stats)))]
pub async fn figures(Context { backend, viewer, .. }: Context) -> ApiResult<Json<Stats>> {
    Ok(Json(stats::figures(&backend, &viewer).await?))
}

/// Days in a row with an entry.
#[utoipa::path(get, path = "/api/user-streak", responses((status = 200, body = Streak)))]
pub async fn streak(Context { backend, viewer, .. }: Context) -> ApiResult<Json<Streak>> {
    Ok(Json(stats::streak(&backend, &viewer).await?))
}

/// The own entries of a year.
#[utoipa::path(
    get, path = "/api/entries/date-range/{year}",
    params(("year" = i32, Path)),
    responses((status = 200, body = Vec<Entry>)),
)]
pub async fn year(Context { backend, viewer, .. }: Context, Id(year): Id<i32>) -> ApiResult<Json<Vec<Entry>>> {
    Ok(Json(entries::list_of_year(&backend, &viewer, year).await?))
}
