//! Pro: ordering, paying, cancelling, reactivating. The payment provider decides what is paid; it is read there, never assumed.

mod gift;
mod mails;
mod payments;
mod retained;
mod state;
mod store;
mod sync;
mod webhook;

pub use gift::{Granted, grant};
pub use payments::payments;
pub(crate) use retained::{keep_records, kept_until};
pub(crate) use webhook::start_reading;
pub use webhook::{look, receive, sweep};

use crate::{
    Backend, Result, Viewer,
    db::Tx,
    providers::payment::{Failure, Order},
};
use chrono::{DateTime, TimeDelta, Utc};
use domain::{ProStatus, Refusal, Subscription, SubscriptionStatus, UserId};
use state::{Intent, Stored};
use sync::{Goal, Stopped};

/// How long an order can be approved. The provider's page allows three hours.
const APPROVABLE: TimeDelta = TimeDelta::hours(2);

/// Pro is offered to somebody with a gift only this long before the gift ends.
const OFFERED: TimeDelta = TimeDelta::days(30);

/// A person's subscriptions, and what they can do with them.
#[derive(Clone, Debug, Default)]
pub struct Overview {
    /// Newest first, without orders that never began.
    pub subscriptions: Vec<Subscription>,
    pub current: Option<Current>,
    /// The last payment of the newest one went back, and Pro ended with it.
    pub refunded_at: Option<DateTime<Utc>>,
    /// The end of Pro as a gift.
    pub gift_until: Option<DateTime<Utc>>,
    /// Whether the page offers an order. An order is possible without the offer, too.
    pub is_offered: bool,
    /// No real money is charged.
    pub is_sandbox: bool,
}

#[derive(Clone, Debug)]
pub struct Current {
    pub subscription: Subscription,
    /// Whether the cancellation can be taken back.
    pub can_reactivate: bool,
    /// Whether a new one can be ordered, which begins when this one ends.
    pub can_renew: bool,
    /// The time until which it is paid.
    pub paid_until: Option<DateTime<Utc>>,
}

impl Overview {
    pub fn is_active(&self) -> bool {
        self.current.as_ref().is_some_and(|current| current.subscription.status == SubscriptionStatus::Active)
    }
}

/// The viewer's subscriptions, the newest first (spec 7).
pub async fn list(backend: &Backend, viewer: &Viewer) -> Result<Vec<Subscription>> {
    Ok(overview(backend, viewer).await?.subscriptions)
}

pub async fn overview(backend: &Backend, viewer: &Viewer) -> Result<Overview> {
    let user = viewer.account()?.user.id;
    let now = backend.clock.now();
    let all = store::list(&backend.db, user).await?;
    let gift_until = store::gift_until(&backend.db, user).await?.filter(|until| *until > now);
    let current = current(&all, now).map(|one| Current {
        subscription: one.shown(),
        can_reactivate: one.can_reactivate(now),
        can_renew: one.status != SubscriptionStatus::Active && !one.can_reactivate(now),
        paid_until: one.period_end,
    });
    let is_offered = gift_until.is_none_or(|until| until - now <= OFFERED);
    let is_sandbox = backend.payment.sandbox().is_some();
    let begun: Vec<_> = all.iter().filter(|one| one.has_begun()).collect();
    let refunded_at = begun.first().and_then(|one| one.refunded_at);
    let subscriptions = begun.into_iter().map(Stored::shown).collect();
    Ok(Overview { subscriptions, current, refunded_at, gift_until, is_offered, is_sandbox })
}

/// The subscription that the page shows: the running one (spec 4), else one that the provider suspended.
fn current(all: &[Stored], now: DateTime<Utc>) -> Option<&Stored> {
    let shown: Vec<_> = all.iter().map(Stored::shown).collect();
    let running = ProStatus::of(&shown, now).current.map(|one| one.id);
    let suspended = || all.iter().find(|one| one.status == SubscriptionStatus::Suspended).map(|one| one.id);
    let id = running.or_else(suspended)?;
    all.iter().find(|one| one.id == id)
}

