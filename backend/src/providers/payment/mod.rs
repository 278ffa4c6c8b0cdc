//! The payment provider: PayPal, or the sandbox in this process that answers the same calls (PayPal Subscriptions v1).

mod call;
pub mod sandbox;
#[cfg(test)]
mod tests;
mod webhook;
mod wire;

pub use webhook::{Message, WebhookHeaders};
pub use wire::{Event, ProviderStatus, ProviderSubscription, Returned, Transaction};

use crate::{Clock, Db, Secret, Settings, error::StartError, settings::PayPalSettings};
use call::{Call, Caller};
use chrono::{DateTime, SecondsFormat, Utc};
use domain::{SubscriptionId, subscription::PRICE_CENTS};
use sandbox::Sandbox;
use serde::Deserialize;
use serde_json::json;
use tokio::sync::{Semaphore, SemaphorePermit};
use wire::Sale;

/// The most messages whose origin is checked at the same time. Anybody can send messages, and each check is a call.
pub const VERIFICATIONS: usize = 4;

/// The reason why there is no usable answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// Nothing happened at the provider.
    #[error("away: {0}")]
    Away(String),
    /// It may or may not have happened; only reading shows it.
    #[error("no answer in time")]
    Uncertain,
    #[error("not found")]
    NotFound,
    /// The call was refused; the text is the provider's code, such as `SUBSCRIPTION_STATUS_INVALID`.
    #[error("refused: {0}")]
    Refused(String),
    #[error("unusable answer: {0}")]
    Unusable(&'static str),
}

impl Failure {
    /// Whether the subscription has another state than expected, so that it must be read again.
    pub fn is_other_status(&self) -> bool {
        matches!(self, Self::Refused(issue) if issue == "SUBSCRIPTION_STATUS_INVALID")
    }
}

impl From<Failure> for crate::Error {
    fn from(failure: Failure) -> Self {
        tracing::warn!(%failure, "the payment provider failed");
        domain::Refusal::PaymentUnavailable.into()
    }
}

/// An order for the provider.
#[derive(Debug)]
pub struct Order<'a> {
    pub id: SubscriptionId,
    /// Idempotency key.
    pub request_id: &'a str,
    /// The time of the first payment; None: it begins at once.
    pub starts_at: Option<DateTime<Utc>>,
    pub language: domain::Language,
}

#[derive(Debug)]
pub struct PaymentProvider {
    caller: Caller,
    origin: String,
    plan_id: String,
    webhook_id: String,
    sandbox: Option<Sandbox>,
    /// Whether this is PayPal's own sandbox.
    is_test_account: bool,
    verifications: Semaphore,
}

impl PaymentProvider {
    /// The client for the command that makes the plan, before there is a database.
    pub async fn plan(settings: &PayPalSettings, request_id: &str, includes_tax: bool) -> Result<String, StartError> {
        let failed = |failure| StartError(format!("PayPal: {failure}"));
        make_plan(&Caller::http(settings)?, request_id, includes_tax).await.map_err(failed)
    }

    pub fn open(settings: &Settings, db: &Db, secret: &Secret, clock: &Clock) -> Result<Self, StartError> {
        let origin = settings.origin.clone();
        if let Some(paypal) = &settings.paypal {
            let is_test_account = paypal.base_url.contains(".sandbox.");
            let (plan_id, webhook_id) = (paypal.plan_id.clone(), paypal.webhook_id.clone());
            return Ok(Self {
                caller: Caller::http(paypal)?,
                origin,
                plan_id,
                webhook_id,
                sandbox: None,
                is_test_account,
                verifications: Semaphore::new(VERIFICATIONS),
            });
        }
        let sandbox = Sandbox::new(&origin, db, secret, clock);
        Ok(Self {
            caller: Caller::in_process(axum::Router::new().nest("/v1", sandbox.router()), settings.sandbox_timeouts),
            origin,
            plan_id: sandbox::PLAN.into(),
            webhook_id: sandbox::WEBHOOK.into(),
            sandbox: Some(sandbox),
            is_test_account: false,
            verifications: Semaphore::new(VERIFICATIONS),
        })
    }

