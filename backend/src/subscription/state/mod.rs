//! The state of a subscription after it was read at the payment provider, and what is to be done there. Pure rules (product 21).

use crate::providers::payment::{ProviderStatus, ProviderSubscription, Returned, Transaction};
use chrono::{DateTime, Months, TimeDelta, Utc};
use domain::{Subscription, SubscriptionId, SubscriptionStatus, UserId};
use uuid::Uuid;

/// How long an active subscription keeps its features after the paid term: payments take time, and the provider may be away.
pub const GRACE: TimeDelta = TimeDelta::days(3);
/// An order that nobody approved is forgotten.
const FORGOTTEN: TimeDelta = TimeDelta::days(3);
/// A subscription that cannot be read, or is suspended, is no longer read after this time. A message or its owner starts that again.
const QUIET: TimeDelta = TimeDelta::days(60);
/// The pause after the first failure. It doubles with each further one.
const FIRST_PAUSE: TimeDelta = TimeDelta::minutes(5);
const LONGEST_PAUSE: TimeDelta = TimeDelta::days(1);
/// The longest pause while the provider may still collect what its owner cancelled.
const LONGEST_PAUSE_OF_CANCELLING: TimeDelta = TimeDelta::hours(1);
/// The time back from now in which payments are checked for refunds.
const PAYMENTS: TimeDelta = TimeDelta::days(62);

/// The owner's wish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intent {
    Run,
    /// It ends with the paid term.
    End,
    /// No more payments, and no way back.
    EndNow,
}

impl Intent {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Run => "run",
            Self::End => "end",
            Self::EndNow => "end_now",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        [Self::Run, Self::End, Self::EndNow].into_iter().find(|intent| intent.as_str() == text)
    }
}

/// The stored part of a subscription.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    pub id: SubscriptionId,
    pub user_id: UserId,
    pub status: SubscriptionStatus,
    pub intent: Intent,
    pub created_at: DateTime<Utc>,
    pub request_id: String,
    pub end_date: Option<DateTime<Utc>>,
    pub period_end: Option<DateTime<Utc>>,
    pub starts_at: Option<DateTime<Utc>>,
    pub paypal_id: Option<String>,
    pub provider_status: Option<ProviderStatus>,
    pub approval_url: Option<String>,
    /// The time at which it was last read at the provider.
    pub synced_at: Option<DateTime<Utc>>,
    pub next_check: Option<DateTime<Utc>>,
    /// Attempts to read it since the last one that succeeded.
    pub failures: i64,
    /// The time at which the running term's payment was found to be refunded.
    pub refunded_at: Option<DateTime<Utc>>,
}

/// The task at the provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Activate,
    Suspend,
    Cancel,
}

impl Stored {
    pub fn new(
        id: Uuid,
        user_id: UserId,
        starts_at: Option<DateTime<Utc>>,
        now: DateTime<Utc>,
        request_id: String,
    ) -> Self {
        Self {
            id: SubscriptionId(id),
            user_id,
            status: SubscriptionStatus::Pending,
            intent: Intent::Run,
            created_at: now,
            request_id,
            end_date: None,
            period_end: None,
            starts_at,
            paypal_id: None,
            provider_status: None,
            approval_url: None,
            synced_at: None,
            next_check: Some(now + TimeDelta::minutes(15)),
            failures: 0,
            refunded_at: None,
        }
    }

    /// Whether it ever ran at the provider.
    pub fn has_begun(&self) -> bool {
        use ProviderStatus::{ApprovalPending, Approved};
        !matches!(self.provider_status, None | Some(ApprovalPending | Approved))
    }

    /// The subscription as its owner sees it.
    pub fn shown(&self) -> Subscription {
        Subscription {
            id: self.id,
            status: self.status,
            created_at: self.created_at,
            end_date: self.end_date,
            paypal_subscription_id: self.paypal_id.clone(),
        }
    }

    /// Applies the provider's data.
    pub fn apply(&mut self, found: &ProviderSubscription, now: DateTime<Utc>) {
        self.provider_status = Some(found.status);
        self.synced_at = Some(now);
        self.period_end = self.period_end.max(found.paid_until());
        self.settle(now);
        self.next_check = self.next_check(now);
    }