/// Orders Pro; answers the address where the person approves it. An order that waits for approval is not made twice. `is_confirmed`: the
/// person asked us to begin before the fourteen days are over, which is kept.
pub async fn order(backend: &Backend, viewer: &Viewer, is_confirmed: bool) -> Result<String> {
    let account = viewer.account()?;
    let user = account.user.id;
    let now = backend.clock.now();
    let mut all = store::list(&backend.db, user).await?;
    if let Some(waiting) = all.iter_mut().find(|one| one.status == SubscriptionStatus::Pending) {
        *waiting = settle_pending(backend, waiting).await?;
        if waiting.status == SubscriptionStatus::Pending {
            if is_confirmed {
                store::set_start_confirmed(&backend.db, waiting.id, now).await?;
            }
            return match waiting.approval_url.clone() {
                Some(url) => Ok(url),
                None => create_order(backend, waiting, account.language).await,
            };
        }
    }
    if let Some(one) = current(&all, now) {
        // The state at the provider decides whether there can be another one.
        sync::run_or_wait(backend, one.id, Goal::Settle).await?;
        all = store::list(&backend.db, user).await?;
    }
    let starts_at = match current(&all, now) {
        None => None,
        Some(one) if one.status == SubscriptionStatus::Active => return Err(Refusal::AlreadySubscribed.into()),
        Some(one) if one.can_reactivate(now) => return Err(Refusal::ReactivateInstead.into()),
        Some(one) if one.status == SubscriptionStatus::Suspended => {
            // It is not charged any more before the new one begins.
            want(backend, one, Intent::EndNow, false).await?;
            let ended = sync::run_or_wait(backend, one.id, Goal::Settle).await?;
            ended.end_date.filter(|end| *end > now)
        }
        Some(one) => one.end_date.filter(|end| *end > now),
    };
    let new = Stored::new(backend.clock.id(), user, starts_at, now, backend.secret.token(24)?);
    if !store::insert(&backend.db, &new).await? {
        // The same person ordered twice at once. The other order goes on.
        return Err(Refusal::PaymentUnavailable.into());
    }
    if is_confirmed {
        store::set_start_confirmed(&backend.db, new.id, now).await?;
    }
    create_order(backend, &new, account.language).await
}

/// Reads a pending order. If it cannot be approved any more, it ends.
async fn settle_pending(backend: &Backend, waiting: &Stored) -> Result<Stored> {
    let read = match sync::run_or_wait(backend, waiting.id, Goal::Settle).await {
        Err(Stopped::Provider(Failure::NotFound)) => return want(backend, waiting, Intent::EndNow, false).await,
        read => read?,
    };
    let is_too_old = backend.clock.now() - read.created_at >= APPROVABLE;
    if read.status == SubscriptionStatus::Pending && is_too_old {
        want(backend, &read, Intent::EndNow, false).await
    } else {
        Ok(read)
    }
}

async fn create_order(backend: &Backend, new: &Stored, language: domain::Language) -> Result<String> {
    let order = Order { id: new.id, request_id: &new.request_id, starts_at: new.starts_at, language };
    let made = backend.payment.create(&order).await?;
    let url = made.approval_url().ok_or(Refusal::PaymentUnavailable)?.to_owned();
    // The latest check for somebody who approves it and does not come back.
    let next_check = backend.clock.now() + TimeDelta::minutes(15);
    store::set_ordered(&backend.db, new.id, &made.id, &url, next_check).await?;
    Ok(url)
}

/// Begins an approved order when the person comes back from the provider. `paypal_id` only selects one of the viewer's own orders. None: the
/// pending one.
pub async fn activate(backend: &Backend, viewer: &Viewer, paypal_id: Option<&str>) -> Result<Subscription> {
    let user = viewer.account()?.user.id;
    let all = store::list(&backend.db, user).await?;
    let named = match paypal_id {
        Some(id) => all.iter().find(|one| one.paypal_id.as_deref() == Some(id)),
        None => all.iter().find(|one| one.status == SubscriptionStatus::Pending),
    };
    let one = named.ok_or(Refusal::SubscriptionNotFound)?;
    if one.status == SubscriptionStatus::Active {
        return Ok(one.shown());
    }
    let read = sync::run_or_wait(backend, one.id, Goal::Settle).await?;
    match read.status {
        SubscriptionStatus::Active => Ok(read.shown()),
        SubscriptionStatus::Expired if !read.has_begun() => Err(Refusal::OrderOver.into()),
        _ => Err(Refusal::NotApproved.into()),
    }
}

