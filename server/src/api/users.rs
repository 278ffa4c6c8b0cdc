//! What a person settles for themselves.

use crate::http::{ApiResult, Context, Json, Saving};
use backend::profile;
use domain::{ConsentForm, Language, Refusal};
use http::StatusCode;
use serde::Deserialize;

#[derive(Deserialize)]
pub struct ZoneForm {
    zone: String,
}

pub async fn set_zone(
    Saving(Context { backend, viewer, .. }): Saving,
    Json(form): Json<ZoneForm>,
) -> ApiResult<StatusCode> {
    profile::set_zone(&backend, &viewer, &form.zone).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize)]
pub struct VisibilityForm {
    pub visibility: String,
}

pub async fn set_default_visibility(
    Saving(Context { backend, viewer, .. }): Saving,
    Json(form): Json<VisibilityForm>,
) -> ApiResult<StatusCode> {
    profile::set_default_visibility(&backend, &viewer, form.visibility.parse()?).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize)]
pub struct DayEndForm {
    /// After midnight.
    minutes: u16,
}

pub async fn set_day_end(
    Saving(Context { backend, viewer, .. }): Saving,
    Json(form): Json<DayEndForm>,
) -> ApiResult<StatusCode> {
    profile::set_day_end(&backend, &viewer, form.minutes).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize)]
pub struct LanguageForm {
    language: String,
}

pub async fn set_language(
    Saving(Context { backend, viewer, .. }): Saving,
    Json(form): Json<LanguageForm>,
) -> ApiResult<StatusCode> {
    let language = Language::parse(&form.language).ok_or(Refusal::InvalidLanguage)?;
    profile::set_language(&backend, &viewer, language).await?;
    Ok(StatusCode::NO_CONTENT)
}

pub async fn set_assistant_consent(
    Saving(Context { backend, viewer, .. }): Saving,
    Json(said): Json<ConsentForm>,
) -> ApiResult<StatusCode> {
    profile::set_assistant_consent(&backend, &viewer, said).await?;
    Ok(StatusCode::NO_CONTENT)
}
