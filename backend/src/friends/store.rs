//! SQL of what is between people.

use super::Tie;
use crate::{Db, Result};
use domain::UserId;

/// One statement, so that a block and the end of a friendship are seen together.
pub async fn tie(db: &Db, one: UserId, other: UserId) -> Result<Tie> {
    let (blocked, friends): (bool, bool) = db
        .read(
            "SELECT EXISTS (SELECT 1 FROM blocks WHERE (blocker_id = $1 AND blocked_id = $2) \
             OR (blocker_id = $2 AND blocked_id = $1)), \
             EXISTS (SELECT 1 FROM friendships WHERE user_id = $1 AND friend_id = $2)",
        )
        .bind(one.0)
        .bind(other.0)
        .fetch_one()
        .await?;
    Ok(match (blocked, friends) {
        (true, _) => Tie::Blocked,
        (false, true) => Tie::Friends,
        (false, false) => Tie::None,
    })
}
