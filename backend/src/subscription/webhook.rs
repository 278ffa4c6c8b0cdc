//! Messages of the payment provider, and what is looked at without one.

use super::{store, sync};
use crate::{
    Backend, Error, Result,
    providers::payment::{Message, WebhookHeaders, sandbox::Sandbox},
};
use chrono::TimeDelta;
use domain::{Refusal, SubscriptionId};

/// Subscriptions that one look takes on.
const MOST: i64 = 20;
/// The provider repeats a message for three days.
const REMEMBERED: TimeDelta = TimeDelta::days(30);
/// Seconds after which the provider may send a message again that found no place.
const RETRY_AFTER: u64 = 30;

/// A genuine message makes its subscription be read anew; what the message says of it is not believed, since messages come late, twice or
/// never.
pub async fn receive(backend: &Backend, headers: &WebhookHeaders, body: &[u8]) -> Result<()> {
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
        let later = backend.clone();
        backend.background.spawn(async move {
            if let Err(error) = read_due(&later).await {
                tracing::warn!(%error, "subscriptions were not read; the next look tries again");
            }
        });
    }
    Ok(())
}

/// Every few seconds: what the sandbox sends, and subscriptions whose time has come.
pub async fn look(backend: &Backend) -> Result<()> {
    if let Some(sandbox) = backend.payment.sandbox() {
        sandbox.advance().await?;
        deliver(backend, sandbox).await;
    }
    read_due(backend).await
}

/// What the sandbox sends, as if it came from outside.
async fn deliver(backend: &Backend, sandbox: &Sandbox) {
    for (headers, body) in sandbox.take_messages() {
        if let Err(error) = receive(backend, &headers, &body).await {
            tracing::warn!(%error, "a message of the sandbox was not taken; it comes again");
            sandbox.requeue((headers, body));
        }
    }
}

async fn read_due(backend: &Backend) -> Result<()> {
    for id in store::list_due(&backend.db, backend.clock.now(), MOST).await? {
        read(backend, id).await?;
    }
    Ok(())
}

async fn read(backend: &Backend, id: SubscriptionId) -> Result<()> {
    match sync::once(backend, id, sync::Goal::Check).await {
        Ok(_) | Err(sync::Stopped::Busy) => Ok(()),
        Err(sync::Stopped::Unshown) => {
            tracing::warn!(subscription = %id, "what was done at the payment provider does not show; it is looked at again");
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
    store::delete_events(&backend.db, backend.clock.now() - REMEMBERED).await.map(drop)
}
