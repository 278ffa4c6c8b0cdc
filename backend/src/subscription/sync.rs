//! Brings a subscription and the payment provider together: reads it there, does what its owner wants, and keeps what came of it.

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

/// Longer than all calls of one round together.
const LEASE: TimeDelta = TimeDelta::minutes(2);
/// How often, and with what pauses, a person's own change waits for another worker.
const WAITS: u32 = 20;
const WAIT: Duration = Duration::from_millis(100);
/// Reads of one round; each but the last may lead to a step.
const READS: usize = 4;
/// Before a reading that may show what an earlier one did not.
const STALE: Duration = Duration::from_millis(500);

/// A round that ended before it was done.
#[derive(Debug)]
pub enum Stopped {
    /// Another worker has it.
    Busy,
    Provider(Failure),
    /// What was done there does not show yet.
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
            // Nobody knows yet what comes of it.
            Stopped::Busy | Stopped::Unshown | Stopped::Provider(Failure::Uncertain) => {
                domain::Refusal::Uncertain.into()
            }
            Stopped::Provider(failure) => failure.into(),
            Stopped::Broken(error) => error,
        }
    }
}

/// What a round is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// What its owner wants by now.
    Settle,
    /// The same with nobody waiting for it: payments that went back are looked for, and failures are counted.
    Check,
    /// Its owner takes the cancellation back. Whatever stops it on the way, it stays cancelled.
    Resume,
}

/// For a change that a person waits for.
pub async fn now(backend: &Backend, id: SubscriptionId, goal: Goal) -> Result<Stored, Stopped> {
    for _ in 0..WAITS {
        match once(backend, id, goal).await {
            Err(Stopped::Busy) => tokio::time::sleep(WAIT).await,
            done => return done,
        }
    }
    Err(Stopped::Busy)
}

/// One round. What was learnt is kept also where it stops early. It goes to its end also where nobody waits for it any more: what was done
/// at the provider must be kept here.
pub async fn once(backend: &Backend, id: SubscriptionId, goal: Goal) -> Result<Stored, Stopped> {
    let backend = backend.clone();
    let done = tokio::spawn(async move { leased(&backend, id, goal).await });
    done.await.unwrap_or_else(|error| Err(Error::from(error).into()))
}

async fn leased(backend: &Backend, id: SubscriptionId, goal: Goal) -> Result<Stored, Stopped> {
    let lease = backend.clock.id();
    let now = backend.clock.now();
    let Some(before) = store::lease(&backend.db, id, lease, now, now + LEASE).await? else { return Err(Stopped::Busy) };
    let mut one = before.clone();
    let round = round(backend, &mut one, goal).await;
    let now = backend.clock.now();
    if round.is_ok() {
        one.failures = 0;
    } else {
        one.failures += i64::from(goal == Goal::Check);
        one.settle_unread(now);
        one.back_off(now);
    }
    let mut tx = backend.db.begin().await?;
    let Some(kept) = store::release(&mut tx, &one, &before, lease, now).await? else {
        // The one that has it now writes, and sends the mails.
        return round.map(|()| one);
    };
    store::update_paid_until(&mut tx, kept.user_id, now).await?;
    if before.status == SubscriptionStatus::Pending && kept.status == SubscriptionStatus::Active {
        mails::began(backend, &mut tx, &kept).await?;
    }
    if before.refunded_at.is_none() && kept.refunded_at.is_some() {
        mails::refunded(backend, &mut tx, &kept).await?;
    }
    tx.commit().await?;
    backend.mail.hurry();
    round.map(|()| kept)
}

async fn round(backend: &Backend, one: &mut Stored, goal: Goal) -> Result<(), Stopped> {
    let Some(paypal_id) = one.paypal_id.clone() else {
        // The provider never answered the order: nobody can approve it.
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
            // The plan was changed since. Nobody pays for what is not sold any more.
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
                // A step that is due, such as telling of a cancellation, does not wait for the list.
                Err(failure) => {
                    tracing::error!(subscription = %one.id, %failure, "its payments were not read; the next round tries again");
                }
            }
        }
        let may_resume = goal == Goal::Resume && one.can_reactivate(now) && found.status == ProviderStatus::Suspended;
        if is_resumed && may_resume {
            // It does not show yet.
            tokio::time::sleep(STALE).await;
            continue;
        }
        is_resumed |= may_resume;
        let wanted = if may_resume { Some(Step::Activate) } else { one.step(now) };
        let Some(step) = wanted else { return Ok(()) };
        if step == Step::Activate && !may_resume && has_another(backend, one).await? {
            // Both were approved: this one never begins, so it is never charged.
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
            // Whatever happened there, the next reading tells.
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

/// It can never begin, or has no way back. Asking again would only charge somebody later who gave up.
fn give_up(one: &mut Stored, now: DateTime<Utc>) {
    one.intent = Intent::EndNow;
    one.settle(now);
    // One that is suspended is ended there.
    one.next_check = one.step(now).map(|_| now);
}

/// Whether another one of the person runs, or will be charged again.
async fn has_another(backend: &Backend, one: &Stored) -> Result<bool> {
    let all = store::list(&backend.db, one.user_id).await?;
    Ok(all.iter().any(|other| {
        other.id != one.id && matches!(other.status, SubscriptionStatus::Active | SubscriptionStatus::Suspended)
    }))
}
