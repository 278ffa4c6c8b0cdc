//! The embedded payment provider: PayPal's calls without money. It knows nothing of diaries, and is refused in production.

mod calls;
mod document;
mod faults;
mod store;

pub use faults::{Calls, Webhooks};

use super::WebhookHeaders;
use crate::{Clock, Db, Result, Secret};
use axum::Router;
use chrono::{DateTime, Utc};
use document::{Document, Events, Issue};
use parking_lot::Mutex;
use serde_json::{Value, json};
use std::{ops::Deref, sync::Arc};

/// What the sandbox calls our plan and our address for messages.
pub const PLAN: &str = "P-SANDBOX";
pub const WEBHOOK: &str = "WH-SANDBOX";

/// Cheap to clone.
#[derive(Clone, Debug)]
pub struct Sandbox(Arc<Parts>);

#[derive(Debug)]
pub struct Parts {
    origin: String,
    db: Db,
    secret: Secret,
    clock: Clock,
    /// One change at a time.
    changing: tokio::sync::Mutex<()>,
    calls: Mutex<Calls>,
    messages: Mutex<Messages>,
}

#[derive(Debug, Default)]
struct Messages {
    mode: Webhooks,
    waiting: Vec<(WebhookHeaders, Vec<u8>)>,
}

/// What the page asks somebody to approve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Approval {
    /// When the first payment is due; None: at once.
    pub starts_at: Option<DateTime<Utc>>,
}

impl Deref for Sandbox {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl Sandbox {
    pub fn new(origin: &str, db: &Db, secret: &Secret, clock: &Clock) -> Self {
        Self(Arc::new(Parts {
            origin: origin.to_owned(),
            db: db.clone(),
            secret: secret.clone(),
            clock: clock.clone(),
            changing: tokio::sync::Mutex::default(),
            calls: Mutex::default(),
            messages: Mutex::default(),
        }))
    }

    /// The calls, relative to where they are mounted.
    pub fn router(&self) -> Router {
        calls::router(self)
    }

    /// None: no such token, or its time is over.
    pub async fn approval(&self, token: &str) -> Result<Option<Approval>> {
        let found = store::find(&self.db, &id_of(token)).await?;
        let found = found.filter(|found| found.is_approvable(self.clock.now()));
        Ok(found.map(|found| Approval { starts_at: found.start_time }))
    }

    /// The person says yes; answers where they go on. None as for [`Self::approval`].
    pub async fn approve(&self, token: &str) -> Result<Option<String>> {
        let now = self.clock.now();
        let changed =
            self.change(&id_of(token), |document| if document.approve(now) { Ok(vec![]) } else { Err("") }).await?;
        let Some(Ok(document)) = changed else { return Ok(None) };
        let Document { id, return_url, .. } = &document;
        Ok(Some(format!("{return_url}?subscription_id={id}&ba_token={token}&token={token}")))
    }

    /// The person says no, which changes nothing; answers where they go on.
    pub async fn decline(&self, token: &str) -> Result<Option<String>> {
        Ok(store::find(&self.db, &id_of(token)).await?.map(|found| found.cancel_url))
    }

    /// As the person can at the provider itself.
    pub async fn cancel_there(&self, id: &str) -> Result<bool> {
        Ok(matches!(self.change(id, Document::cancel).await?, Some(Ok(_))))
    }

    /// Whether the next payments fail.
    pub async fn fail_payments(&self, id: &str, fails: bool) -> Result<bool> {
        let changed = self.change(id, |document| {
            document.fails = fails;
            Ok(vec![])
        });
        Ok(changed.await?.is_some())
    }

    /// How often money was collected.
    pub async fn payments(&self, id: &str) -> Result<Vec<DateTime<Utc>>> {
        Ok(store::find(&self.db, id).await?.map(|found| found.payments).unwrap_or_default())
    }

    /// What is due is collected, also where nobody asks.
    pub async fn advance(&self) -> Result<()> {
        for document in store::list(&self.db).await? {
            self.change(&document.id, |_| Ok(vec![])).await?;
        }
        Ok(())
    }

    pub fn set_calls(&self, calls: Calls) {
        *self.calls.lock() = calls;
    }

    pub fn set_webhooks(&self, mode: Webhooks) {
        self.messages.lock().mode = mode;
    }

    /// The messages that go out now.
    pub fn take_messages(&self) -> Vec<(WebhookHeaders, Vec<u8>)> {
        let mut messages = self.messages.lock();
        let mut taken = match messages.mode {
            Webhooks::Hold => Vec::new(),
            _ => std::mem::take(&mut messages.waiting),
        };
        taken.reverse();
        taken
    }

    /// A message that was not taken comes again.
    pub fn give_back(&self, message: (WebhookHeaders, Vec<u8>)) {
        self.messages.lock().waiting.push(message);
    }

    /// None: no such subscription.
    async fn change(
        &self,
        id: &str,
        change: impl FnOnce(&mut Document) -> Result<Events, Issue>,
    ) -> Result<Option<Result<Document, Issue>>> {
        let _alone = self.changing.lock().await;
        let Some(before) = store::find(&self.db, id).await? else { return Ok(None) };
        let mut document = before.clone();
        let mut events = document.advance(self.clock.now());
        let changed = change(&mut document);
        events.extend(changed.as_ref().into_iter().flatten());
        if document != before {
            store::save(&self.db, &document).await?;
        }
        for event in events {
            self.note(&document, event)?;
        }
        Ok(Some(changed.map(|_| document)))
    }

    /// A message about something that happened.
    fn note(&self, document: &Document, event_type: &str) -> Result<()> {
        let resource = if event_type == document::PAID {
            json!({ "id": self.secret.token(12)?, "billing_agreement_id": document.id, "amount": document::amount() })
        } else {
            document.json(&self.origin)
        };
        let event = json!({
            "id": format!("WH-{}", self.secret.token(16)?),
            "event_type": event_type,
            "create_time": self.clock.now(),
            "resource": resource,
        });
        let headers = WebhookHeaders {
            auth_algo: "SHA256withRSA".into(),
            cert_url: "https://api.sandbox.paypal.com/v1/notifications/certs/CERT".into(),
            transmission_id: self.secret.token(16)?,
            transmission_sig: self.signature(&event),
            transmission_time: self.clock.now().to_rfc3339(),
        };
        let mut messages = self.messages.lock();
        let message = (headers, event.to_string().into_bytes());
        match messages.mode {
            Webhooks::Lose => {}
            Webhooks::Double => messages.waiting.extend([message.clone(), message]),
            Webhooks::Deliver | Webhooks::Hold => messages.waiting.push(message),
        }
        Ok(())
    }

    fn signature(&self, event: &Value) -> String {
        self.secret.sign("payment sandbox", &event.to_string())
    }
}

fn id_of(token: &str) -> String {
    format!("I-{}", token.trim_start_matches("BA-"))
}
