//! An invitation by mail is a friend request to whoever registers with it and has the invited address (product 19.7).

use super::store;
use crate::{
    Backend, Result,
    authorization::Relationship,
    db::Tx,
    friends::{lock_pair, requests::speaks_against, store::insert_request},
};
use domain::{RequestId, UserId, user};

/// What the hash of a mail's proof is for.
pub(super) const PROOF: &str = "invitation proof";

/// Who sent this code to this very address. From here on whatever else changes this person's invitations, friends and
/// requests waits; it comes before the code is taken, in the order of a withdrawal.
pub(crate) async fn lock_inviter(tx: &mut Tx, code: &str, email_folded: &str) -> Result<Option<UserId>> {
    let Some(inviter) = store::find_inviter(tx, code, email_folded).await? else { return Ok(None) };
    store::lock(tx, inviter).await?;
    Ok(Some(inviter))
}

/// Whether this is what the newest mail with the code holds, and nothing else, and went to the address as it is spelled
/// here: whoever brings it reads the mail of that address. Its sender is held.
pub(crate) async fn is_proven(backend: &Backend, tx: &mut Tx, code: &str, email: &str, proof: &str) -> Result<bool> {
    let Some((mailed, hash)) = store::find_proof(tx, code).await? else { return Ok(false) };
    Ok(user::is_same_mailbox(&mailed, email) && backend.secret.is_hash(PROOF, proof.trim(), &hash))
}

/// The inviter, who is held, asks the new account, whose code is taken; not where that would be one request too many.
pub(crate) async fn ask(backend: &Backend, tx: &mut Tx, inviter: UserId, registrant: UserId) -> Result<()> {
    if consume(backend, tx, inviter, registrant).await? && speaks_against(tx, inviter).await?.is_none() {
        let (id, now) = (RequestId(backend.clock.id()), backend.clock.now());
        insert_request(tx, id, inviter, registrant, now).await?;
    }
    Ok(())
}

/// Something comes between two people who are held: the invitation that brought one of them asks nobody any more,
/// whatever becomes of it. False: there is none, or it was so before.
pub(crate) async fn consume(backend: &Backend, tx: &mut Tx, one: UserId, other: UserId) -> Result<bool> {
    store::consume(tx, one, other, backend.clock.now()).await
}

/// Somebody registered has confirmed an address: if it was invited, and they came with that invitation, its sender asks
/// now, unless something came between the two since.
pub(crate) async fn confirmed(backend: &Backend, person: UserId) -> Result<()> {
    let Some(inviter) = store::find_inviter_of(&backend.db, person).await? else { return Ok(()) };
    let (mut tx, relationship) = lock_pair(backend, inviter, person).await?;
    if relationship == Relationship::None {
        ask(backend, &mut tx, inviter, person).await?;
    }
    tx.commit().await
}
