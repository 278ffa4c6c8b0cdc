//! An invitation by mail becomes a friend request to the person who registers with it and has the invited address (product 19.7).

use super::store;
use crate::{
    Backend, Result,
    authorization::Relationship,
    db::Tx,
    friends::{lock_pair, request_limits::request_refusal, store::insert_request},
};
use domain::{Refusal, RequestId, UserId, email};

/// The purpose of the keyed hash of a mail's proof.
pub(super) const PROOF: &str = "invitation proof";

/// Returns the person who sent this code to this address, and locks them: other changes to their invitations, friends and requests wait.
/// The lock is taken before the code, in the same order as when an invitation is withdrawn.
pub(crate) async fn lock_inviter(tx: &mut Tx, code: &str, email_folded: &str) -> Result<Option<UserId>> {
    let Some(inviter) = store::find_inviter(tx, code, email_folded).await? else { return Ok(None) };
    store::lock(tx, inviter).await?;
    Ok(Some(inviter))
}

/// Whether `proof` is the secret of the newest mail with the code, and that mail went to this mailbox. If so, the person reads the mail of
/// that address. The caller has locked the sender.
pub(crate) async fn is_proven(backend: &Backend, tx: &mut Tx, code: &str, email: &str, proof: &str) -> Result<bool> {
    let Some((mailed, hash)) = store::find_proof(tx, code).await? else { return Ok(false) };
    Ok(email::is_same_mailbox(&mailed, email) && backend.secret.is_hash(PROOF, proof.trim(), &hash))
}

/// Sends a friend request from the inviter to the new account, unless the inviter has too many. The inviter is locked, and the code is taken.
pub(crate) async fn ask(backend: &Backend, tx: &mut Tx, inviter: UserId, registrant: UserId) -> Result<()> {
    if consume(backend, tx, inviter, registrant).await? && request_refusal(tx, inviter).await?.is_none() {
        let (id, now) = (RequestId(backend.clock.id()), backend.clock.now());
        insert_request(tx, id, inviter, registrant, now).await?;
    }
    Ok(())
}

/// Consumes the invitation with which one of the two registered, so that it makes no friend request later. The caller has locked both.
/// False: there is no such invitation, or it was consumed before.
pub(crate) async fn consume(backend: &Backend, tx: &mut Tx, one: UserId, other: UserId) -> Result<bool> {
    store::consume(tx, one, other, backend.clock.now()).await
}

/// Called after a user has confirmed their address. If they registered with an invitation to this address, its sender's friend request is
/// made now, unless the two have had a request, a friendship or a block since.
pub(crate) async fn confirmed(backend: &Backend, person: UserId) -> Result<()> {
    let Some(inviter) = store::find_inviter_of(&backend.db, person).await? else { return Ok(()) };
    let (mut tx, relationship) = match lock_pair(backend, inviter, person).await {
        // One of the two is leaving. Nobody's sign-in fails because of that.
        Err(error) if error.is(Refusal::UserNotFound) => return Ok(()),
        locked => locked?,
    };
    if relationship == Relationship::None {
        ask(backend, &mut tx, inviter, person).await?;
    }
    tx.commit().await
}
