//! Synchronises a subscription with the payment provider: reads it there, does what its owner wants, and stores the result.

use super::{
    mails,
    state::{Intent, Step, Stored},
    store,
};
use crate::{
    Backend, Error, Result,
    providers::payment::{Failure, ProviderStatus},
};
use chrono::{DateTime, TimeDelta, Utc};
use domain::{SubscriptionId, SubscriptionStatus};
use std::time::Duration;

/// How long one worker has a subscription to itself: longer than all calls of a round together.
const LEASE: TimeDelta = TimeDelta::minutes(2);
/// The attempts of a person's own change while another worker has the subscription, and the pause between them.
const TRIES: u32 = 20;
const PAUSE: Duration = Duration::from_millis(100);
/// Maximum reads of one round. Each but the last may lead to a step.
const READS: usize = 4;
/// The pause before the next read if a step may not show yet.
const STALE: Duration = Duration::from_millis(500);

/// The reason why a round ended early.
#[derive(Debug)]
pub enum Stopped {
    /// Another worker has the subscription.
    Busy,
    Provider(Failure),
    /// The provider does not show the last step yet.
    Unshown,
    Broken(Error),
}

impl From<Error> for Stopped {
    fn from(error: Error) -> Self {
        Self::Broken(error)
    }
}

impl From<Stopped> for Error {
    fn from(stopped: Stopped) -> Self {
        match stopped {
            // The result is not known yet.
            Stopped::Busy | Stopped::Unshown | Stopped::Provider(Failure::Uncertain) => {
                domain::Refusal::Uncertain.into()
            }
            Stopped::Provider(failure) => failure.into(),
            Stopped::Broken(error) => error,
        }
    }
}

/// The purpose of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Does what the owner wants.
    Settle,
    /// The same in the background: it also checks payments for refunds, and counts failures.
    Check,
    /// Takes the cancellation back. If it stops early, the subscription stays cancelled.
    Resume,
}

/// A round that a person waits for. It waits for another worker to finish.
pub async fn run_or_wait(backend: &Backend, id: SubscriptionId, goal: Goal) -> Result<Stored, Stopped> {
    for _ in 0..TRIES {
        match run(backend, id, goal).await {
            Err(Stopped::Busy) => tokio::time::sleep(PAUSE).await,
            done => return done,
        }
    }
    Err(Stopped::Busy)
}

/// Runs one round. It stores what it has read even if it stops early, and runs to its end even if the caller is gone: every step at the
/// provider must be stored here.
pub async fn run(backend: &Backend, id: SubscriptionId, goal: Goal) -> Result<Stored, Stopped> {
    let backend = backend.clone();
    let done = tokio::spawn(async move { with_lease(&backend, id, goal).await });
    done.await.unwrap_or_else(|error| Err(Error::from(error).into()))
}

async fn with_lease(backend: &Backend, id: SubscriptionId, goal: Goal) -> Result<Stored, Stopped> {
    let lease = backend.clock.id();
    let now = backend.clock.now();
    let Some(before) = store::lease(&backend.db, id, lease, now, now + LEASE).await? else { return Err(Stopped::Busy) };
    let mut one = before.clone();
    let done = read_and_act(backend, &mut one, goal).await;
    let now = backend.clock.now();
    if done.is_ok() {
        one.failures = 0;
    } else {
        one.failures += i64::from(goal == Goal::Check);
        one.settle_unread(now);
        one.back_off(now);
    }
    let mut tx = backend.db.begin().await?;
    let Some(stored) = store::release(&mut tx, &one, &before, lease, now).await? else {
        // Another worker has the lease by now. It stores its own result and sends the mails.
        return done.map(|()| one);
    };
    store::update_paid_until(&mut tx, stored.user_id, now).await?;
    if before.status == SubscriptionStatus::Pending && stored.status == SubscriptionStatus::Active {
        mails::began(backend, &mut tx, &stored).await?;
    }
    if before.refunded_at.is_none() && stored.refunded_at.is_some() {
        mails::refunded(backend, &mut tx, &stored).await?;
    }
    tx.commit().await?;
    backend.mail.start_sending();
    done.map(|()| stored)
}

