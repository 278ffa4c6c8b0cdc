//! How many friends and friend requests somebody may have.

use super::store;
use crate::{Error, Result, db::Tx};
use domain::{Refusal, UserId, limits};

/// The refusal if this person may send no more requests. The caller has locked the person.
pub(super) async fn request_refusal(tx: &mut Tx, requester: UserId) -> Result<Option<Error>> {
    if store::count_friends(tx.query(store::COUNT_FRIENDS), requester).await? >= i64::from(limits::FRIENDS) {
        return Ok(Some(too_many_friends(Refusal::TooManyFriends)));
    }
    let is_full = store::count_standing(tx, requester).await? >= i64::from(limits::PENDING_REQUESTS);
    let refused = || domain::Error::from(Refusal::TooManyPending).with("n", limits::PENDING_REQUESTS).into();
    Ok(is_full.then(refused))
}

pub(super) fn too_many_friends(refusal: Refusal) -> Error {
    domain::Error::from(refusal).with("n", limits::FRIENDS).into()
}
