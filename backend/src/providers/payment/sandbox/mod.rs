//! The embedded payment provider: PayPal's calls without money, for this server alone. It is refused in production.

mod calls;
mod document;
mod faults;
mod store;

pub use faults::{Calls, Return, Webhooks};

use super::WebhookHeaders;
use crate::{Clock, Db, Result, Secret};
use axum::Router;
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use chrono::{DateTime, TimeDelta, Utc};
use document::{Document, Events, Issue};
use parking_lot::Mutex;
use serde_json::{Value, json};
use std::{ops::Deref, sync::Arc};

/// The sandbox's ids of our plan and of our webhook.
pub const PLAN: &str = "P-SANDBOX";
pub const WEBHOOK: &str = "WH-SANDBOX";

/// Subscriptions whose payments one look collects.
const MOST: i64 = 100;
/// The time after which an unchanged document is deleted.
const FORGOTTEN: TimeDelta = TimeDelta::days(60);
/// The time in which an order of the sandbox must become one of this server.
const UNORDERED: TimeDelta = TimeDelta::hours(1);

/// Cheap to clone.
#[derive(Clone, Debug)]
pub struct Sandbox(Arc<Parts>);

#[derive(Debug)]
pub struct Parts {
    origin: String,
    db: Db,
    secret: Secret,
    clock: Clock,
    /// Allows one change at a time.
    changing: tokio::sync::Mutex<()>,
    calls: Mutex<Calls>,
    messages: Mutex<Messages>,
}

#[derive(Debug, Default)]
struct Messages {
    mode: Webhooks,
    waiting: Vec<(WebhookHeaders, Vec<u8>)>,
}

