//! Server functions of the settings' forms.

use crate::{error::CallError, forms::change};
use backend::profile;
use domain::ConsentForm;
use leptos::prelude::*;

#[server(endpoint = "form/default-visibility")]
pub async fn set_default_visibility(visibility: String) -> Result<(), CallError> {
    change(|request| async move {
        profile::set_default_visibility(&request.backend, &request.viewer, visibility.parse()?).await
    })
    .await
}

/// Sets the day end, in minutes after midnight.
#[server(endpoint = "form/day-end")]
pub async fn set_day_end(minutes: u16) -> Result<(), CallError> {
    change(|request| async move { profile::set_day_end(&request.backend, &request.viewer, minutes).await }).await
}

/// Stores the answer about transcription. A switch that is off is not sent. `provider` is the service that a yes is
/// given to.
#[server(endpoint = "form/consent-transcription")]
pub async fn set_transcription(#[server(default)] allowed: bool, provider: String) -> Result<(), CallError> {
    set_consent(ConsentForm { transcription: Some(allowed), provider, ..ConsentForm::default() }).await
}

#[server(endpoint = "form/consent-summary")]
pub async fn set_summary(#[server(default)] allowed: bool, provider: String) -> Result<(), CallError> {
    set_consent(ConsentForm { summary: Some(allowed), provider, ..ConsentForm::default() }).await
}

#[server(endpoint = "form/consent-linkedin")]
pub async fn set_linkedin(#[server(default)] allowed: bool, provider: String) -> Result<(), CallError> {
    set_consent(ConsentForm { linkedin: Some(allowed), provider, ..ConsentForm::default() }).await
}

async fn set_consent(form: ConsentForm) -> Result<(), CallError> {
    change(|request| async move { profile::set_assistant_consent(&request.backend, &request.viewer, form).await }).await
}