    /// The sandbox. None: real money.
    pub fn sandbox(&self) -> Option<&Sandbox> {
        self.sandbox.as_ref()
    }

    /// The other site where orders are approved; None: it is our own.
    pub fn approval_origin(&self) -> Option<&'static str> {
        if self.sandbox.is_some() {
            return None;
        }
        Some(if self.is_test_account { "https://www.sandbox.paypal.com" } else { "https://www.paypal.com" })
    }

    /// Whether we made this order under `id`.
    pub fn is_ours(&self, found: &ProviderSubscription, id: SubscriptionId) -> bool {
        found.custom_id.as_deref() == Some(&id.to_string())
    }

    /// Whether this is our product. A subscription that has begun may have an earlier plan of ours.
    pub fn is_for_sale(&self, found: &ProviderSubscription) -> bool {
        found.plan_id.as_deref() == Some(&self.plan_id)
    }

    pub async fn create(&self, order: &Order<'_>) -> Result<ProviderSubscription, Failure> {
        let mut body = json!({
            "plan_id": self.plan_id,
            "custom_id": order.id.to_string(),
            "application_context": {
                "brand_name": "Tagesecho",
                "locale": locale(order.language),
                "shipping_preference": "NO_SHIPPING",
                // We activate it ourselves, so that two approved orders are never both charged.
                "user_action": "CONTINUE",
                "payment_method": { "payee_preferred": "IMMEDIATE_PAYMENT_REQUIRED" },
                "return_url": format!("{}/subscription/success", self.origin),
                "cancel_url": format!("{}/subscription", self.origin),
            },
        });
        if let Some(start) = order.starts_at {
            body["start_time"] = start.to_rfc3339_opts(SecondsFormat::Secs, true).into();
        }
        self.caller.json(&Call::post("/v1/billing/subscriptions", &body).with_id(order.request_id)).await
    }

    pub async fn get(&self, paypal_id: &str) -> Result<ProviderSubscription, Failure> {
        self.caller.json(&Call::get(one(paypal_id, ""))).await
    }

    /// Charges an approved subscription, or continues a suspended one.
    pub async fn activate(&self, paypal_id: &str) -> Result<(), Failure> {
        self.tell(paypal_id, "/activate", "Begins or goes on").await
    }

    /// Stops all payments until it is activated.
    pub async fn suspend(&self, paypal_id: &str) -> Result<(), Failure> {
        self.tell(paypal_id, "/suspend", CANCELLED_BY_USER).await
    }

    /// Ends it for good.
    pub async fn cancel(&self, paypal_id: &str) -> Result<(), Failure> {
        self.tell(paypal_id, "/cancel", CANCELLED_BY_USER).await
    }

    async fn tell(&self, paypal_id: &str, what: &str, reason: &str) -> Result<(), Failure> {
        self.caller.done(&Call::post(one(paypal_id, what), &json!({ "reason": reason }))).await
    }

    /// The payments of a subscription between two moments, the oldest first.
    pub async fn payments(
        &self,
        paypal_id: &str,
        from: DateTime<Utc>,
        to: DateTime<Utc>,
    ) -> Result<Vec<Transaction>, Failure> {
        #[derive(Deserialize)]
        struct Transactions {
            #[serde(default)]
            transactions: Vec<Transaction>,
        }
        let time = |moment: DateTime<Utc>| moment.to_rfc3339_opts(SecondsFormat::Secs, true);
        let span = format!("/transactions?start_time={}&end_time={}", time(from), time(to));
        let mut found: Transactions = self.caller.json(&Call::get(one(paypal_id, &span))).await?;
        found.transactions.sort_by_key(|transaction| transaction.time);
        Ok(found.transactions)
    }

    /// The subscription of a payment; None: the provider knows no such payment, or it is not for a subscription.
    pub async fn subscription_of(&self, sale_id: &str) -> Result<Option<String>, Failure> {
        let sale_id = percent_encoding::utf8_percent_encode(sale_id, percent_encoding::NON_ALPHANUMERIC);
        let found: Result<Sale, _> = self.caller.json(&Call::get(format!("/v1/payments/sale/{sale_id}"))).await;
        match found {
            Ok(sale) => Ok(sale.billing_agreement_id),
            Err(Failure::NotFound) => Ok(None),
            // A daily reading finds a refund all the same.
            Err(Failure::Refused(why)) => {
                tracing::error!(why, "PayPal does not let this account read payments, so refunds are found a day late");
                Ok(None)
            }
            Err(failure) => Err(failure),
        }
    }

    /// A place for [`Self::verify`]; None: all are taken.
    pub fn begin_verification(&self) -> Option<SemaphorePermit<'_>> {
        self.verifications.try_acquire().ok()
    }

    /// Whether the provider says that it sent the message.
    pub async fn verify(&self, message: &Message<'_>) -> Result<bool, Failure> {
        #[derive(Deserialize)]
        struct Verified {
            verification_status: String,
        }
        let Some(body) = message.question(&self.webhook_id) else { return Ok(false) };
        let call = Call::post_raw("/v1/notifications/verify-webhook-signature", body.into());
        let answer: Result<Verified, _> = self.caller.json(&call).await;
        match answer {
            Ok(verified) => Ok(verified.verification_status == "SUCCESS"),
            // A message that the provider cannot understand is not from the provider.
            Err(Failure::Refused(_)) => Ok(false),
            Err(failure) => Err(failure),
        }
    }
}

