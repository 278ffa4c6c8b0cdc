//! Blocks: whoever blocks somebody ends all that is between them, in both directions (product 20).

mod store;

use super::{
    account,
    invitations::redeem,
    lock_pair,
    store::{delete_friendship, end_requests},
    user_not_found,
};
use crate::{Backend, Error, Result, Viewer};
use chrono::{DateTime, Utc};
use domain::{Person, Refusal, UserId, limits};
use serde::Serialize;

/// Somebody whom the person who asks has blocked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Blocked {
    pub person: Person,
    pub blocked_at: DateTime<Utc>,
}

/// Friendship and requests end with it, both ways. The other one is not told. Twice is once. Who has blocked the viewer
/// is nobody to them, yet the block is kept: it holds when that one's ends.
pub async fn block(backend: &Backend, viewer: &Viewer, person: UserId) -> Result<()> {
    let own = account(viewer)?.user.id;
    if own == person {
        return Err(Refusal::Oneself.into());
    }
    let (mut tx, _) = lock_pair(backend, own, person).await?;
    let unseen = store::stands(&mut tx, person, own).await?;
    if store::insert(&mut tx, own, person, unseen, backend.clock.now()).await?
        && store::count(&mut tx, own).await? > limits::BLOCKS
    {
        return Err(domain::Error::from(Refusal::TooManyBlocks).with("n", limits::BLOCKS).into());
    }
    delete_friendship(&mut tx, own, person).await?;
    end_requests(&mut tx, own, person, backend.clock.now()).await?;
    redeem::consume(backend, &mut tx, own, person).await?;
    let is_told = store::is_told(&mut tx, own, person).await?;
    tx.commit().await?;
    if is_told { Ok(()) } else { Err(user_not_found()) }
}

/// Brings nothing back; also where there was no block.
pub async fn unblock(backend: &Backend, viewer: &Viewer, person: UserId) -> Result<()> {
    let own = account(viewer)?.user.id;
    let mut tx = match lock_pair(backend, own, person).await {
        Ok((tx, _)) => tx,
        // Who is gone took the block along.
        Err(Error::Refused(_)) => return Ok(()),
        Err(broken @ Error::Broken(_)) => return Err(broken),
    };
    store::delete(&mut tx, own, person).await?;
    tx.commit().await
}

/// Whether the viewer has blocked this person; what the other side did is told to nobody.
pub async fn has_blocked(backend: &Backend, viewer: &Viewer, person: UserId) -> Result<bool> {
    store::has_blocked(&backend.db, account(viewer)?.user.id, person).await
}

/// Newest first, named as they were then; nobody blocks more than [`limits::BLOCKS`].
pub async fn blocked(backend: &Backend, viewer: &Viewer) -> Result<Vec<Blocked>> {
    store::list(&backend.db, account(viewer)?.user.id).await
}
