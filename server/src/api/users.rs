//! Settings of the signed-in person.

use super::openapi::{Invalid, TooMany};
use crate::http::{ApiResult, Context, Json, Saving};
use backend::profile;
use domain::{ConsentForm, Language, Refusal};
use http::StatusCode;
use serde::Deserialize;

#[derive(Deserialize, utoipa::ToSchema)]
pub struct ZoneForm {
    zone: String,
}

/// Chooses the time zone.
#[utoipa::path(put, path = "/api/users/zone", responses((status = 204), Invalid, TooMany))]
pub async fn set_zone(
    Saving(Context { backend, viewer, .. }): Saving,
    Json(form): Json<ZoneForm>,
) -> ApiResult<StatusCode> {
    profile::set_zone(&backend, &viewer, &form.zone).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, utoipa::ToSchema)]
pub struct VisibilityForm {
    pub visibility: String,
}

/// Chooses who can read new entries.
#[utoipa::path(put, path = "/api/users/default-visibility", responses((status = 204), Invalid, TooMany))]
pub async fn set_default_visibility(
    Saving(Context { backend, viewer, .. }): Saving,
    Json(form): Json<VisibilityForm>,
) -> ApiResult<StatusCode> {
    profile::set_default_visibility(&backend, &viewer, form.visibility.parse()?).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, utoipa::ToSchema)]
pub struct DayEndForm {
    /// After midnight.
    minutes: u16,
}

/// Chooses when a day of the diary ends.
#[utoipa::path(put, path = "/api/users/day-end", responses((status = 204), Invalid, TooMany))]
pub async fn set_day_end(
    Saving(Context { backend, viewer, .. }): Saving,
    Json(form): Json<DayEndForm>,
) -> ApiResult<StatusCode> {
    profile::set_day_end(&backend, &viewer, form.minutes).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, utoipa::ToSchema)]
pub struct LanguageForm {
    language: String,
}

/// Chooses the language.
#[utoipa::path(put, path = "/api/users/language", responses((status = 204), Invalid, TooMany))]
pub async fn set_language(
    Saving(Context { backend, viewer, .. }): Saving,
    Json(form): Json<LanguageForm>,
) -> ApiResult<StatusCode> {
    let language = Language::parse(&form.language).ok_or(Refusal::InvalidLanguage)?;
    profile::set_language(&backend, &viewer, language).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Says yes or no to help from an outside service.
#[utoipa::path(put, path = "/api/users/assistant-consent", responses((status = 204), TooMany))]
pub async fn set_assistant_consent(
    Saving(Context { backend, viewer, .. }): Saving,
    Json(said): Json<ConsentForm>,
) -> ApiResult<StatusCode> {
    profile::set_assistant_consent(&backend, &viewer, said).await?;
    Ok(StatusCode::NO_CONTENT)
}