    /// The status and the end that follow from the provider's status, what was paid, and what the owner wants.
    pub fn settle(&mut self, now: DateTime<Utc>) {
        use ProviderStatus::{Active, ApprovalPending, Approved, Cancelled, Expired, Suspended};
        if let Some(refunded) = self.refunded_at {
            (self.status, self.end_date) = (SubscriptionStatus::Expired, Some(refunded));
            return;
        }
        if self.intent != Intent::Run {
            return self.end(now);
        }
        self.status = match self.provider_status {
            None | Some(ApprovalPending | Approved) if now - self.created_at >= FORGOTTEN => {
                SubscriptionStatus::Expired
            }
            None | Some(ApprovalPending | Approved) => SubscriptionStatus::Pending,
            Some(Active) => SubscriptionStatus::Active,
            Some(Suspended) => SubscriptionStatus::Suspended,
            Some(Cancelled | Expired) => return self.end(now),
        };
        self.end_date = None;
    }

    /// Cancelled until the end of the paid term. The last payment may still be unknown while the provider collects, and in the
    /// first days.
    fn end(&mut self, now: DateTime<Utc>) {
        if !self.has_begun() {
            // Nothing was ever collected for it.
            (self.status, self.end_date) = (SubscriptionStatus::Expired, Some(now));
            return;
        }
        let paid = self.period_end.or(self.starts_at).unwrap_or(self.created_at);
        let is_unseen = self.intent == Intent::End && self.period_end.is_none() && self.starts_at.is_none();
        let may_be_paid = paid <= now && (self.provider_status == Some(ProviderStatus::Active) || is_unseen);
        let end = if may_be_paid { paid + GRACE } else { paid };
        self.end_date = Some(end);
        self.status = if end > now { SubscriptionStatus::Cancelled } else { SubscriptionStatus::Expired };
    }

    /// The span of payments to check for refunds; None: it gives nothing that could be taken away.
    pub fn payments_to_check(&self, now: DateTime<Utc>) -> Option<(DateTime<Utc>, DateTime<Utc>)> {
        let gives = self.paid_until().is_some_and(|until| until > now);
        let is_paid = self.period_end.is_some();
        (is_paid && (gives || self.refunded_at.is_some())).then(|| (self.created_at.max(now - PAYMENTS), now))
    }

    /// Applies the payments. It ends if the newest one was refunded and no other covers today. If it was cancelled at the provider, a partial
    /// refund ends it as well: that is how a person who withdraws within a term gets money back (§ 357a BGB).
    pub fn apply_payments(&mut self, listed: &[Transaction], now: DateTime<Utc>) {
        let is_over = self.provider_status.is_some_and(ProviderStatus::is_final);
        let went_back = |payment: &Transaction| match payment.returned() {
            Returned::Whole => true,
            Returned::Part => is_over,
            Returned::Nothing => false,
        };
        let payments = || listed.iter().filter(|one| one.is_payment());
        let Some(newest) = payments().max_by_key(|payment| payment.time) else { return };
        let covers = |payment: &Transaction| {
            !went_back(payment) && payment.time.checked_add_months(Months::new(1)).is_none_or(|end| end > now)
        };
        if went_back(newest) && !payments().any(covers) {
            self.refunded_at = self.refunded_at.or(Some(now));
            // The provider would collect again otherwise.
            self.intent = Intent::EndNow;
        } else {
            self.refunded_at = None;
        }
        self.settle(now);
        self.next_check = self.next_check(now);
    }

    fn read_at(&self) -> DateTime<Utc> {
        self.synced_at.unwrap_or(self.created_at)
    }

    /// Whether a missing subscription counts as ended. It may be a mistake at first, such as the credentials of another account.
    pub fn may_be_lost(&self, now: DateTime<Utc>) -> bool {
        self.has_begun() && now - self.read_at() >= GRACE
    }

    /// The provider does not know it any more. The paid time stays. It is read for a while longer, and continues if it is found.
    pub fn lose(&mut self, now: DateTime<Utc>) {
        self.provider_status = Some(ProviderStatus::Expired);
        self.settle(now);
        let tomorrow = now + LONGEST_PAUSE;
        let end = self.end_date.filter(|end| *end > now).map(|end| end.min(tomorrow));
        self.next_check = end.or_else(|| (now - self.read_at() < QUIET).then_some(tomorrow));
    }