/// Reads the subscription and takes the steps that are due, until none is.
async fn read_and_act(backend: &Backend, one: &mut Stored, goal: Goal) -> Result<(), Stopped> {
    let Some(paypal_id) = one.paypal_id.clone() else {
        // The provider has not answered the order, so nobody can approve it.
        let now = backend.clock.now();
        one.settle(now);
        one.next_check = (one.status == SubscriptionStatus::Pending).then(|| now + TimeDelta::days(1));
        return Ok(());
    };
    let payment = &backend.payment;
    let mut is_resumed = false;
    let mut are_payments_due = goal == Goal::Check;
    for _ in 0..READS {
        let found = payment.get(&paypal_id).await;
        let now = backend.clock.now();
        let found = match found {
            Err(Failure::NotFound) if one.may_be_lost(now) => {
                tracing::error!(subscription = %one.id, "PayPal does not know this subscription: was the account changed?");
                one.lose(now);
                return Ok(());
            }
            found => found.map_err(Stopped::Provider)?,
        };
        let is_ours = payment.is_ours(&found, one.id);
        let is_for_sale = is_ours && payment.is_for_sale(&found);
        if !(one.has_begun() || found.has_begun() || is_for_sale) {
            // The plan has changed since the order. Nobody pays for a product that is not sold any more.
            tracing::warn!(subscription = %one.id, "an order for something else is dropped");
            give_up(one, now);
            return Ok(());
        }
        if !is_ours {
            let what = format!("{paypal_id} is not what {} ordered", one.id);
            return Err(Error::broken("payment provider", what).into());
        }
        if is_resumed && found.status == ProviderStatus::Active {
            one.intent = Intent::Run;
        }
        one.apply(&found, now);
        if let Some((from, to)) = one.payments_to_check(now).filter(|_| are_payments_due) {
            are_payments_due = false;
            match payment.payments(&paypal_id, from, to).await {
                Ok(payments) => one.apply_payments(&payments, now),
                // A step that is due, such as a cancellation, does not wait for the list.
                Err(failure) => {
                    tracing::error!(subscription = %one.id, %failure, "its payments were not read; the next round tries again");
                }
            }
        }
        let may_resume = goal == Goal::Resume && one.can_reactivate(now) && found.status == ProviderStatus::Suspended;
        if is_resumed && may_resume {
            // The provider does not show it yet.
            tokio::time::sleep(STALE).await;
            continue;
        }
        is_resumed |= may_resume;
        let wanted = if may_resume { Some(Step::Activate) } else { one.step(now) };
        let Some(step) = wanted else { return Ok(()) };
        if step == Step::Activate && !may_resume && has_another(backend, one).await? {
            // Both orders were approved. This one never begins, so it is never charged.
            tracing::warn!(subscription = %one.id, "a second approved order of one person is left alone");
            give_up(one, now);
            return Ok(());
        }
        let done = match step {
            Step::Activate => payment.activate(&paypal_id).await,
            Step::Suspend => payment.suspend(&paypal_id).await,
            Step::Cancel => payment.cancel(&paypal_id).await,
        };
        match done {
            // The next read shows what happened there.
            Ok(()) | Err(Failure::Uncertain) => {}
            Err(failure) if failure.is_other_status() => {}
            Err(Failure::Refused(_)) if step == Step::Activate => {
                give_up(one, now);
                return Ok(());
            }
            Err(failure) => return Err(Stopped::Provider(failure)),
        }
    }
    Err(Stopped::Unshown)
}

/// Ends an order that can never begin, or a subscription that cannot be resumed. A later attempt could charge a person who gave up.
fn give_up(one: &mut Stored, now: DateTime<Utc>) {
    one.intent = Intent::EndNow;
    one.settle(now);
    // A suspended one is ended at the provider.
    one.next_check = one.step(now).map(|_| now);
}

/// Whether another subscription of the person runs or is suspended, and so can be charged.
async fn has_another(backend: &Backend, one: &Stored) -> Result<bool> {
    let all = store::list(&backend.db, one.user_id).await?;
    Ok(all.iter().any(|other| {
        other.id != one.id && matches!(other.status, SubscriptionStatus::Active | SubscriptionStatus::Suspended)
    }))
}
