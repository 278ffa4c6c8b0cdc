//! Transcription and summaries. An outside service gets only what the person allowed. One statement takes a use of the daily quota, and
//! a failure gives it back (product 14).

mod call;
mod calls;
pub mod local;
mod quota;
mod store;
mod summary;
mod transcription;
mod wav;

pub use call::{AssistantCall, Outcome};
pub use calls::{calls, sweep};
pub use quota::uses_left;
pub(crate) use quota::{Work, consume};
pub(crate) use summary::made_here;
pub use summary::{Summary, SummaryForm, summarise};
pub use transcription::transcribe;

use crate::{Account, Backend, Result, providers::ai::AiService};
use domain::{Error, Help, Refusal};
use serde::Serialize;
use serde_json::json;

/// A kind of help, as a page offers it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Offer {
    /// The service's name. None: this help sends nothing to an outside service.
    pub provider: Option<String>,
    /// The person's answer about this service. None: they have not been asked yet.
    pub consent: Option<bool>,
}

/// The service for this help, and the person's consent to it.
pub fn offer(backend: &Backend, account: &Account, help: Help) -> Offer {
    let provider = service(backend, help).map(AiService::name);
    let consent = provider.and_then(|provider| account.consent.to(help, provider));
    Offer { provider: provider.map(Into::into), consent }
}

/// The service for this help, if one is configured.
fn service(backend: &Backend, help: Help) -> Option<&AiService> {
    backend.ai.as_ref().filter(|ai| ai.gives(help))
}

/// The service for this help, if one is configured and the person allows it. `consent_needed` if they have not been asked about it yet.
pub(crate) fn service_for<'a>(backend: &'a Backend, account: &Account, help: Help) -> Result<Option<&'a AiService>> {
    match service(backend, help) {
        Some(service) if allowed(account, service, help)? => Ok(Some(service)),
        _ => Ok(None),
    }
}

/// Whether the person allows this service. `consent_needed` if they have not been asked about it yet.
fn allowed(account: &Account, service: &AiService, help: Help) -> Result<bool> {
    Ok(account.consent.to(help, service.name()).ok_or_else(|| consent_needed(service))?)
}

/// The detail names the service, because the page may still show another one.
fn consent_needed(service: &AiService) -> Error {
    Error::from(Refusal::ConsentNeeded).detail(json!({ "provider": service.name() }).to_string())
}

/// Whether this service makes summaries at present, or has made one for the person according to the log, which goes back ninety days.
pub(crate) async fn has_summed_up(backend: &Backend, account: &Account, provider: &str) -> Result<bool> {
    let is_present = service(backend, Help::Summary).is_some_and(|service| service.name() == provider);
    Ok(is_present || store::is_done(&backend.db, account.user.id, Help::Summary, provider).await?)
}
