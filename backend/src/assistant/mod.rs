//! Help with what was written and said: text out of sound, and summaries. A service outside gets only what its person allowed;
//! a day's quota is taken by one statement and given back by whatever fails (product 14).

mod calls;
pub mod local;
mod store;
mod summary;
mod transcription;
mod uses;
mod wav;

pub use calls::{AssistantCall, Outcome, calls, sweep};
pub(crate) use summary::made_here;
pub use summary::{Summary, SummaryForm, summarise};
pub use transcription::transcribe;

use crate::{Account, Backend, Result, providers::ai::AiService};
use domain::{Error, Help, Refusal};
use serde::Serialize;
use serde_json::json;

/// What a page must know before it offers help.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Offer {
    /// The service's name; none: nothing leaves this server for this help.
    pub provider: Option<String>,
    /// What the person said about this service; none: they were not asked yet.
    pub consent: Option<bool>,
}

/// How this help stands for the person.
pub fn offer(backend: &Backend, account: &Account, help: Help) -> Offer {
    let provider = service(backend, help).map(AiService::name);
    let consent = provider.and_then(|provider| account.consent.to(help, provider));
    Offer { provider: provider.map(Into::into), consent }
}

/// The service that gives this help.
fn service(backend: &Backend, help: Help) -> Option<&AiService> {
    backend.ai.as_ref().filter(|ai| ai.gives(help))
}

/// Whether the person allows this service to help; whoever was not asked about it yet is asked first.
fn allowed(account: &Account, service: &AiService, help: Help) -> Result<bool> {
    Ok(account.consent.to(help, service.name()).ok_or_else(|| consent_needed(service))?)
}

/// Names the service, which may be another than the page knows of.
fn consent_needed(service: &AiService) -> Error {
    Error::from(Refusal::ConsentNeeded).detail(json!({ "provider": service.name() }).to_string())
}

/// Whether this service has made a summary for the person, as far as the log goes back, or is the one that would now.
pub(crate) async fn has_summed_up(backend: &Backend, account: &Account, provider: &str) -> Result<bool> {
    let is_present = service(backend, Help::Summary).is_some_and(|service| service.name() == provider);
    Ok(is_present || store::is_done(&backend.db, account.user.id, Help::Summary, provider).await?)
}
