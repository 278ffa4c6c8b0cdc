//! Ends what belongs to a session: its ID token at once, and the sign-in that could get a new one.

use super::store::{self, EndedSession};
use crate::{
    Backend, Result,
    db::Tx,
    revocation,
    secret::purpose::{SESSION_ID_TOKEN, SESSION_REFRESH_TOKEN},
};
use chrono::{SubsecRound, TimeDelta};
use domain::UserId;

/// Ends all sign-ins of the person, in the transaction that takes them away from everybody. It comes first: a sign-in that is under way waits
/// for it. One from the next second on is a later one.
pub async fn everywhere(backend: &Backend, tx: &mut Tx, uid: &str) -> Result<()> {
    let since = backend.clock.now().trunc_subsecs(0) + TimeDelta::seconds(1);
    backend.identity.lock(tx, uid).await?;
    backend.identity.end_other_sign_ins(tx, uid, None, Some(since)).await?;
    revocation::revoke(tx, &backend.secret, uid, since).await
}

/// Ends the tokens of sessions that `tx` has deleted. A sign-in that another session of the person still uses continues.
pub async fn tokens(backend: &Backend, tx: &mut Tx, ended: Vec<EndedSession>) -> Result<()> {
    let Some(owner) = ended.first().map(|session| UserId(session.user_id)) else { return Ok(()) };
    // A token that was encrypted with another secret cannot be used any more.
    let open = |what, sealed: &[u8]| backend.secret.decrypt(what, sealed).ok();
    let mut sign_ins = Vec::new();
    for session in ended {
        sign_ins.extend(open(SESSION_REFRESH_TOKEN, &session.refresh_token));
        let id_token = session.id_token.and_then(|sealed| open(SESSION_ID_TOKEN, &sealed));
        if let Some((id_token, expires_at)) = id_token.zip(session.id_token_expires_at) {
            revocation::end_token(tx, revocation::fingerprint(&backend.secret, &id_token), expires_at).await?;
        }
    }
    let kept = store::refresh_tokens_of(tx, owner).await?;
    let kept: Vec<_> = kept.iter().filter_map(|(sealed,)| open(SESSION_REFRESH_TOKEN, sealed)).collect();
    backend.identity.end_sign_ins(tx, &sign_ins, &kept).await
}
