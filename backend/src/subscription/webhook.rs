//! Webhooks of the payment provider, and the regular check of subscriptions.

use super::{retained, store, sync};
use crate::{
    Backend, Error, Result, metrics,
    providers::payment::{Message, WebhookHeaders, sandbox::Sandbox},
};
use chrono::TimeDelta;
use domain::{Refusal, SubscriptionId};

/// Maximum subscriptions that one check reads.
const BATCH: i64 = 20;
/// How long events are remembered. The provider repeats a message for three days.
const REMEMBERED: TimeDelta = TimeDelta::days(30);
/// Seconds after which the provider should repeat a message that could not be verified now.
const RETRY_AFTER: u64 = 30;

/// Reads the subscription of a genuine message again. Its content is not trusted, since messages come late, twice or never.
pub async fn receive(backend: &Backend, headers: &WebhookHeaders, body: &[u8]) -> Result<()> {
    metrics::counted(&metrics::WEBHOOKS, take(backend, headers, body).await)
}

async fn take(backend: &Backend, headers: &WebhookHeaders, body: &[u8]) -> Result<()> {
    let message = Message { headers, body };
    let event = message.event(backend.clock.now()).ok_or(Refusal::WebhookForged)?;
    if store::is_known_event(&backend.db, &event.id).await? {
        return Ok(());
    }
    let Some(_place) = backend.payment.begin_verification() else {
        return Err(Error::from(domain::Error::from(Refusal::Unavailable).retry_after(RETRY_AFTER)));
    };
    if !backend.payment.verify(&message).await? {
        return Err(Refusal::WebhookForged.into());
    }
    let subscription = match (event.subscription_id(), event.sale_id()) {
        (None, Some(sale)) => backend.payment.subscription_of(sale).await?,
        (subscription, _) => subscription.map(str::to_owned),
    };
    let now = backend.clock.now();
    let is_new = store::take_event(&backend.db, &event.id, subscription.as_deref(), now).await?;
    if is_new && subscription.is_some() {
        start_reading(backend);
    }
    Ok(())
}

/// Reads what is due, without waiting.
pub(crate) fn start_reading(backend: &Backend) {
    let later = backend.clone();
    backend.background.spawn(async move {
        if let Err(error) = read_due(&later).await {
            tracing::warn!(%error, "subscriptions were not read; the next look tries again");
        }
    });
}

/// Runs every few seconds: delivers what the sandbox sends, and reads subscriptions that are due.
pub async fn look(backend: &Backend) -> Result<()> {
    if let Some(sandbox) = backend.payment.sandbox() {
        sandbox.advance().await?;
        deliver(backend, sandbox).await;
    }
    read_due(backend).await
}

/// Delivers the messages of the sandbox as if they came from outside.
async fn deliver(backend: &Backend, sandbox: &Sandbox) {
    for (headers, body) in sandbox.take_messages() {
        if let Err(error) = receive(backend, &headers, &body).await {
            tracing::warn!(%error, "a message of the sandbox was not taken; it comes again");
            sandbox.requeue((headers, body));
        }
    }
}

async fn read_due(backend: &Backend) -> Result<()> {
    for id in store::list_due(&backend.db, backend.clock.now(), BATCH).await? {
        read(backend, id).await?;
    }
    retained::look(backend).await
}

async fn read(backend: &Backend, id: SubscriptionId) -> Result<()> {
    match sync::run(backend, id, sync::Goal::Check).await {
        Ok(_) | Err(sync::Stopped::Busy) => Ok(()),
        Err(sync::Stopped::Unshown) => {
            tracing::warn!(subscription = %id, "a step does not show at the payment provider yet; the next check reads it again");
            Ok(())
        }
        Err(sync::Stopped::Provider(failure)) => {
            tracing::warn!(subscription = %id, %failure, "a subscription was not read; it is tried again");
            Ok(())
        }
        Err(sync::Stopped::Broken(error)) => {
            tracing::error!(subscription = %id, %error, "a subscription was not read");
            Ok(())
        }
    }
}

pub async fn sweep(backend: &Backend) -> Result<()> {
    if let Some(sandbox) = backend.payment.sandbox() {
        sandbox.sweep().await?;
    }
    retained::sweep(&backend.db, backend.clock.now()).await?;
    store::delete_events(&backend.db, backend.clock.now() - REMEMBERED).await.map(drop)
}