    /// The time of the next read after a failure. Reading is never given up while the provider may collect money for it.
    pub fn back_off(&mut self, now: DateTime<Utc>) {
        let may_collect = self.provider_status == Some(ProviderStatus::Active);
        let is_unwanted = may_collect && self.intent != Intent::Run;
        let longest = if is_unwanted { LONGEST_PAUSE_OF_CANCELLING } else { LONGEST_PAUSE };
        // More doublings than these are longer than any pause.
        let doublings = u32::try_from(self.failures - 1).unwrap_or_default().min(10);
        let pause = (FIRST_PAUSE * 2_i32.pow(doublings)).min(longest);
        let is_dropped = self.status == SubscriptionStatus::Expired && !self.has_begun();
        let is_quiet = is_dropped || now - self.read_at() >= QUIET;
        self.next_check = (may_collect || !is_quiet).then(|| now + pause);
    }

    /// The task at the provider that fulfils the owner's wish.
    pub fn step(&self, now: DateTime<Utc>) -> Option<Step> {
        use ProviderStatus::{Active, Approved, Suspended};
        match (self.provider_status?, self.intent) {
            (Approved, Intent::Run) if self.status == SubscriptionStatus::Pending => Some(Step::Activate),
            (Active, Intent::End) => Some(Step::Suspend),
            (Suspended, Intent::End) if self.end_date.is_none_or(|end| end <= now) => Some(Step::Cancel),
            (Active | Suspended, Intent::EndNow) => Some(Step::Cancel),
            _ => None,
        }
    }

    /// Changes the status while the provider cannot be read: no subscription stays active without an end.
    pub fn settle_unread(&mut self, now: DateTime<Utc>) {
        if self.intent != Intent::Run || self.status == SubscriptionStatus::Pending {
            self.settle(now);
        } else if self.status == SubscriptionStatus::Active && self.paid_until().is_some_and(|until| until <= now) {
            self.status = SubscriptionStatus::Suspended;
        }
    }

    /// The first moment without its features; None: it gives none.
    pub fn paid_until(&self) -> Option<DateTime<Utc>> {
        match self.status {
            SubscriptionStatus::Active => Some(self.period_end.or(self.starts_at).unwrap_or(self.created_at) + GRACE),
            SubscriptionStatus::Cancelled => self.end_date,
            // The provider stopped it inside a term that was paid for.
            SubscriptionStatus::Suspended => self.period_end,
            SubscriptionStatus::Pending | SubscriptionStatus::Expired => None,
        }
    }

    /// Begins later and is not paid yet. Until then its owner has what an older one gives.
    pub fn waits_for_start(&self, now: DateTime<Utc>) -> bool {
        self.period_end.is_none() && self.starts_at.is_some_and(|start| start > now)
    }

    /// Whether its owner can take the cancellation back.
    pub fn can_reactivate(&self, now: DateTime<Utc>) -> bool {
        let is_over = self.provider_status.is_some_and(ProviderStatus::is_final);
        self.status == SubscriptionStatus::Cancelled
            && self.intent == Intent::End
            && !is_over
            && self.end_date.is_some_and(|end| end > now)
    }

    fn next_check(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let tomorrow = now + TimeDelta::days(1);
        match self.status {
            SubscriptionStatus::Pending => Some(now + TimeDelta::minutes(15)),
            // The provider's answer in the first minutes is not right yet.
            SubscriptionStatus::Active if now - self.created_at < TimeDelta::hours(1) => {
                Some(now + TimeDelta::minutes(10))
            }
            SubscriptionStatus::Active => {
                let renewed = self.period_end.map(|end| end + TimeDelta::hours(1)).filter(|at| *at > now);
                Some(renewed.map_or(now + TimeDelta::hours(6), |at| at.min(tomorrow)))
            }
            SubscriptionStatus::Cancelled => {
                Some(self.end_date.filter(|end| *end > now).map_or(tomorrow, |end| end.min(tomorrow)))
            }
            SubscriptionStatus::Suspended => {
                (now - self.period_end.unwrap_or(self.created_at) < QUIET).then_some(tomorrow)
            }
            // A payment may show late.
            SubscriptionStatus::Expired => {
                let is_fresh = self.has_begun() && self.end_date.is_some_and(|end| now < end + GRACE);
                is_fresh.then(|| now + TimeDelta::hours(6))
            }
        }
    }
}

#[cfg(test)]
mod tests;
