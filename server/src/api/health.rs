//! Whether the process lives, and whether it can do its work.

use crate::http::{ApiResult, AppState};
use axum::extract::State;

pub async fn live() -> &'static str {
    "ok"
}

/// 503 while the database is away.
pub async fn ready(State(state): State<AppState>) -> ApiResult<&'static str> {
    state.backend.ready().await?;
    Ok("ok")
}
