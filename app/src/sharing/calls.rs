//! What the share dialog asks of the server.

use crate::error::CallError;
use domain::{EntryId, LinkForm};
use leptos::{prelude::*, server_fn::codec::Json};
use serde::{Deserialize, Serialize};

/// How a link is, in its owner's words: the browser's module holds no table of texts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkView {
    /// Empty: there is no link.
    pub token: String,
    /// Until when it works; empty: until it is ended.
    pub expires: String,
    pub is_over: bool,
    pub has_pin: bool,
    /// How many wrong PINs there were, and what became of the link; empty: none.
    pub pin_failures: String,
    /// How often somebody opened it.
    pub opened: String,
}

#[cfg(feature = "ssr")]
impl LinkView {
    pub fn of(token: String, link: &domain::LinkState, request: &crate::PageRequest) -> Self {
        use domain::{Key, date, day};
        let zone = request.account().map_or(day::DEFAULT_ZONE, |account| account.zone);
        let when = |at: chrono::DateTime<chrono::Utc>| {
            let local = at.with_timezone(&zone);
            format!("{}, {}", date::short(local.date_naive()), local.format("%H:%M"))
        };
        let is_over = link.expires_at.is_some_and(|end| end <= request.backend.clock.now());
        let end = if is_over { Key::ShareEnded } else { Key::ShareEnds };
        let last = link.last_opened_at.map(when).unwrap_or_default();
        let opened = match link.opened {
            0 => request.text(Key::ShareOpenedNever).to_owned(),
            1 => request.fill(Key::ShareOpenedOnce, &[("when", &last)]),
            n => request.fill(Key::ShareOpened, &[("n", &n.to_string()), ("when", &last)]),
        };
        let pin_failures = match link.pin_failures {
            _ if link.is_spent() => {
                request.fill(Key::SharePinSpent, &[("max", &domain::limits::PIN_FAILURES.to_string())])
            }
            0 => String::new(),
            1 => request.text(Key::SharePinFailedOnce).to_owned(),
            n => request.fill(Key::SharePinFailed, &[("n", &n.to_string())]),
        };
        Self {
            token,
            expires: link.expires_at.map(|at| request.fill(end, &[("when", &when(at))])).unwrap_or_default(),
            is_over,
            has_pin: link.has_pin,
            pin_failures,
            opened,
        }
    }
}

/// Makes the entry's link.
#[server(endpoint = "sharing/create", input = Json)]
pub async fn create_link(id: EntryId, form: LinkForm) -> Result<LinkView, CallError> {
    let request = crate::PageRequest::current();
    let made = async {
        let token = backend::sharing::create(&request.backend, &request.viewer, id, form).await?;
        Ok((token, backend::sharing::state(&request.backend, &request.viewer, id).await?))
    };
    match made.await {
        Ok((token, state)) => Ok(LinkView::of(token, &state, &request)),
        Err(error) => Err(CallError::answer(&error, &request)),
    }
}

/// How the link is from its next request on. The answer holds no token: whoever asks has it.
#[server(endpoint = "sharing/options", input = Json)]
pub async fn save_link(id: EntryId, form: LinkForm) -> Result<LinkView, CallError> {
    let request = crate::PageRequest::current();
    match backend::sharing::update_options(&request.backend, &request.viewer, id, form).await {
        Ok(state) => Ok(LinkView::of(String::new(), &state, &request)),
        Err(error) => Err(CallError::answer(&error, &request)),
    }
}

/// Ends the entry's link at once.
#[server(endpoint = "sharing/remove", input = Json)]
pub async fn remove_link(id: EntryId) -> Result<(), CallError> {
    let request = crate::PageRequest::current();
    backend::sharing::remove(&request.backend, &request.viewer, id).await.map_err(|e| CallError::answer(&e, &request))
}
