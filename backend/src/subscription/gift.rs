//! Pro as a gift of the operator, beside what is paid for.

use super::store;
use crate::{Backend, Result};
use chrono::{DateTime, Datelike, NaiveDate, Utc};
use domain::{Plan, Refusal, day, user};

/// What a grant left behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Granted {
    /// The first moment without Pro.
    pub until: DateTime<Utc>,
    pub zone: day::Zone,
    /// What the person has now: a day that is over ends Pro.
    pub plan: Plan,
}

/// The operator gives Pro until the end of `last`, a diary day of the person's (product 16). It replaces what was there.
pub async fn grant(backend: &Backend, email: &str, last: NaiveDate) -> Result<Granted> {
    // Both engines keep such times.
    if !(1970..=9998).contains(&last.year()) {
        return Err(Refusal::InvalidDate.into());
    }
    let email_folded = user::fold_email(email);
    let days = store::days_of(&backend.db, &email_folded).await?.ok_or(Refusal::UserNotFound)?;
    let (zone, day_end) = days.settled();
    let until = day::end(last, zone, day_end);
    if !store::set_pro_until(&backend.db, &email_folded, until).await? {
        return Err(Refusal::UserNotFound.into());
    }
    Ok(Granted { until, zone, plan: Plan::until(Some(until), backend.clock.now()) })
}
