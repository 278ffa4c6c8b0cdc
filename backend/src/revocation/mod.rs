//! Ends sign-ins before they expire: single ID tokens, or all sessions of a person at once (after a change of the password or the address,
//! or when the identity ends).

mod store;

pub(crate) use store::{delete_ended_tokens, end_token, is_ended, mark_ended};

use crate::{Backend, Result, Secret, audit, db::Tx, secret::purpose::SESSION_ID_TOKEN};
use chrono::{DateTime, SubsecRound, Utc};
use domain::AuditKind;

/// Ends all sign-ins of the person from before `now`, on every device. The ID tokens of the sessions are stored as ended. If the person has no
/// account here, nothing happens. The sessions themselves are not marked as ended on purpose: after a change of the password or the address
/// the drafts stay on the person's devices.
pub(crate) async fn revoke(tx: &mut Tx, secret: &Secret, uid: &str, now: DateTime<Utc>) -> Result<()> {
    // The row is updated first: a session that is being created waits for it, and then sees that its sign-in is no longer valid.
    store::set_valid_since(tx, uid, now.trunc_subsecs(0)).await?;
    for (sealed, expires_at) in store::delete_sessions_of(tx, uid).await? {
        let (Some(sealed), Some(expires_at)) = (sealed, expires_at) else { continue };
        // A token that was encrypted with another secret is no longer accepted anyway.
        if let Ok(id_token) = secret.decrypt(SESSION_ID_TOKEN, &sealed) {
            end_token(tx, fingerprint(secret, &id_token), expires_at).await?;
        }
    }
    Ok(())
}

/// Like [`revoke`], in a transaction of its own, for a provider outside this process. `cause` is what the audit log gets.
pub(crate) async fn revoke_now(
    backend: &Backend,
    uid: &str,
    now: DateTime<Utc>,
    cause: Option<AuditKind>,
) -> Result<()> {
    let mut tx = backend.db.begin().await?;
    revoke(&mut tx, &backend.secret, uid, now).await?;
    if let Some(cause) = cause {
        audit::record_of_uid(&mut tx, &backend.clock, uid, cause).await?;
    }
    tx.commit().await
}

/// The hash by which an ended token is stored. It covers only the signed part, because a valid ECDSA signature can be changed into another
/// valid one.
pub(crate) fn fingerprint(secret: &Secret, id_token: &str) -> Vec<u8> {
    let signed = id_token.rsplit_once('.').map_or(id_token, |(signed, _)| signed);
    secret.hash("ended id token", signed)
}
