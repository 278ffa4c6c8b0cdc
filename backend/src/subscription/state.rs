//! What a subscription becomes when it is read at the payment provider, and what is to be done there. Pure rules (product 21).

use crate::providers::payment::{ProviderStatus, ProviderSubscription};
use chrono::{DateTime, TimeDelta, Utc};
use domain::{Subscription, SubscriptionId, SubscriptionStatus, UserId};
use uuid::Uuid;

/// So long an active subscription keeps its features behind what is known to be paid: payments take time, and the provider may be away.
pub const GRACE: TimeDelta = TimeDelta::days(3);
/// An order that nobody approved is forgotten.
const FORGOTTEN: TimeDelta = TimeDelta::days(3);

/// What its owner wants of it.
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

/// What is stored of a subscription.
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
    /// When it was last read at the provider.
    pub synced_at: Option<DateTime<Utc>>,
    pub next_check: Option<DateTime<Utc>>,
}

/// What is to be done at the provider.
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
        }
    }

    /// Whether it ever ran at the provider.
    pub fn has_begun(&self) -> bool {
        use ProviderStatus::{ApprovalPending, Approved};
        !matches!(self.provider_status, None | Some(ApprovalPending | Approved))
    }

    /// As its owner sees it.
    pub fn shown(&self) -> Subscription {
        Subscription {
            id: self.id,
            status: self.status,
            created_at: self.created_at,
            end_date: self.end_date,
            paypal_subscription_id: self.paypal_id.clone(),
        }
    }

    /// Takes over what the provider says.
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

    /// Cancelled until what was paid for is over. While the provider still collects, and in the first days, the last payment may not be
    /// known yet.
    fn end(&mut self, now: DateTime<Utc>) {
        let paid = self.period_end.or(self.starts_at).unwrap_or(self.created_at);
        let is_unseen = self.intent == Intent::End && self.period_end.is_none() && self.starts_at.is_none();
        let may_be_paid = paid <= now && (self.provider_status == Some(ProviderStatus::Active) || is_unseen);
        let end = if may_be_paid { paid + GRACE } else { paid };
        self.end_date = Some(end);
        self.status = if end > now { SubscriptionStatus::Cancelled } else { SubscriptionStatus::Expired };
    }

    /// What is to be done at the provider, so that it does what the owner wants.
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

    /// What may be said of it while the provider cannot be read: nothing is active without an end.
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
            // What the provider says in the first minutes is not right yet.
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
            SubscriptionStatus::Suspended => Some(tomorrow),
            // It may still have to be ended there, or a payment may show late.
            SubscriptionStatus::Expired => {
                let is_fresh = self.has_begun() && self.end_date.is_some_and(|end| now < end + GRACE);
                let ending = self.step(now).map(|_| now + TimeDelta::minutes(5));
                ending.or_else(|| is_fresh.then(|| now + TimeDelta::hours(6)))
            }
        }
    }
}
