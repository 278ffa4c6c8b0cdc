//! A person's payments, for the operator who has to answer a question or give money back.

use super::store;
use crate::{
    Backend, Result, audit,
    providers::payment::{Failure, Transaction},
};
use domain::{AuditKind, Refusal, Subscription, email};

/// Each subscription of the account with this address and its payments, the newest subscription first. None: the provider does not know it.
pub async fn payments(backend: &Backend, email: &str) -> Result<Vec<(Subscription, Option<Vec<Transaction>>)>> {
    let user = store::find_user(&backend.db, &email::fold(email)).await?.ok_or(Refusal::UserNotFound)?;
    audit::record_now(backend, user, AuditKind::PaymentsRead).await?;
    let mut found = Vec::new();
    for one in store::list(&backend.db, user).await? {
        let Some(id) = one.paypal_id.as_deref().filter(|_| one.has_begun()) else { continue };
        let paid = match backend.payment.payments(id, one.created_at, backend.clock.now()).await {
            Ok(paid) => Some(paid),
            Err(Failure::NotFound) => None,
            Err(failure) => return Err(failure.into()),
        };
        found.push((one.shown(), paid));
    }
    Ok(found)
}
