//! `tagesecho grant-pro`: Pro by the operator's word, also while the server runs.

use super::{failed, open_beside, say};
use crate::config::Config;
use backend::{Error, error::StartError, subscription};
use chrono::NaiveDate;
use domain::{Plan, Refusal, date};

pub async fn run(config: Config, email: &str, until: NaiveDate) -> Result<(), StartError> {
    let backend = open_beside(&config).await?;
    let granted = subscription::grant(&backend, email, until).await.map_err(|error| match error {
        Error::Refused(refused) if refused.refusal == Refusal::UserNotFound => {
            StartError(format!("nobody is registered with the address {email}"))
        }
        error => failed("Pro could not be granted")(error),
    })?;
    backend.db.close().await;
    let (last, zone) = (date::short(until), granted.zone);
    say(&match granted.plan {
        Plan::Pro => format!("{email} has Pro until the end of {last} ({zone})."),
        Plan::Free => format!("{email} has no Pro: {last} is over ({zone})."),
    })
}
