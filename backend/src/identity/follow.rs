//! Copies a confirmed address from the provider to `users.email`.

use super::store::{self, UserRow};
use crate::{Backend, Result, friends::invitations::redeem, providers::identity::Claims};
use domain::{UserId, email};

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
    let is_set = store::set_email(&backend.db, &user.uid, email, &email::fold(email)).await?;
    if is_set {
        redeem::confirmed(backend, UserId(user.id)).await?;
    } else {
        tracing::warn!(uid = user.uid, "another account here has the address that the identity provider confirmed");
    }
    Ok(is_set)
}
