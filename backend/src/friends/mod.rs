//! Friends, friend requests, blocks, reports and invitations (product 17, 19, 20).

pub mod blocks;
pub mod invitations;
mod inviter;
pub mod reports;
mod request_limits;
mod requests;
mod search;
mod store;

pub use inviter::{answer_filter_offer, befriend_inviter, close_filter_offer, inviter, offers_filter, skip_inviter};
pub use requests::{Sent, accept, count_incoming, decline, incoming, outgoing, send_request, withdraw};
pub use search::{Sought, Whom, person, search};
pub use store::OF_INCOMING;

use crate::{
    Account, Backend, Error, Result, Viewer,
    authorization::{self, Relationship},
    db::Tx,
};
use chrono::{DateTime, TimeDelta, Utc};
use domain::{Friend, Refusal, UserId, limits, texts};

/// The account. A guest is refused with the text that spec 8 has for calls about people.
pub(super) fn account(viewer: &Viewer) -> Result<&Account> {
    match viewer {
        Viewer::Guest => Err(domain::Error::from(Refusal::Unauthenticated).with(texts::PERSON, "").into()),
        Viewer::User(_) | Viewer::Identity { .. } => viewer.account(),
    }
}

/// How many friends the viewer has.
pub async fn count(backend: &Backend, viewer: &Viewer) -> Result<i64> {
    store::count_friends(backend.db.read(store::COUNT_FRIENDS), account(viewer)?.user.id).await
}

/// Begins a transaction in which nobody else can change the relationship of these two, and returns that relationship. Every change of a
/// relationship begins here. If one of the two does not exist: `user_not_found`.
async fn lock_pair(backend: &Backend, one: UserId, other: UserId) -> Result<(Tx, Relationship)> {
    let mut tx = backend.db.begin().await?;
    if !store::lock_pair(&mut tx, one, other).await? {
        return Err(user_not_found());
    }
    let relationship = authorization::relationship_in(&mut tx, one, other).await?;
    Ok((tx, relationship))
}

/// The person does not exist, or the viewer must not know of them.
fn user_not_found() -> Error {
    domain::Error::from(Refusal::UserNotFound).with(texts::PERSON, "").into()
}

/// All friends, sorted by name. There are at most [`limits::FRIENDS`].
pub async fn friends(backend: &Backend, viewer: &Viewer) -> Result<Vec<Friend>> {
    let account = account(viewer)?;
    let mut friends = store::list_friends(&backend.db, account.user.id).await?;
    friends.sort_by_cached_key(|friend| search::sort_key(&friend.person));
    Ok(friends)
}

/// Ends a friendship. From the next HTTP request on neither sees what the other shows to friends only.
pub async fn remove_friend(backend: &Backend, viewer: &Viewer, friend: UserId) -> Result<()> {
    let account = account(viewer)?;
    let (mut tx, _) = lock_pair(backend, account.user.id, friend).await.map_err(|error| match error {
        Error::Refused(_) => Refusal::FriendNotFound.into(),
        broken @ Error::Broken(_) => broken,
    })?;
    if store::delete_friendship(&mut tx, account.user.id, friend).await? == 0 {
        return Err(Refusal::FriendNotFound.into());
    }
    tx.commit().await
}

/// Deletes requests that were withdrawn long ago, invitations that ended long ago, and reports that were closed long ago.
pub async fn sweep(backend: &Backend) -> Result<()> {
    let before = backend.clock.now() - TimeDelta::days(limits::WITHDRAWN_DAYS);
    store::delete_withdrawn(&backend.db, before).await?;
    invitations::sweep(backend).await?;
    reports::sweep(backend).await
}

/// A decline after this time hides the next request of the same person.
fn hidden_since(now: DateTime<Utc>) -> DateTime<Utc> {
    now - TimeDelta::days(limits::DECLINED_DAYS)
}
