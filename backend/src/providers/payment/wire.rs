//! Requests and answers of the payment provider's calls (PayPal Subscriptions v1).

use chrono::{DateTime, Months, Utc};
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ProviderStatus {
    ApprovalPending,
    /// The person approved it; it begins when we activate it.
    Approved,
    Active,
    Suspended,
    Cancelled,
    Expired,
}

impl ProviderStatus {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ApprovalPending => "APPROVAL_PENDING",
            Self::Approved => "APPROVED",
            Self::Active => "ACTIVE",
            Self::Suspended => "SUSPENDED",
            Self::Cancelled => "CANCELLED",
            Self::Expired => "EXPIRED",
        }
    }

    /// Whether the status never changes again.
    pub fn is_final(self) -> bool {
        matches!(self, Self::Cancelled | Self::Expired)
    }
}

/// A subscription as the provider knows it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ProviderSubscription {
    pub id: String,
    pub status: ProviderStatus,
    #[serde(default)]
    pub plan_id: Option<String>,
    /// Our id of it.
    #[serde(default)]
    pub custom_id: Option<String>,
    #[serde(default)]
    pub start_time: Option<DateTime<Utc>>,
    #[serde(default)]
    pub billing_info: Option<BillingInfo>,
    #[serde(default)]
    pub links: Vec<Link>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct BillingInfo {
    #[serde(default)]
    pub next_billing_time: Option<DateTime<Utc>>,
    #[serde(default)]
    pub last_payment: Option<Payment>,
    #[serde(default)]
    pub failed_payments_count: u32,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Payment {
    pub time: DateTime<Utc>,
    pub amount: Money,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Money {
    pub currency_code: String,
    /// A decimal number with a point, such as `3.99`.
    pub value: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Link {
    pub href: String,
    pub rel: String,
}

impl ProviderSubscription {
    /// The moment up to which it is paid; None before the first payment. For a running subscription this is the next payment's time.
    /// That is wrong in the first minutes and missing while it is suspended, so a month from the last payment counts as well.
    pub fn paid_until(&self) -> Option<DateTime<Utc>> {
        let billing = self.billing_info.as_ref()?;
        let month = billing.last_payment.as_ref()?.time.checked_add_months(Months::new(1))?;
        let is_well = self.status == ProviderStatus::Active && billing.failed_payments_count == 0;
        let next = billing.next_billing_time.filter(|_| is_well);
        Some(next.map_or(month, |next| next.max(month)))
    }

    /// Whether it ever ran.
    pub fn has_begun(&self) -> bool {
        !matches!(self.status, ProviderStatus::ApprovalPending | ProviderStatus::Approved)
    }

    pub fn approval_url(&self) -> Option<&str> {
        self.links.iter().find(|link| link.rel == "approve").map(|link| link.href.as_str())
    }
}

/// A payment or a refund, as the provider lists it.
#[derive(Clone, Debug, Deserialize)]
pub struct Transaction {
    #[serde(default)]
    pub id: String,
    /// Such as `COMPLETED`, `DECLINED`, `REFUNDED`.
    #[serde(default)]
    pub status: String,
    #[serde(default)]
    pub status_details: Option<StatusDetails>,
    pub time: DateTime<Utc>,
    #[serde(default)]
    pub amount_with_breakdown: Option<Amount>,
}

#[derive(Clone, Debug, Deserialize)]
pub struct Amount {
    pub gross_amount: Money,
}

#[derive(Clone, Debug, Deserialize)]
pub struct StatusDetails {
    /// Such as `ECHECK`, `CHARGEBACK`.
    #[serde(default)]
    pub reason: Option<String>,
}

/// How much of a payment went back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Returned {
    Nothing,
    Part,
    Whole,
}

impl Transaction {
    /// Whether money was collected, even if it was refunded later. A refund's own row does not count: the payment's row shows it.
    pub fn is_payment(&self) -> bool {
        let amount = self.amount_with_breakdown.as_ref().map(|amount| amount.gross_amount.value.as_str());
        let is_negative = amount.is_some_and(|value| value.starts_with('-'));
        let has_failed = matches!(self.status.as_str(), "DECLINED" | "DENIED" | "FAILED");
        !is_negative && (!has_failed || self.returned() == Returned::Whole)
    }

    /// How much was returned. An unknown status counts as nothing. An open complaint (`BUYER_COMPLAINT`) is not decided yet.
    pub fn returned(&self) -> Returned {
        let reason = self.status_details.as_ref().and_then(|details| details.reason.as_deref()).unwrap_or_default();
        match self.status.as_str() {
            "REFUNDED" | "REVERSED" => Returned::Whole,
            "PENDING" | "DECLINED" | "DENIED" if matches!(reason, "CHARGEBACK" | "REFUNDED") => Returned::Whole,
            "PARTIALLY_REFUNDED" => Returned::Part,
            _ => Returned::Nothing,
        }
    }
}

/// A payment by its own id, which messages about refunds name.
#[derive(Debug, Deserialize)]
pub struct Sale {
    /// The subscription that it is for.
    #[serde(default)]
    pub billing_agreement_id: Option<String>,
}

/// The body of a refusal (422 and others).
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Refused {
    pub name: String,
    pub debug_id: String,
    pub details: Vec<Detail>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Detail {
    pub issue: String,
}

/// A message of the provider about something that happened there.
#[derive(Debug, Deserialize)]
pub struct Event {
    pub id: String,
    #[serde(default)]
    pub event_type: String,
    pub resource: Resource,
}

#[derive(Debug, Deserialize)]
pub struct Resource {
    #[serde(default)]
    id: String,
    /// The subscription of a payment. A refund does not name it.
    #[serde(default)]
    billing_agreement_id: Option<String>,
    /// The payment of a refund.
    #[serde(default)]
    sale_id: Option<String>,
    /// The payments of a dispute.
    #[serde(default)]
    disputed_transactions: Vec<Disputed>,
}

#[derive(Debug, Deserialize)]
struct Disputed {
    #[serde(default)]
    seller_transaction_id: String,
}

impl Event {
    /// The id of the subscription that the event names.
    pub fn subscription_id(&self) -> Option<&str> {
        let of_payment = self.resource.billing_agreement_id.as_deref();
        let own = self.event_type.starts_with("BILLING.SUBSCRIPTION.").then_some(self.resource.id.as_str());
        of_payment.or(own).filter(|id| !id.is_empty())
    }

    /// The id of the payment that the event names. It leads to the subscription if the event does not name that.
    pub fn sale_id(&self) -> Option<&str> {
        let Resource { id, sale_id, disputed_transactions, .. } = &self.resource;
        let found = if self.event_type.starts_with("PAYMENT.SALE.") {
            Some(sale_id.as_ref().unwrap_or(id))
        } else if self.event_type.starts_with("CUSTOMER.DISPUTE.") {
            disputed_transactions.first().map(|disputed| &disputed.seller_transaction_id)
        } else {
            None
        };
        found.map(String::as_str).filter(|id| !id.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::{
        Event, ProviderSubscription,
        Returned::{Nothing, Part, Whole},
        Transaction,
    };
    use serde_json::json;

    fn paid_until(status: &str, billing: &serde_json::Value) -> Option<String> {
        let read = json!({ "id": "I-1", "status": status, "billing_info": billing });
        let read: ProviderSubscription = serde_json::from_value(read).unwrap();
        read.paid_until().map(|until| until.date_naive().to_string())
    }

    #[test]
    fn money_counts_for_a_month_and_a_failed_payment_moves_nothing() {
        let payment = json!({ "amount": { "currency_code": "EUR", "value": "3.99" }, "time": "2026-01-31T10:00:00Z" });
        let next = "2026-02-28T10:00:00Z";
        let well = json!({ "last_payment": payment, "next_billing_time": next, "failed_payments_count": 0 });
        assert_eq!(paid_until("ACTIVE", &well).unwrap(), "2026-02-28");
        // The next payment's time is wrong in the first minutes, and missing while it is suspended.
        assert_eq!(
            paid_until("ACTIVE", &json!({ "last_payment": payment, "next_billing_time": "2026-01-31T10:00:00Z" }))
                .unwrap(),
            "2026-02-28"
        );
        assert_eq!(paid_until("SUSPENDED", &json!({ "last_payment": payment })).unwrap(), "2026-02-28");
        let failed =
            json!({ "last_payment": payment, "next_billing_time": "2026-03-28T10:00:00Z", "failed_payments_count": 1 });
        assert_eq!(paid_until("ACTIVE", &failed).unwrap(), "2026-02-28");
        assert_eq!(paid_until("APPROVED", &json!({ "next_billing_time": next })), None);
        // It begins later, or its first payment is not complete.
        assert_eq!(paid_until("ACTIVE", &json!({ "next_billing_time": next })), None);
    }

    #[test]
    fn an_event_names_its_subscription() {
        let about = |event: serde_json::Value| {
            serde_json::from_value::<Event>(event).unwrap().subscription_id().map(str::to_owned)
        };
        let active =
            json!({ "id": "WH-1", "event_type": "BILLING.SUBSCRIPTION.ACTIVATED", "resource": { "id": "I-1" } });
        let paid = json!({ "id": "WH-2", "event_type": "PAYMENT.SALE.COMPLETED", "resource": { "id": "8", "billing_agreement_id": "I-2" } });
        let plan = json!({ "id": "WH-3", "event_type": "BILLING.PLAN.CREATED", "resource": { "id": "P-1" } });
        assert_eq!([active, paid, plan].map(about), [Some("I-1".into()), Some("I-2".into()), None]);
    }

    #[test]
    fn a_refund_and_a_dispute_name_a_payment() {
        let about = |event_type: &str, resource: serde_json::Value| {
            let event = json!({ "id": "WH-1", "event_type": event_type, "resource": resource });
            serde_json::from_value::<Event>(event).unwrap().sale_id().map(str::to_owned)
        };
        let refund = json!({ "id": "9", "sale_id": "8", "state": "completed" });
        assert_eq!(about("PAYMENT.SALE.REFUNDED", refund), Some("8".into()));
        assert_eq!(about("PAYMENT.SALE.REVERSED", json!({ "id": "8", "state": "reversed" })), Some("8".into()));
        let dispute = json!({ "dispute_id": "PP-D-1", "disputed_transactions": [{ "seller_transaction_id": "8" }] });
        assert_eq!(about("CUSTOMER.DISPUTE.RESOLVED", dispute), Some("8".into()));
        for resource in [json!({}), json!({ "disputed_transactions": [] })] {
            assert_eq!(about("CUSTOMER.DISPUTE.CREATED", resource), None);
        }
        assert_eq!(about("BILLING.SUBSCRIPTION.CANCELLED", json!({ "id": "I-1" })), None);
    }

    #[test]
    fn only_what_went_back_for_certain_counts_as_returned() {
        for (status, reason, is_payment, returned) in [
            ("COMPLETED", "", true, Nothing),
            ("PENDING", "ECHECK", true, Nothing),
            ("PENDING", "BUYER_COMPLAINT", true, Nothing),
            ("PENDING", "CHARGEBACK", true, Whole),
            ("DENIED", "CHARGEBACK", true, Whole),
            ("DECLINED", "", false, Nothing),
            ("PARTIALLY_REFUNDED", "", true, Part),
            ("REFUNDED", "", true, Whole),
            ("REVERSED", "", true, Whole),
            ("SOMETHING_NEW", "", true, Nothing),
            ("", "", true, Nothing),
        ] {
            let listed = json!({
                "status": status, "status_details": { "reason": reason }, "time": "2026-01-31T10:00:00Z",
                "amount_with_breakdown": { "gross_amount": { "currency_code": "EUR", "value": "3.99" } },
            });
            let listed: Transaction = serde_json::from_value(listed).unwrap();
            assert_eq!((listed.is_payment(), listed.returned()), (is_payment, returned), "{status} {reason}");
        }
        let refund = json!({
            "status": "COMPLETED", "time": "2026-01-31T10:00:00Z",
            "amount_with_breakdown": { "gross_amount": { "currency_code": "EUR", "value": "-3.99" } },
        });
        assert!(!serde_json::from_value::<Transaction>(refund).unwrap().is_payment());
    }
}
