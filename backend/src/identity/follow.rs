//! `users.email` follows the provider, once the address is confirmed there.

use super::store::{self, UserRow};
use crate::{Backend, Result, friends::invitations::redeem, providers::identity::Claims};
use domain::{UserId, user};

/// After a sign-in or a refresh: takes over a confirmed address that differs, or that was not confirmed here.
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

/// The address is confirmed. False: somebody else is registered with it.
pub async fn set_email(backend: &Backend, user: &UserRow, email: &str) -> Result<bool> {
    let is_set = store::set_email(&backend.db, &user.uid, email, &user::fold_email(email)).await?;
    if is_set {
        redeem::confirmed(backend, UserId(user.id)).await?;
    } else {
        tracing::warn!(uid = user.uid, "another account here has the address that the identity provider confirmed");
    }
    Ok(is_set)
}
