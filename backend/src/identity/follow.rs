//! Copies a confirmed address from the provider to `users.email`.

use super::store::{self, UserRow};
use crate::{Backend, Result, audit, friends::invitations::redeem, providers::identity::Claims};
use domain::{AuditKind, UserId, email};

/// Called after a sign-in or a refresh. Stores a confirmed address that differs from ours, or that was not confirmed here.
pub async fn follow(backend: &Backend, user: &mut UserRow, claims: &Claims) -> Result<()> {
    if claims.email_verified
        && !claims.email.is_empty()
        && (claims.email != user.email || !user.email_confirmed)
        && set_email(backend, user, &claims.email).await?
    {
        user.email.clone_from(&claims.email);
        user.email_confirmed = true;
    }
    Ok(())
}

/// Stores a confirmed address. False: somebody else is registered with it.
pub async fn set_email(backend: &Backend, user: &UserRow, email: &str) -> Result<bool> {
    let mut tx = backend.db.begin().await?;
    let is_set = store::set_email(&mut tx, &user.uid, email, &email::fold(email)).await?;
    // The embedded provider has written the change down itself.
    if is_set && user.email != email && !backend.identity.is_embedded() {
        audit::record(&mut tx, &backend.clock, UserId(user.id), AuditKind::EmailChanged).await?;
    }
    tx.commit().await?;
    if is_set {
        redeem::confirmed(backend, UserId(user.id)).await?;
    } else {
        tracing::warn!(uid = user.uid, "another account here has the address that the identity provider confirmed");
    }
    Ok(is_set)
}
