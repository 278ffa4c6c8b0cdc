//! Server functions of the share dialog.

use crate::{PageRequest, error::CallError};
use domain::{EntryId, ExpectedLink, Key, LinkForm, LinkState, LinkView, ShareOptions, date, day};
use leptos::{prelude::*, server_fn::codec::Json};

/// The entry's link; the default where there is none.
pub fn link_view(entry: &domain::Entry, request: &PageRequest) -> LinkView {
    let link = entry.share_token.clone().zip(entry.share_link.as_ref());
    let options = entry.share_options.as_deref().and_then(|json| serde_json::from_str(json).ok());
    link.map(|(token, state)| worded(token, options.unwrap_or_default(), state, request)).unwrap_or_default()
}

fn worded(token: String, options: ShareOptions, link: &LinkState, request: &PageRequest) -> LinkView {
    let zone = request.account().map_or(day::DEFAULT_ZONE, |account| account.zone);
    let when = |at: chrono::DateTime<chrono::Utc>| {
        let local = at.with_timezone(&zone);
        format!("{}, {}", date::short(local.date_naive()), local.format("%H:%M"))
    };
    let is_over = link.expires_at.is_some_and(|end| end <= request.backend.clock.now());
    let ends = |at: chrono::DateTime<chrono::Utc>| {
        // The last day of the link is clearer than the first moment of the next day.
        let day = at.with_timezone(&zone).date_naive().pred_opt().filter(|day| day::end(*day, zone, 0) == at);
        let (end, when) = match (is_over, day) {
            (false, Some(day)) => (Key::ShareLast, date::short(day)),
            (true, Some(day)) => (Key::ShareLasted, date::short(day)),
            (false, None) => (Key::ShareEnds, when(at)),
            (true, None) => (Key::ShareEnded, when(at)),
        };
        request.fill(end, &[("when", &when)])
    };
    let last = link.last_opened_at.map(when).unwrap_or_default();
    let opened = match link.opened {
        0 => request.text(Key::ShareOpenedNever).to_owned(),
        1 => request.fill(Key::ShareOpenedOnce, &[("when", &last)]),
        n => request.fill(Key::ShareOpened, &[("n", &n.to_string()), ("when", &last)]),
    };
    let pin_failures = match link.pin_failures {
        _ if link.is_spent() => request.fill(Key::SharePinSpent, &[("max", &domain::limits::PIN_FAILURES.to_string())]),
        0 => String::new(),
        1 => request.text(Key::SharePinFailedOnce).to_owned(),
        n => request.fill(Key::SharePinFailed, &[("n", &n.to_string())]),
    };
    LinkView {
        token,
        options,
        expires: link.expires_at.map(ends).unwrap_or_default(),
        is_over,
        is_closed: is_over || link.is_spent(),
        has_pin: link.has_pin,
        pin_failures,
        opened,
    }
}

/// Makes the entry's link.
#[server(endpoint = "sharing/create", input = Json)]
pub async fn create_link(id: EntryId, form: LinkForm) -> Result<LinkView, CallError> {
    let request = PageRequest::current();
    let made = backend::sharing::create(&request.backend, &request.viewer, id, form).await;
    after(made.map(drop), id, &request).await
}

/// Changes the link; the next request to it gets the new state.
#[server(endpoint = "sharing/options", input = Json)]
pub async fn save_link(id: EntryId, form: LinkForm) -> Result<LinkView, CallError> {
    let request = PageRequest::current();
    let saved = backend::sharing::update_options(&request.backend, &request.viewer, id, form).await;
    after(saved.map(drop), id, &request).await
}

/// The link after a change. A refusal has the link, too, if somebody else has changed it.
async fn after(changed: backend::Result<()>, id: EntryId, request: &PageRequest) -> Result<LinkView, CallError> {
    let error = match changed {
        Ok(()) => match backend::entries::open(&request.backend, &request.viewer, id).await {
            Ok(entry) => return Ok(link_view(&entry, request)),
            Err(error) => error,
        },
        Err(error) => error,
    };
    Err(refused(&error, request))
}

fn refused(error: &backend::Error, request: &PageRequest) -> CallError {
    let answer = CallError::answer(error, request);
    let refusal = error.refusal();
    let entry = refusal.detail.filter(|_| refusal.refusal == domain::Refusal::LinkChanged);
    let entry = entry.and_then(|entry| serde_json::from_str::<domain::Entry>(&entry).ok());
    let now = entry.and_then(|entry| serde_json::to_string(&link_view(&entry, request)).ok());
    CallError { detail: now.unwrap_or_default(), ..answer }
}

/// Ends the entry's link at once; `expected`: only this one.
#[server(endpoint = "sharing/remove", input = Json)]
pub async fn remove_link(id: EntryId, expected: Option<ExpectedLink>) -> Result<LinkView, CallError> {
    let request = PageRequest::current();
    let ended = backend::sharing::remove(&request.backend, &request.viewer, id, expected.as_ref()).await;
    ended.map(|()| LinkView::default()).map_err(|error| refused(&error, &request))
}
