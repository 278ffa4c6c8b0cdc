//! The viewer of a request with an ID token.

use super::store::{self, UserRow};
use crate::{Backend, Result, Viewer, providers::identity::Claims, revocation};
use domain::Refusal;

/// The viewer that a bearer ID token belongs to. An invalid or expired token is refused with `unauthenticated`, and so is that of somebody
/// who is leaving: a session brings them back.
pub async fn viewer_of_bearer(backend: &Backend, id_token: &str) -> Result<Viewer> {
    let (claims, user) = read(backend, id_token).await?;
    match user {
        Some(user) if user.locked_for.is_some() => Err(user.locked()),
        Some(user) if user.leaves_at.is_some() => Err(Refusal::Unauthenticated.into()),
        Some(user) => user.viewer(backend.clock.now()),
        None => Ok(Viewer::Identity { uid: claims.sub, email: claims.email, verified: claims.email_verified }),
    }
}

/// The claims of a valid token, and the user who is registered with its uid.
pub(super) async fn read(backend: &Backend, id_token: &str) -> Result<(Claims, Option<UserRow>)> {
    let claims = backend.identity.verify(id_token).await?;
    let token = revocation::fingerprint(&backend.secret, id_token);
    let (user, is_over) = match store::find_bearer(&backend.db, &claims.sub, &token).await? {
        Some(bearer) => {
            let is_older = claims.is_older_than(bearer.user.valid_since);
            (Some(bearer.user), bearer.is_ended || is_older)
        }
        None => (None, revocation::is_ended(&backend.db, token).await?),
    };
    if is_over { Err(Refusal::Unauthenticated.into()) } else { Ok((claims, user)) }
}
