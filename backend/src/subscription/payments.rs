//! What somebody paid, for the operator who has to answer a question or give money back.

use super::store;
use crate::{Backend, Result, providers::payment::Transaction};
use domain::{Refusal, Subscription, email};

/// Each subscription of the account with this address and its payments, the newest subscription first.
pub async fn payments(backend: &Backend, email: &str) -> Result<Vec<(Subscription, Vec<Transaction>)>> {
    let user = store::find_user(&backend.db, &email::fold(email)).await?.ok_or(Refusal::UserNotFound)?;
    let mut found = Vec::new();
    for one in store::list(&backend.db, user).await? {
        let Some(id) = one.paypal_id.as_deref().filter(|_| one.has_begun()) else { continue };
        let paid = backend.payment.payments(id, one.created_at, backend.clock.now()).await?;
        found.push((one.shown(), paid));
    }
    Ok(found)
}