/// The order that the page asks somebody to approve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Approval {
    /// The time at which the first payment is due; `None`: at once.
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

    /// The order to approve. None: this server has no such order, or its time is over.
    pub async fn approval(&self, token: &str) -> Result<Option<Approval>> {
        let found = self.find_ordered(token).await?;
        let found = found.filter(|found| found.is_approvable(self.clock.now()));
        Ok(found.map(|found| Approval { starts_at: found.start_time }))
    }

    /// Approves the order and returns the address to continue at. None as for [`Self::approval`].
    pub async fn approve(&self, token: &str) -> Result<Option<String>> {
        let now = self.clock.now();
        if self.find_ordered(token).await?.is_none() {
            return Ok(None);
        }
        let changed =
            self.change(&id_of(token), |document| if document.approve(now) { Ok(vec![]) } else { Err("") }).await?;
        let Some(Ok(document)) = changed else { return Ok(None) };
        let Document { id, return_url, .. } = &document;
        Ok(Some(format!("{return_url}?subscription_id={id}&ba_token={token}&token={token}")))
    }

    /// Declines the order, which changes nothing, and returns the address to continue at.
    pub async fn decline(&self, token: &str) -> Result<Option<String>> {
        Ok(self.find_ordered(token).await?.map(|found| found.cancel_url))
    }

    /// Whether the address is on this server, because people are redirected to no other one.
    fn is_own(&self, url: &str) -> bool {
        url.strip_prefix(&self.origin).is_some_and(|path| path.starts_with('/'))
    }

    async fn find_ordered(&self, token: &str) -> Result<Option<Document>> {
        let Some(found) = store::find(&self.db, &id_of(token)).await? else { return Ok(None) };
        let is_own = [&found.return_url, &found.cancel_url].iter().all(|url| self.is_own(url));
        Ok((is_own && store::is_ordered(&self.db, &found.id).await?).then_some(found))
    }

    /// Cancels, as the person can at the provider itself.
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

    /// Takes the last payment back, as PayPal, the operator or a bank can do. None: a complaint about it was not granted.
    pub async fn give_back(&self, id: &str, how: Option<Return>) -> Result<bool> {
        Ok(self.change(id, |document| Ok(document.give_back(how))).await?.is_some())
    }

    /// How often money was collected.
    pub async fn payments(&self, id: &str) -> Result<Vec<DateTime<Utc>>> {
        Ok(store::find(&self.db, id).await?.map(|found| found.payments).unwrap_or_default())
    }

    /// The same without payments that were taken back.
    pub async fn kept_payments(&self, id: &str) -> Result<Vec<DateTime<Utc>>> {
        let Some(found) = store::find(&self.db, id).await? else { return Ok(Vec::new()) };
        let payments = found.payments.iter().enumerate();
        Ok(payments.filter(|(place, _)| !found.returned.contains_key(place)).map(|(_, time)| *time).collect())
    }

    /// Collects payments that are due, even without a call.
    pub async fn advance(&self) -> Result<()> {
        for id in store::list_due(&self.db, self.clock.now(), MOST).await? {
            self.change(&id, |_| Ok(vec![])).await?;
        }
        Ok(())
    }

    pub async fn sweep(&self) -> Result<()> {
        let now = self.clock.now();
        store::delete_old(&self.db, now - FORGOTTEN, now - UNORDERED).await.map(drop)
    }

    pub fn set_calls(&self, calls: Calls) {
        *self.calls.lock() = calls;
    }

    pub fn set_webhooks(&self, mode: Webhooks) {
        self.messages.lock().mode = mode;
    }

    /// The messages to send now.
    pub fn take_messages(&self) -> Vec<(WebhookHeaders, Vec<u8>)> {
        let mut messages = self.messages.lock();
        let mut taken = match messages.mode {
            Webhooks::Hold => Vec::new(),
            _ => std::mem::take(&mut messages.waiting),
        };
        taken.reverse();
        for (headers, _) in &mut taken {
            headers.transmission_time = self.clock.now().to_rfc3339();
        }
        taken
    }

    /// Queues a message that was not accepted once more.
    pub fn requeue(&self, message: (WebhookHeaders, Vec<u8>)) {
        self.messages.lock().waiting.push(message);
    }

    /// None: no such subscription.
    async fn change(
        &self,
        id: &str,
        change: impl FnOnce(&mut Document) -> Result<Events, Issue>,
    ) -> Result<Option<Result<Document, Issue>>> {
        let _alone = self.changing.lock().await;
        self.change_alone(id, change).await
    }

    /// The same for a caller that holds the lock of changes.
    async fn change_alone(
        &self,
        id: &str,
        change: impl FnOnce(&mut Document) -> Result<Events, Issue>,
    ) -> Result<Option<Result<Document, Issue>>> {
        let Some(before) = store::find(&self.db, id).await? else { return Ok(None) };
        let mut document = before.clone();
        let now = self.clock.now();
        let mut events = document.advance(now);
        let changed = change(&mut document);
        events.extend(changed.as_ref().into_iter().flatten());
        if document != before {
            store::save(&self.db, &document, now).await?;
        }
        for event in events {
            self.note(&document, event)?;
        }
        Ok(Some(changed.map(|_| document)))
    }

    /// Queues a message about an event.
    fn note(&self, document: &Document, event_type: &str) -> Result<()> {
        let sale = document.last_sale_id();
        let resource = match event_type {
            document::PAID => json!({ "id": sale, "billing_agreement_id": document.id, "amount": document::amount() }),
            // Messages about refunds do not name the subscription.
            document::REFUNDED => json!({ "id": self.secret.token(12)?, "sale_id": sale, "state": "completed" }),
            document::REVERSED => json!({ "id": sale, "state": "reversed" }),
            document::DISPUTE_RESOLVED => json!({ "disputed_transactions": [{ "seller_transaction_id": sale }] }),
            _ => document.json(&self.origin),
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
            // The time is set when the message is sent.
            transmission_time: String::new(),
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
        BASE64_URL_SAFE_NO_PAD.encode(self.secret.hash("payment sandbox message", &event.to_string()))
    }
}

fn id_of(token: &str) -> String {
    format!("I-{}", token.trim_start_matches("BA-"))
}
