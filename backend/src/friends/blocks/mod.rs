//! Blocks: a block ends friendship and requests of the two people, in both directions (product 20).

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

/// A person whom the viewer has blocked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Blocked {
    pub person: Person,
    pub blocked_at: DateTime<Utc>,
}

/// Blocks a person. Friendship and requests end in both directions, and the other person is not told. Blocking again changes nothing.
/// If the other person has blocked the viewer, the answer is `user_not_found`. The block is stored all the same, so that it still holds
/// after the other block has ended.
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

/// Removes the block. Friendship and requests do not return. No error if there was no block.
pub async fn unblock(backend: &Backend, viewer: &Viewer, person: UserId) -> Result<()> {
    let own = account(viewer)?.user.id;
    let mut tx = match lock_pair(backend, own, person).await {
        Ok((tx, _)) => tx,
        // The person's account was deleted, and the block with it.
        Err(Error::Refused(_)) => return Ok(()),
        Err(broken @ Error::Broken(_)) => return Err(broken),
    };
    store::delete(&mut tx, own, person).await?;
    tx.commit().await
}

/// Whether the viewer has blocked this person. It says nothing about a block in the other direction.
pub async fn has_blocked(backend: &Backend, viewer: &Viewer, person: UserId) -> Result<bool> {
    store::has_blocked(&backend.db, account(viewer)?.user.id, person).await
}

/// The people whom the viewer has blocked, newest first, with the names that they had then. There are at most [`limits::BLOCKS`].
pub async fn blocked(backend: &Backend, viewer: &Viewer) -> Result<Vec<Blocked>> {
    store::list(&backend.db, account(viewer)?.user.id).await
}
