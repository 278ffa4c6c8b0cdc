//! The settings of PayPal: all of them, or none.

use super::{Sources, text};
use backend::settings::{PayPalSettings, PayPalTimeouts, is_safe_to_call};

const LIVE: &str = "https://api-m.paypal.com";

/// `None` without the client's id: the sandbox of this server takes PayPal's place.
pub fn read(given: &Sources) -> Option<PayPalSettings> {
    let client_id = text(given.paypal_client_id.clone())?;
    let base_url = text(given.paypal_base_url.clone()).unwrap_or_else(|| LIVE.into());
    Some(PayPalSettings {
        base_url: base_url.trim_end_matches('/').to_owned(),
        client_id,
        client_secret: text(given.paypal_client_secret.clone()).unwrap_or_default(),
        plan_id: text(given.paypal_plan_id.clone()).unwrap_or_default(),
        webhook_id: text(given.paypal_webhook_id.clone()).unwrap_or_default(),
        timeouts: PayPalTimeouts::default(),
    })
}

/// Errors for the command that makes the plan.
pub fn account_objections(paypal: &PayPalSettings) -> Vec<String> {
    let mut found = Vec::new();
    if paypal.client_secret.is_empty() {
        found.push("PAYPAL_CLIENT_SECRET must be set where PAYPAL_CLIENT_ID is".into());
    }
    if !is_safe_to_call(&paypal.base_url) {
        found.push(format!("PAYPAL_BASE_URL is '{}'; it must begin with https://", paypal.base_url));
    }
    found
}

pub fn objections(paypal: Option<&PayPalSettings>, production: bool) -> Vec<String> {
    let Some(paypal) = paypal else {
        let refused = "PAYPAL_CLIENT_ID must be set in production: the payment sandbox gives Pro away";
        return if production { vec![refused.into()] } else { Vec::new() };
    };
    let mut found = account_objections(paypal);
    if paypal.plan_id.is_empty() {
        found.push("PAYPAL_PLAN_ID must be set where PAYPAL_CLIENT_ID is; `tagesecho paypal-plan` makes a plan".into());
    }
    if paypal.webhook_id.is_empty() {
        found.push("PAYPAL_WEBHOOK_ID must be set where PAYPAL_CLIENT_ID is; PayPal's console names it".into());
    }
    if production && paypal.base_url != LIVE {
        found.push(format!("PAYPAL_BASE_URL is '{}'; in production only {LIVE} takes real money", paypal.base_url));
    }
    found
}

/// A line for the log.
pub fn line(paypal: Option<&PayPalSettings>) -> String {
    paypal.map_or_else(
        || "payment: a sandbox in this server, which takes no money; PAYPAL_CLIENT_ID names an account".into(),
        |paypal| format!("payment: PayPal at {}", paypal.base_url),
    )
}

#[cfg(test)]
mod tests {
    use super::{objections, read};
    use crate::config::Sources;

    fn given(id: &str, secret: &str, plan: &str, base: &str) -> Sources {
        let some = |text: &str| Some(text.to_owned());
        Sources {
            paypal_client_id: some(id),
            paypal_client_secret: some(secret),
            paypal_plan_id: some(plan),
            paypal_webhook_id: some("W-1"),
            paypal_base_url: some(base),
            ..Sources::default()
        }
    }

    #[test]
    fn without_an_account_the_sandbox_stands_in_but_never_in_production() {
        assert_eq!(read(&given(" ", "secret", "P-1", "")), None);
        assert_eq!((objections(None, false).len(), objections(None, true).len()), (0, 1));
    }

    #[test]
    fn an_account_is_complete_and_production_takes_real_money() {
        let found = |sources: Sources, production| objections(read(&sources).as_ref(), production).len();
        assert_eq!(found(given("id", "secret", "P-1", ""), true), 0);
        assert_eq!(found(given("id", "", "", ""), false), 2);
        assert_eq!(found(given("id", "secret", "P-1", "https://api-m.sandbox.paypal.com"), false), 0);
        assert_eq!(found(given("id", "secret", "P-1", "https://api-m.sandbox.paypal.com"), true), 1);
        assert_eq!(found(given("id", "secret", "P-1", "http://paypal.example"), false), 1);
        let said = format!("{:?}", read(&given("id", "topsecret", "P-1", "")));
        assert!(!said.contains("topsecret"), "{said}");
    }
}
