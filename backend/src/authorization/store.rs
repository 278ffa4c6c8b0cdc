//! SQL of the facts that access depends on.

use super::Relationship;
use crate::{Db, Result, db::Query};
use domain::{EntryId, UserId, Visibility};
use uuid::Uuid;

/// One statement, so that it sees a block and the end of the friendship together. Whoever is leaving counts as blocked by everybody.
pub const RELATIONSHIP: &str = "SELECT EXISTS (SELECT 1 FROM blocks WHERE (blocker_id = $1 AND blocked_id = $2) \
                       OR (blocker_id = $2 AND blocked_id = $1)) \
                       OR (SELECT COUNT(*) FROM people WHERE id IN ($1, $2)) < 2, \
                       EXISTS (SELECT 1 FROM friendships WHERE user_id = $1 AND friend_id = $2)";

/// `query` must be one of [`RELATIONSHIP`].
pub async fn relationship(query: Query<'_>, one: UserId, other: UserId) -> Result<Relationship> {
    let (blocked, friends): (bool, bool) = query.bind(one.0).bind(other.0).fetch_one().await?;
    Ok(Relationship::of(blocked, friends))
}

/// The owner and visibility of an entry. None: it does not exist or is in the bin.
pub async fn find_entry(db: &Db, id: EntryId) -> Result<Option<(UserId, Visibility)>> {
    let statement = db.read("SELECT user_id, visibility FROM entries WHERE id = $1 AND deleted_at IS NULL");
    let found: Option<(Uuid, String)> = statement.bind(id.0).fetch_optional().await?;
    found.map(|(owner, visibility)| Ok((UserId(owner), visibility.parse()?))).transpose()
}
