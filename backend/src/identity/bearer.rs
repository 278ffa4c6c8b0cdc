//! Who an ID token speaks for.

use super::store::{self, UserRow};
use crate::{Backend, Result, Viewer, providers::identity::Claims, revocation};
use domain::Refusal;

/// Who a bearer ID token speaks for; a bad or expired one is `unauthenticated`.
pub async fn viewer_of_bearer(backend: &Backend, id_token: &str) -> Result<Viewer> {
    let (claims, user) = read(backend, id_token).await?;
    match user {
        Some(user) => user.viewer(backend.clock.now()),
        None => Ok(Viewer::Identity { uid: claims.sub, email: claims.email, verified: claims.email_verified }),
    }
}

/// What a valid token claims, and the person registered with it.
pub(super) async fn read(backend: &Backend, id_token: &str) -> Result<(Claims, Option<UserRow>)> {
    let claims = backend.identity.verify(id_token).await?;
    if revocation::is_ended(&backend.db, revocation::fingerprint(&backend.secret, id_token)).await? {
        return Err(Refusal::Unauthenticated.into());
    }
    let user = store::find_by_uid(&backend.db, &claims.sub).await?;
    if user.as_ref().is_some_and(|user| claims.is_older_than(user.valid_since)) {
        return Err(Refusal::Unauthenticated.into());
    }
    Ok((claims, user))
}
