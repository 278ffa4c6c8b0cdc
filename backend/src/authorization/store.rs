//! SQL of what decides who may see what.

use super::Relationship;
use crate::{Db, Result, db::Query};
use domain::{EntryId, UserId, Visibility};
use uuid::Uuid;

/// One statement, so that a block and the end of a friendship are seen together.
pub const RELATIONSHIP: &str = "SELECT EXISTS (SELECT 1 FROM blocks WHERE (blocker_id = $1 AND blocked_id = $2) \
                       OR (blocker_id = $2 AND blocked_id = $1)), \
                       EXISTS (SELECT 1 FROM friendships WHERE user_id = $1 AND friend_id = $2)";

/// `query` is of [`RELATIONSHIP`].
pub async fn relationship(query: Query<'_>, one: UserId, other: UserId) -> Result<Relationship> {
    let (blocked, friends): (bool, bool) = query.bind(one.0).bind(other.0).fetch_one().await?;
    Ok(Relationship::of(blocked, friends))
}

/// Whose the entry is and for whom; one in the bin is nobody's to see.
pub async fn find_entry(db: &Db, id: EntryId) -> Result<Option<(UserId, Visibility)>> {
    let statement = db.read("SELECT user_id, visibility FROM entries WHERE id = $1 AND deleted_at IS NULL");
    let found: Option<(Uuid, String)> = statement.bind(id.0).fetch_optional().await?;
    found.map(|(owner, visibility)| Ok((UserId(owner), visibility.parse()?))).transpose()
}
