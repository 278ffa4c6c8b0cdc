//! Entries of one person that others may see.

use super::{Row, select};
use crate::{Db, Result, pagination::Cursor};
use domain::UserId;

/// One person's entries with that visibility, from that cursor on.
macro_rules! shown {
    ($visibility:literal, $behind:literal) => {
        select!(concat!(
            "e.user_id = $1 AND e.visibility ",
            $visibility,
            $behind,
            " ORDER BY e.created_at DESC, e.id DESC LIMIT $2"
        ))
    };
}

/// The statement for entries shown to friends or to everybody. Each uses an index of exactly these entries: `entries_shown`,
/// `entries_public_of`.
pub fn statement_of_shown(to_friends: bool, is_behind: bool) -> &'static str {
    match (to_friends, is_behind) {
        (true, false) => shown!("<> 'private'", ""),
        (true, true) => shown!("<> 'private'", " AND (e.created_at, e.id) < ($3, $4)"),
        (false, false) => shown!("= 'public'", ""),
        (false, true) => shown!("= 'public'", " AND (e.created_at, e.id) < ($3, $4)"),
    }
}

/// The `limit` newest entries older than `before` that `owner` shows to friends, or to everybody.
pub async fn list_shown(
    db: &Db,
    owner: UserId,
    to_friends: bool,
    before: Option<Cursor>,
    limit: i64,
) -> Result<Vec<Row>> {
    let query = db.read(statement_of_shown(to_friends, before.is_some())).bind(owner.0).bind(limit);
    let query = match before {
        None => query,
        Some(cursor) => query.bind(cursor.created_at).bind(cursor.id.0),
    };
    query.fetch_all().await
}
