//! `tagesecho payments`: what somebody paid, as the payment provider has it.

use super::{failed, open_beside, say};
use crate::config::Config;
use backend::{error::StartError, subscription};
use domain::date;

pub async fn run(config: Config, email: &str) -> Result<(), StartError> {
    let backend = open_beside(&config).await?;
    let found = subscription::payments(&backend, email).await.map_err(failed("the payments"))?;
    backend.db.close().await;
    if found.is_empty() {
        return say(&format!("{email} has paid for nothing."));
    }
    for (one, payments) in found {
        let id = one.paypal_subscription_id.unwrap_or_default();
        say(&format!("{id}, {}, ordered on {}", one.status.as_str(), date::short(one.created_at.date_naive())))?;
        let Some(payments) = payments else {
            say("  PayPal does not know this subscription")?;
            continue;
        };
        for payment in payments {
            let amount = payment.amount_with_breakdown.map(|amount| amount.gross_amount);
            let amount = amount.map(|money| format!("{} {}", money.value, money.currency_code)).unwrap_or_default();
            say(&format!("  {} {amount} {}", payment.time.format("%Y-%m-%d %H:%M"), payment.status))?;
        }
    }
    Ok(())
}