/// Stops further payments. Pro lasts until the end of the paid term. The cancellation counts from now on, even if the provider cannot be
/// reached at once.
pub async fn cancel(backend: &Backend, viewer: &Viewer) -> Result<Subscription> {
    let (one, read) = running(backend, viewer.account()?.user.id).await?;
    let intent = match one.status {
        SubscriptionStatus::Active => Intent::End,
        SubscriptionStatus::Suspended => Intent::EndNow,
        // Another worker has it, perhaps to reactivate it.
        _ if matches!(read, Err(Stopped::Busy)) => return Err(Refusal::Uncertain.into()),
        // Pressed twice.
        _ => return Ok(one.shown()),
    };
    let wanted = want(backend, &one, intent, true).await?;
    if matches!(read, Err(Stopped::Provider(_))) {
        // The next round cancels it at the provider.
        return Ok(wanted.shown());
    }
    let done = match sync::run_or_wait(backend, one.id, Goal::Settle).await {
        Ok(read) => read,
        Err(Stopped::Broken(error)) => return Err(error),
        Err(stopped) => {
            tracing::warn!(subscription = %one.id, ?stopped, "a cancellation reaches the payment provider later");
            wanted
        }
    };
    Ok(done.shown())
}

/// Takes a cancellation back before it takes effect. If that fails, it stays cancelled.
pub async fn reactivate(backend: &Backend, viewer: &Viewer) -> Result<Subscription> {
    let (one, _) = running(backend, viewer.account()?.user.id).await?;
    let now = backend.clock.now();
    if one.status == SubscriptionStatus::Cancelled && !one.can_reactivate(now) {
        return Err(Refusal::EndedAtProvider.into());
    }
    match one.status {
        // Pressed twice.
        SubscriptionStatus::Active => return Ok(one.shown()),
        SubscriptionStatus::Cancelled => {}
        _ => return Err(Refusal::NoSubscription.into()),
    }
    match sync::run_or_wait(backend, one.id, Goal::Resume).await {
        Ok(read) if read.status == SubscriptionStatus::Active => Ok(read.shown()),
        Ok(_) | Err(Stopped::Provider(Failure::Refused(_))) => Err(Refusal::EndedAtProvider.into()),
        Err(stopped) => Err(stopped.into()),
    }
}

/// Hides the dashboard's hint at Pro for thirty days (design 8).
pub async fn hide_hint(backend: &Backend, viewer: &Viewer) -> Result<()> {
    let after = backend.clock.now() + TimeDelta::days(30);
    store::set_hint_after(&backend.db, viewer.account()?.user.id, after).await
}

/// The viewer's current subscription after reading it at the provider, and the result of that read.
async fn running(backend: &Backend, user: UserId) -> Result<(Stored, Result<Stored, Stopped>)> {
    let all = store::list(&backend.db, user).await?;
    let known = current(&all, backend.clock.now()).ok_or(Refusal::NoSubscription)?;
    let read = match sync::run_or_wait(backend, known.id, Goal::Settle).await {
        Err(Stopped::Broken(error)) => return Err(error),
        read => read,
    };
    let all = store::list(&backend.db, user).await?;
    let one = current(&all, backend.clock.now()).cloned().ok_or(Refusal::NoSubscription)?;
    Ok((one, read))
}

/// Stores what the owner wants from now on, before the provider is asked. `is_cancelled`: the owner cancelled and gets a mail.
async fn want(backend: &Backend, one: &Stored, intent: Intent, is_cancelled: bool) -> Result<Stored> {
    let now = backend.clock.now();
    let mut tx = backend.db.begin().await?;
    // A refund may have been recorded meanwhile.
    let current = store::lock(&mut tx, one.id).await?;
    let mut wanted = Stored { intent, next_check: Some(now), failures: 0, ..current };
    wanted.settle(now);
    store::set_intent(&mut tx, &wanted).await?;
    store::update_paid_until(&mut tx, one.user_id, now).await?;
    if is_cancelled {
        mails::cancelled(backend, &mut tx, &wanted).await?;
    }
    tx.commit().await?;
    backend.mail.start_sending();
    Ok(wanted)
}

/// Ends everything at the provider for somebody who leaves, without a mail and without a way back. What is paid for stays until its end.
pub(crate) async fn end_all(backend: &Backend, tx: &mut Tx, user: UserId) -> Result<()> {
    let now = backend.clock.now();
    for one in store::lock_all(tx, user).await? {
        if one.status != SubscriptionStatus::Expired {
            let mut wanted = Stored { intent: Intent::EndNow, next_check: Some(now), failures: 0, ..one };
            wanted.settle(now);
            store::set_intent(tx, &wanted).await?;
        }
    }
    store::update_paid_until(tx, user, now).await
}
