//! Pro as a gift of the operator, independent of payments.

use super::store;
use crate::{Backend, Result, audit};
use chrono::{DateTime, Datelike, NaiveDate, Utc};
use domain::{AuditKind, Plan, Refusal, day, email};

/// The result of a grant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Granted {
    /// The first moment without Pro.
    pub until: DateTime<Utc>,
    pub zone: day::Zone,
    /// The person's plan now. It is Free if the granted day is already over.
    pub plan: Plan,
}

/// The operator gives Pro until the end of `last`, a diary day of the person (product 16). An earlier gift is replaced.
pub async fn grant(backend: &Backend, email: &str, last: NaiveDate) -> Result<Granted> {
    // Both engines can store these years.
    if !(1970..=9998).contains(&last.year()) {
        return Err(Refusal::InvalidDate.into());
    }
    let email_folded = email::fold(email);
    let days = store::days_of(&backend.db, &email_folded).await?.ok_or(Refusal::UserNotFound)?;
    let (zone, day_end) = days.settled();
    let until = day::end(last, zone, day_end);
    let mut tx = backend.db.begin().await?;
    let user = store::set_pro_until(&mut tx, &email_folded, until).await?.ok_or(Refusal::UserNotFound)?;
    audit::record(&mut tx, &backend.clock, user, AuditKind::ProGranted).await?;
    tx.commit().await?;
    Ok(Granted { until, zone, plan: Plan::until(Some(until), backend.clock.now()) })
}
