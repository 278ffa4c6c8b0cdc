//! Whether the process lives, and whether it can answer requests.

use crate::http::{ApiResult, AppState};
use axum::extract::State;

pub async fn live() -> &'static str {
    "ok"
}

/// 503 if the database cannot be reached.
pub async fn ready(State(state): State<AppState>) -> ApiResult<&'static str> {
    state.backend.ready().await?;
    Ok("ok")
}