/// The fixed text of spec 7.
const CANCELLED_BY_USER: &str = "User requested cancellation";

fn one(paypal_id: &str, what: &str) -> String {
    let id = percent_encoding::utf8_percent_encode(paypal_id, percent_encoding::NON_ALPHANUMERIC);
    format!("/v1/billing/subscriptions/{id}{what}")
}

/// The price of a month, as the provider writes it.
pub fn price() -> String {
    format!("{}.{:02}", PRICE_CENTS / 100, PRICE_CENTS % 100)
}

fn locale(language: domain::Language) -> &'static str {
    match language {
        domain::Language::De => "de-DE",
        domain::Language::En => "en-GB",
        domain::Language::Fr => "fr-FR",
        domain::Language::Es => "es-ES",
    }
}

/// Makes the product and its plan, and returns the plan's id for the setting.
async fn make_plan(caller: &Caller, request_id: &str, includes_tax: bool) -> Result<String, Failure> {
    #[derive(Deserialize)]
    struct Made {
        id: String,
    }
    let product = json!({ "name": "Tagesecho Pro", "type": "SERVICE", "category": "SOFTWARE" });
    let product = Call::post("/v1/catalogs/products", &product).with_id(&format!("{request_id}-product"));
    let Made { id: product } = caller.json(&product).await?;
    let mut plan = json!({
        "product_id": product,
        "name": "Pro",
        "billing_cycles": [{
            "tenure_type": "REGULAR",
            "sequence": 1,
            // The plan runs until it is cancelled.
            "total_cycles": 0,
            "frequency": { "interval_unit": "MONTH", "interval_count": 1 },
            "pricing_scheme": { "fixed_price": { "value": price(), "currency_code": "EUR" } },
        }],
        "payment_preferences": { "auto_bill_outstanding": true, "payment_failure_threshold": 1 },
    });
    if includes_tax {
        plan["taxes"] = json!({ "percentage": "19", "inclusive": true });
    }
    let Made { id } =
        caller.json(&Call::post("/v1/billing/plans", &plan).with_id(&format!("{request_id}-plan"))).await?;
    Ok(id)
}
