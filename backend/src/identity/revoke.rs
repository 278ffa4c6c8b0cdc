//! Ends every sign-in of a person at once: after a new password, a new address, or at the end of the identity.

use super::{bearer, sessions::ID_TOKEN, store};
use crate::{Backend, Result, Secret, db::Tx};
use chrono::{DateTime, SubsecRound, Utc};

/// Whoever signed in before `now` is signed out, on every device; the tokens that sessions had are remembered as ended.
/// Without an account here there is nothing to end. On purpose no session is marked as ended for its device: after a new
/// password or address the owner's own drafts stay there.
pub(crate) async fn revoke(tx: &mut Tx, secret: &Secret, uid: &str, now: DateTime<Utc>) -> Result<()> {
    // The row first: a session that is being made waits for it, and then sees that its sign-in is over.
    store::set_valid_since(tx, uid, now.trunc_subsecs(0)).await?;
    for (sealed, expires_at) in store::delete_sessions_of(tx, uid).await? {
        let (Some(sealed), Some(expires_at)) = (sealed, expires_at) else { continue };
        // A token sealed with another secret opens nothing any more.
        if let Ok(id_token) = secret.decrypt(ID_TOKEN, &sealed) {
            store::end_token(tx, bearer::fingerprint(secret, &id_token), expires_at).await?;
        }
    }
    Ok(())
}

/// The same in a transaction of its own, for a provider that is not in this process.
pub(super) async fn revoke_now(backend: &Backend, uid: &str, now: DateTime<Utc>) -> Result<()> {
    let mut tx = backend.db.begin().await?;
    revoke(&mut tx, &backend.secret, uid, now).await?;
    tx.commit().await
}
