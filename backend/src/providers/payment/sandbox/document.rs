//! A subscription in the sandbox and its changes, by PayPal's rules.

use super::super::wire::ProviderStatus;
use super::faults::Return;
use ProviderStatus::{Active, ApprovalPending, Approved, Cancelled, Suspended};
use chrono::{DateTime, Months, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The time in which an order can be approved.
const APPROVABLE: TimeDelta = TimeDelta::hours(3);

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Document {
    /// `I-…`; the approval's token has the same letters behind `BA-`.
    pub id: String,
    pub plan_id: String,
    pub custom_id: String,
    pub status: ProviderStatus,
    pub created_at: DateTime<Utc>,
    /// The time at which the first payment is due; before the activation: as ordered.
    pub start_time: Option<DateTime<Utc>>,
    pub next_billing_time: Option<DateTime<Utc>>,
    pub payments: Vec<DateTime<Utc>>,
    /// The refunded or reversed payments, by their index in `payments`.
    #[serde(default)]
    pub returned: BTreeMap<usize, Return>,
    pub failed_payments: u32,
    /// Test control: the next payments fail.
    pub fails: bool,
    pub return_url: String,
    pub cancel_url: String,
}

/// PayPal's name for the reason of a 422.
pub type Issue = &'static str;
const OTHER_STATUS: Issue = "SUBSCRIPTION_STATUS_INVALID";

/// The types of the events.
pub type Events = Vec<&'static str>;
const ACTIVATED: &str = "BILLING.SUBSCRIPTION.ACTIVATED";
const SUSPENDED: &str = "BILLING.SUBSCRIPTION.SUSPENDED";
const CANCELLED: &str = "BILLING.SUBSCRIPTION.CANCELLED";
const PAYMENT_FAILED: &str = "BILLING.SUBSCRIPTION.PAYMENT.FAILED";
pub const PAID: &str = "PAYMENT.SALE.COMPLETED";
pub const REFUNDED: &str = "PAYMENT.SALE.REFUNDED";
pub const REVERSED: &str = "PAYMENT.SALE.REVERSED";
pub const DISPUTE_RESOLVED: &str = "CUSTOMER.DISPUTE.RESOLVED";

impl Document {
    /// Applies everything that was due up to `now`.
    pub fn advance(&mut self, now: DateTime<Utc>) -> Events {
        let mut events = Vec::new();
        while self.status == Active
            && let Some(due) = self.next_billing_time.filter(|due| *due <= now)
        {
            if self.fails {
                self.failed_payments += 1;
                self.status = Suspended;
                events.extend([PAYMENT_FAILED, SUSPENDED]);
            } else {
                self.payments.push(due);
                let months = u32::try_from(self.payments.len()).unwrap_or(u32::MAX);
                let first = self.payments.first().copied().unwrap_or(due);
                self.next_billing_time = first.checked_add_months(Months::new(months));
                events.push(PAID);
            }
        }
        events
    }

    pub fn is_approvable(&self, now: DateTime<Utc>) -> bool {
        self.status == ApprovalPending && now - self.created_at < APPROVABLE
    }

    pub fn approve(&mut self, now: DateTime<Utc>) -> bool {
        let may = self.is_approvable(now);
        if may {
            self.status = Approved;
        }
        may
    }

    pub fn activate(&mut self, now: DateTime<Utc>) -> Result<Events, Issue> {
        match self.status {
            Approved if self.fails => Err("INSTRUMENT_DECLINED"),
            Approved => {
                let start = self.start_time.filter(|start| *start > now).unwrap_or(now);
                (self.start_time, self.next_billing_time) = (Some(start), Some(start));
                Ok(self.go_on(now))
            }
            Suspended if self.failed_payments > 0 => Err("SUBSCRIPTION_CANNOT_BE_ACTIVATED"),
            Suspended => Ok(self.go_on(now)),
            _ => Err(OTHER_STATUS),
        }
    }

    fn go_on(&mut self, now: DateTime<Utc>) -> Events {
        self.status = Active;
        let mut events = vec![ACTIVATED];
        events.extend(self.advance(now));
        events
    }

    pub fn suspend(&mut self) -> Result<Events, Issue> {
        if self.status != Active {
            return Err(OTHER_STATUS);
        }
        self.status = Suspended;
        Ok(vec![SUSPENDED])
    }

    pub fn cancel(&mut self) -> Result<Events, Issue> {
        if !matches!(self.status, Active | Suspended) {
            return Err(OTHER_STATUS);
        }
        self.status = Cancelled;
        Ok(vec![CANCELLED])
    }

    /// Takes the last payment back. None: a complaint about it was not granted.
    pub fn give_back(&mut self, how: Option<Return>) -> Events {
        let Some(last) = self.payments.len().checked_sub(1) else { return vec![] };
        match how {
            Some(how) => self.returned.insert(last, how),
            None => self.returned.remove(&last),
        };
        match how {
            Some(Return::Refunded | Return::PartiallyRefunded) => vec![REFUNDED],
            Some(Return::Reversed) => vec![REVERSED],
            None => vec![DISPUTE_RESOLVED],
        }
    }

    /// The id of the payment with this index.
    pub fn sale_id(&self, place: usize) -> String {
        format!("SALE-{place}-{}", self.id.trim_start_matches("I-"))
    }

    pub fn last_sale_id(&self) -> String {
        self.sale_id(self.payments.len().saturating_sub(1))
    }

    /// The time of the next payment.
    pub fn due(&self) -> Option<DateTime<Utc>> {
        self.next_billing_time.filter(|_| self.status == Active)
    }

    /// The payments, as the call lists them.
    pub fn transactions(&self) -> impl Iterator<Item = (DateTime<Utc>, Value)> {
        self.payments.iter().enumerate().map(|(place, time)| {
            let (status, reason) = match self.returned.get(&place) {
                None => ("COMPLETED", ""),
                Some(Return::Refunded) => ("REFUNDED", ""),
                Some(Return::PartiallyRefunded) => ("PARTIALLY_REFUNDED", ""),
                Some(Return::Reversed) => ("PENDING", "CHARGEBACK"),
            };
            let listed = json!({
                "id": self.sale_id(place),
                "status": status,
                "status_details": { "reason": reason },
                "time": time,
                "amount_with_breakdown": { "gross_amount": amount() },
            });
            (*time, listed)
        })
    }

    /// The subscription as the calls answer it. A suspended one has no next payment. A last payment stays even after it was refunded.
    pub fn json(&self, origin: &str) -> Value {
        let token = self.token();
        let next = self.due();
        let paid = self.payments.last().map(|time| json!({ "amount": amount(), "time": time }));
        json!({
            "id": self.id,
            "plan_id": self.plan_id,
            "custom_id": self.custom_id,
            "status": self.status,
            "create_time": self.created_at,
            "start_time": self.start_time,
            "billing_info": {
                "outstanding_balance": { "currency_code": "EUR", "value": "0.00" },
                "failed_payments_count": self.failed_payments,
                "next_billing_time": next,
                "last_payment": paid,
            },
            "links": [{ "rel": "approve", "href": format!("{origin}/sandbox/paypal/approve?ba_token={token}") }],
        })
    }

    pub fn token(&self) -> String {
        format!("BA-{}", self.id.trim_start_matches("I-"))
    }
}

pub fn amount() -> Value {
    json!({ "currency_code": "EUR", "value": super::super::price() })
}
