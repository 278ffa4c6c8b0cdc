//! A person's subscriptions and the Pro features that follow from them (spec 3, 4).

use crate::SubscriptionId;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// The price of Pro per month, in cents of a euro (spec 9).
pub const PRICE_CENTS: u32 = 399;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum SubscriptionStatus {
    /// Ordered here, but not approved at the payment provider yet.
    Pending,
    Active,
    /// The subscription is not renewed. Its features last until the end date.
    Cancelled,
    /// The payment provider collects no money for it. The reason is not a cancellation here.
    Suspended,
    Expired,
}

impl SubscriptionStatus {
    pub const ALL: [Self; 5] = [Self::Pending, Self::Active, Self::Cancelled, Self::Suspended, Self::Expired];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Active => "active",
            Self::Cancelled => "cancelled",
            Self::Suspended => "suspended",
            Self::Expired => "expired",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == text)
    }
}

/// A subscription, for its owner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Subscription {
    pub id: SubscriptionId,
    pub status: SubscriptionStatus,
    pub created_at: DateTime<Utc>,
    /// The first moment without the subscription. None, or the epoch: it renews itself.
    pub end_date: Option<DateTime<Utc>>,
    /// None: the payment provider has not answered yet.
    pub paypal_subscription_id: Option<String>,
}

impl Subscription {
    /// The end date, if there is one. 1970-01-01 means none (spec 4).
    pub fn ends_at(&self) -> Option<DateTime<Utc>> {
        self.end_date.filter(|end| *end != DateTime::UNIX_EPOCH)
    }

    fn has_not_ended(&self, now: DateTime<Utc>) -> bool {
        self.ends_at().is_none_or(|end| end > now)
    }
}

/// The subscriptions that count for a person at a moment, in the two readings of spec 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProStatus<'a> {
    /// Reading (a): the newest active one that has not ended.
    pub active: Option<&'a Subscription>,
    /// The newest that is active or cancelled and has not ended. Its features last.
    pub current: Option<&'a Subscription>,
}

impl<'a> ProStatus<'a> {
    pub fn of(subscriptions: &'a [Subscription], now: DateTime<Utc>) -> Self {
        let newest = |allowed: &[SubscriptionStatus]| {
            let running = subscriptions.iter().filter(|one| allowed.contains(&one.status) && one.has_not_ended(now));
            running.max_by_key(|one| (one.created_at, one.id))
        };
        Self {
            active: newest(&[SubscriptionStatus::Active]),
            current: newest(&[SubscriptionStatus::Active, SubscriptionStatus::Cancelled]),
        }
    }

    /// Reading (b), which the badge shows: the current subscription renews itself.
    pub fn is_pro(&self) -> bool {
        self.current.is_some_and(|one| one.status == SubscriptionStatus::Active)
    }
}

#[cfg(test)]
mod tests {
    use super::{ProStatus, Subscription, SubscriptionStatus};
    use crate::SubscriptionId;
    use SubscriptionStatus::{Active, Cancelled, Expired, Pending, Suspended};
    use chrono::{DateTime, Utc};
    use uuid::Uuid;

    fn day(day: u32) -> DateTime<Utc> {
        format!("2026-11-{day:02}T12:00:00Z").parse().unwrap()
    }

    fn one(status: SubscriptionStatus, created: u32, end_date: Option<DateTime<Utc>>) -> Subscription {
        let id = SubscriptionId(Uuid::from_u128(created.into()));
        Subscription { id, status, created_at: day(created), end_date, paypal_subscription_id: None }
    }

    #[test]
    fn an_active_one_is_pro_until_its_end_and_the_epoch_is_no_end() {
        for (end, is_pro) in
            [(None, true), (Some(DateTime::UNIX_EPOCH), true), (Some(day(11)), true), (Some(day(10)), false)]
        {
            let all = [one(Active, 1, end)];
            let status = ProStatus::of(&all, day(10));
            assert_eq!((status.active.is_some(), status.is_pro()), (is_pro, is_pro));
        }
    }

    #[test]
    fn a_cancelled_one_keeps_its_features_until_its_end_but_is_not_pro() {
        let all = [one(Cancelled, 1, Some(day(20)))];
        let status = ProStatus::of(&all, day(10));
        assert_eq!((status.active, status.is_pro(), status.current), (None, false, Some(&all[0])));
        assert_eq!(ProStatus::of(&all, day(20)).current, None);
    }

    #[test]
    fn the_newest_decides_and_the_readings_differ_where_it_is_cancelled() {
        let all = [one(Cancelled, 3, Some(day(20))), one(Active, 2, None), one(Expired, 4, None)];
        let status = ProStatus::of(&all, day(10));
        assert_eq!((status.active, status.current), (Some(&all[1]), Some(&all[0])));
        assert!(!status.is_pro());
        // After its end it no longer counts, and the older one does.
        assert!(ProStatus::of(&all, day(21)).is_pro());
    }

    #[test]
    fn an_unpaid_or_ended_subscription_gives_nothing() {
        for status in [Pending, Suspended, Expired] {
            assert_eq!(ProStatus::of(&[one(status, 1, None)], day(10)).current, None);
        }
        assert_eq!(
            SubscriptionStatus::ALL.map(|status| SubscriptionStatus::parse(status.as_str())),
            SubscriptionStatus::ALL.map(Some)
        );
    }
}
