//! Secret links.

use crate::{
    error::Answer,
    extract::{Id, Json},
    state::AppState,
    visit::Visit,
};
use axum::{Extension, extract::State};
use backend::{Viewer, sharing};
use domain::{EntryId, Refusal, ShareOptions, SharedEntry};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// `shareOptions` is an object or a JSON text of one (spec 3); absent: the defaults.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OptionsForm {
    #[serde(default)]
    share_options: Value,
}

impl OptionsForm {
    fn options(self) -> Answer<ShareOptions> {
        let parsed = match self.share_options {
            Value::Null => Ok(ShareOptions::default()),
            Value::String(text) => serde_json::from_str(&text),
            value => serde_json::from_value(value),
        };
        parsed.map_err(|_| Refusal::InvalidShareOptions.into())
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ShareToken {
    share_token: String,
}

pub async fn create(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Id(id): Id<EntryId>,
    Json(form): Json<OptionsForm>,
) -> Answer<axum::Json<ShareToken>> {
    let share_token = sharing::create(&state.backend, &viewer, id, form.options()?).await?;
    Ok(axum::Json(ShareToken { share_token }))
}

pub async fn update_options(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Id(id): Id<EntryId>,
    Json(form): Json<OptionsForm>,
) -> Answer<StatusCode> {
    sharing::update_options(&state.backend, &viewer, id, form.options()?).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub async fn remove(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Id(id): Id<EntryId>,
) -> Answer<StatusCode> {
    sharing::remove(&state.backend, &viewer, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub async fn open(
    State(state): State<AppState>,
    Extension(viewer): Extension<Viewer>,
    Extension(visit): Extension<Visit>,
    Id(token): Id<String>,
) -> Answer<axum::Json<SharedEntry>> {
    Ok(axum::Json(sharing::open(&state.backend, &viewer, &token, &visit.address, visit.language).await?))
}
