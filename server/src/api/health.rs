//! Whether the process lives, and whether it can answer requests.

use crate::http::{ApiResult, AppState};
use axum::extract::State;
use backend::Error;
use domain::Refusal;
use std::time::Duration;

/// The time that the database has to answer.
const ANSWER: Duration = Duration::from_secs(1);

pub async fn live() -> &'static str {
    "ok"
}

/// 503 if the database does not answer, and while the server stops, so that a proxy sends requests to another one.
pub async fn ready(State(state): State<AppState>) -> ApiResult<&'static str> {
    if state.stopping.is_cancelled() {
        return Err(Refusal::Unavailable.into());
    }
    let answered = tokio::time::timeout(ANSWER, state.backend.ready()).await;
    answered.unwrap_or_else(|_| Err(Error::unavailable("database", "it does not answer in time")))?;
    Ok("ok")
}
