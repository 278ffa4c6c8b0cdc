//! `users.email` follows the provider, once the address is confirmed there.

use super::store::{self, UserRow};
use crate::{Backend, Result, providers::identity::Claims};
use domain::user;

/// After a sign-in or a refresh: takes over a confirmed address that differs, or that was not confirmed here.
pub async fn follow(backend: &Backend, user: &mut UserRow, claims: &Claims) -> Result<()> {
    if claims.email_verified
        && !claims.email.is_empty()
        && (claims.email != user.email || !user.email_confirmed)
        && set_email(backend, &user.uid, &claims.email).await?
    {
        user.email.clone_from(&claims.email);
        user.email_confirmed = true;
    }
    Ok(())
}

/// False: somebody else is registered with the address.
pub async fn set_email(backend: &Backend, uid: &str, email: &str) -> Result<bool> {
    let is_set = store::set_email(&backend.db, uid, email, &user::fold_email(email)).await?;
    if !is_set {
        tracing::warn!(uid, "another account here has the address that the identity provider confirmed");
    }
    Ok(is_set)
}
