//! An invitation by mail is a friend request to whoever registers with it and has the invited address (product 19.7).

use super::store;
use crate::{
    Backend, Result,
    db::Tx,
    friends::{
        Tie, hold,
        requests::speaks_against,
        store::{find_standing, insert_request},
    },
};
use domain::{RequestId, UserId};

/// Who sent this code to this very address. From here on whatever else changes this person's invitations, friends and
/// requests waits; it comes before the code is taken, in the order of a withdrawal.
pub(crate) async fn hold_inviter(tx: &mut Tx, code: &str, email_folded: &str) -> Result<Option<UserId>> {
    let Some(inviter) = store::find_inviter(tx, code, email_folded).await? else { return Ok(None) };
    store::lock(tx, inviter).await?;
    Ok(Some(inviter))
}

/// The inviter, who is held, asks the new account, whose code is taken; not where that would be one request too many.
pub(crate) async fn ask(backend: &Backend, tx: &mut Tx, inviter: UserId, newcomer: UserId) -> Result<()> {
    if speaks_against(tx, inviter).await?.is_none() {
        let (id, now) = (RequestId(backend.clock.id()), backend.clock.now());
        insert_request(tx, id, inviter, newcomer, now).await?;
    }
    Ok(())
}

/// Somebody registered has confirmed an address: if it was invited, and they came with that invitation, its sender asks
/// now, unless something stands between the two by then.
pub(crate) async fn confirmed(backend: &Backend, person: UserId) -> Result<()> {
    let Some(inviter) = store::find_inviter_of(&backend.db, person).await? else { return Ok(()) };
    let (mut tx, tie) = hold(backend, inviter, person).await?;
    if tie == Tie::None
        && find_standing(&mut tx, inviter, person).await?.is_none()
        && find_standing(&mut tx, person, inviter).await?.is_none()
    {
        ask(backend, &mut tx, inviter, person).await?;
    }
    tx.commit().await
}
