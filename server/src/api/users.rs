//! What a person sets for themselves.

use crate::{error::Answer, extract::Json, state::AppState};
use axum::{Extension, extract::State};
use backend::{Viewer, profile};
use http::StatusCode;
use serde::Deserialize;

#[derive(Deserialize)]
pub struct ZoneForm {
    zone: String,
}

pub async fn set_zone(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Json(form): Json<ZoneForm>,
) -> Answer<StatusCode> {
    profile::set_zone(&state.backend, &viewer, &form.zone).await?;
    Ok(StatusCode::NO_CONTENT)
}
