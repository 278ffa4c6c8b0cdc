//! `tagesecho paypal-plan`: makes the product and the plan that people subscribe to, once.

use super::say;
use crate::config::{Sources, VatMode, paypal, secrets};
use backend::{error::StartError, providers::payment::PaymentProvider};

pub async fn run(given: Sources, request_id: &str, without_tax: bool) -> Result<(), StartError> {
    let given = secrets::read(given, |name| std::env::var_os(name))?.with_file()?;
    let missing = || StartError("PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET must be set".into());
    let account = paypal::read(&given).ok_or_else(missing)?;
    if let Some(objection) = paypal::account_objections(&account).first() {
        return Err(StartError(objection.clone()));
    }
    let includes_tax = !without_tax && given.vat != Some(VatMode::SmallBusiness);
    let plan = PaymentProvider::plan(&account, request_id, includes_tax).await?;
    say(&format!("PAYPAL_PLAN_ID={plan}"))
}
