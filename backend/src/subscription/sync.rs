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
const AFTER_FAILURE: TimeDelta = TimeDelta::minutes(5);

/// A round that ended before it was done.
#[derive(Debug)]
pub enum Stopped {
    /// Another worker has it.
    Busy,
    Provider(Failure),
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
            Stopped::Busy | Stopped::Provider(Failure::Uncertain) => domain::Refusal::Uncertain.into(),
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
    if round.is_err() {
        one.settle_unread(now);
        one.next_check = Some(now + AFTER_FAILURE);
    }
    let mut tx = backend.db.begin().await?;
    let kept = store::release(&mut tx, &one, &before, lease, now).await?;
    store::update_paid_until(&mut tx, kept.user_id, now).await?;
    if before.status == SubscriptionStatus::Pending && kept.status == SubscriptionStatus::Active {
        mails::began(backend, &mut tx, &kept).await?;
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
    for _ in 0..READS {
        let found = payment.get(&paypal_id).await.map_err(Stopped::Provider)?;
        if !payment.is_ours(&found, one.id, one.has_begun()) {
            let what = format!("{paypal_id} is not what {} ordered", one.id);
            return Err(Error::broken("payment provider", what).into());
        }
        let now = backend.clock.now();
        if is_resumed && found.status == ProviderStatus::Active {
            one.intent = Intent::Run;
        }
        one.apply(&found, now);
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
    // What was done there does not show yet.
    one.next_check = Some(backend.clock.now() + TimeDelta::minutes(1));
    Ok(())
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
