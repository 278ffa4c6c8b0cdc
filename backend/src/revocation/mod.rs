//! Sign-ins that end before their time: single ID tokens, and all sessions of a person at once (after a new password, a new
//! address, or at the end of the identity).

mod store;

pub(crate) use store::{delete_ended_tokens, end_token, is_ended, mark_ended};

use crate::{Backend, Result, Secret, db::Tx, secret::purpose::SESSION_ID_TOKEN};
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
        if let Ok(id_token) = secret.decrypt(SESSION_ID_TOKEN, &sealed) {
            end_token(tx, fingerprint(secret, &id_token), expires_at).await?;
        }
    }
    Ok(())
}

/// The same in a transaction of its own, for a provider that is not in this process.
pub(crate) async fn revoke_now(backend: &Backend, uid: &str, now: DateTime<Utc>) -> Result<()> {
    let mut tx = backend.db.begin().await?;
    revoke(&mut tx, &backend.secret, uid, now).await?;
    tx.commit().await
}

/// What a token is remembered by: its signed part, because a valid ECDSA signature can be rewritten into another.
pub(crate) fn fingerprint(secret: &Secret, id_token: &str) -> Vec<u8> {
    let signed = id_token.rsplit_once('.').map_or(id_token, |(signed, _)| signed);
    secret.hash("ended id token", signed)
}
