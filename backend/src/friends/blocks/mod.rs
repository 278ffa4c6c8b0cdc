//! Blocks: whoever blocks somebody ends all that is between them, in both directions (product 20).

mod store;

use super::{
    Tie, account, hold, nobody,
    store::{delete_friendship, end_requests},
};
use crate::{Backend, Result, Viewer};
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
/// is nobody to them.
pub async fn block(backend: &Backend, viewer: &Viewer, person: UserId) -> Result<()> {
    let own = account(viewer)?.user.id;
    if own == person {
        return Err(Refusal::Oneself.into());
    }
    let (mut tx, tie) = hold(backend, own, person).await?;
    if store::insert(&mut tx, own, person, backend.clock.now()).await? {
        if tie == Tie::Blocked {
            return Err(nobody());
        }
        if store::count(&mut tx, own).await? > limits::BLOCKS {
            return Err(domain::Error::from(Refusal::TooManyBlocks).with("n", limits::BLOCKS).into());
        }
    }
    delete_friendship(&mut tx, own, person).await?;
    end_requests(&mut tx, own, person, backend.clock.now()).await?;
    tx.commit().await
}

/// Brings nothing back; also where there was no block.
pub async fn unblock(backend: &Backend, viewer: &Viewer, person: UserId) -> Result<()> {
    store::delete(&backend.db, account(viewer)?.user.id, person).await
}

/// Newest first, named as they were then; nobody blocks more than [`limits::BLOCKS`].
pub async fn blocked(backend: &Backend, viewer: &Viewer) -> Result<Vec<Blocked>> {
    store::list(&backend.db, account(viewer)?.user.id).await
}
