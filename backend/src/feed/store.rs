//! SQL of the feed: one statement a page, whose cost does not grow with what people have written.

use crate::{
    Db, Result,
    authorization::Relationship,
    entries::store::{Row, Stored, select},
    pagination::Cursor,
};
use chrono::{DateTime, Utc};
use domain::{EntryId, FeedFilters, UserId};
use uuid::Uuid;

#[derive(sqlx::FromRow)]
struct FeedRow {
    #[sqlx(flatten)]
    entry: Row,
    is_blocked: bool,
    is_friend: bool,
}

/// The statement, with an engine's words for 'of each of them, the entries that …', which SQLite has as a correlated list
/// and PostgreSQL as a lateral join.
///
/// `$1` reads what is behind the place `$2`, `$3`, at most `$4` entries: own ones if `$5`, those of friends if `$6`, public
/// ones if `$7`. Each of the three ways goes along an index from that place on: `entries_newest`, `entries_shown` and
/// `entries_public`, and ends at the place `$8`, `$9`. Of friends: of each the newest entry; of these `heads` as many as a page
/// holds, since no more people can be on it; and of those people what is not older than the last of a full `heads`, since
/// nothing older can be on it, nor than that end's moment.
macro_rules! feed {
    ($of_each:literal, $end:literal) => {
        concat!(
            "WITH hidden (person) AS MATERIALIZED (\
               SELECT blocked_id FROM blocks WHERE blocker_id = $1 \
               UNION SELECT blocker_id FROM blocks WHERE blocked_id = $1), \
             heads (person, created_at, id) AS MATERIALIZED (\
               SELECT f.friend_id, n.created_at, n.id FROM friendships f ",
            $of_each,
            "    FROM entries e WHERE e.user_id = f.friend_id AND e.deleted_at IS NULL AND e.visibility <> 'private' \
                 AND (e.created_at, e.id) < ($2, $3) AND (e.created_at, e.id) >= ($8, $9) \
                 ORDER BY e.created_at DESC, e.id DESC LIMIT 1",
            $end,
            " WHERE $6 AND f.user_id = $1 AND f.friend_id NOT IN (SELECT person FROM hidden) \
               ORDER BY n.created_at DESC, n.id DESC LIMIT $4), \
             page (created_at, id) AS MATERIALIZED (\
               SELECT created_at, id FROM (\
                 SELECT e.created_at, e.id FROM entries e WHERE $5 AND e.user_id = $1 AND e.deleted_at IS NULL \
                 AND (e.created_at, e.id) < ($2, $3) AND (e.created_at, e.id) >= ($8, $9) \
                 ORDER BY e.created_at DESC, e.id DESC LIMIT $4) own \
               UNION SELECT n.created_at, n.id FROM heads h ",
            $of_each,
            "    FROM entries e WHERE e.user_id = h.person AND e.deleted_at IS NULL AND e.visibility <> 'private' \
                 AND (e.created_at, e.id) < ($2, $3) AND e.created_at >= COALESCE(\
                   (SELECT l.created_at FROM heads l ORDER BY l.created_at DESC, l.id DESC LIMIT 1 OFFSET $4 - 1), $8) \
                 ORDER BY e.created_at DESC, e.id DESC LIMIT $4",
            $end,
            " UNION SELECT created_at, id FROM (\
                 SELECT e.created_at, e.id FROM entries e WHERE $7 AND e.visibility = 'public' AND e.deleted_at IS NULL \
                 AND (e.created_at, e.id) < ($2, $3) AND (e.created_at, e.id) >= ($8, $9) \
                 AND e.user_id NOT IN (SELECT person FROM hidden) \
                 ORDER BY e.created_at DESC, e.id DESC LIMIT $4) everybodys \
               ORDER BY created_at DESC, id DESC LIMIT $4) ",
            select!(
                ", e.user_id IN (SELECT person FROM hidden) AS is_blocked, \
                 EXISTS (SELECT 1 FROM friendships f WHERE f.user_id = $1 AND f.friend_id = e.user_id) AS is_friend",
                "e.deleted_at IS NULL",
                "e.id IN (SELECT id FROM page) ORDER BY e.created_at DESC, e.id DESC"
            )
        )
    };
}

const SQLITE: &str = feed!("JOIN entries n ON n.id IN (SELECT e.id", ")");
const POSTGRES: &str = feed!("CROSS JOIN LATERAL (SELECT e.id, e.created_at", ") n");

/// The place of the public entry number `$4` behind `$2`, `$3`, where `$1` is in a block; two looks along indexes.
const EDGE: &str = "SELECT place.created_at, place.id \
     FROM (SELECT 1 AS one FROM blocks WHERE blocker_id = $1 OR blocked_id = $1 LIMIT 1) b CROSS JOIN \
     (SELECT e.created_at, e.id FROM entries e WHERE e.visibility = 'public' AND e.deleted_at IS NULL \
     AND (e.created_at, e.id) < ($2, $3) ORDER BY e.created_at DESC, e.id DESC LIMIT 1 OFFSET $4 - 1) place";

/// As the engine gets them: the page, and how far its public way is read.
pub fn statements(db: &Db) -> [&'static str; 2] {
    [statement(db), EDGE]
}

fn statement(db: &Db) -> &'static str {
    match db {
        Db::Sqlite { .. } => SQLITE,
        Db::Postgres(_) => POSTGRES,
    }
}

/// How far back a page behind `before` may read that looks through `window` public entries; none: as far as there are any.
pub async fn edge(db: &Db, reader: UserId, before: Cursor, window: usize) -> Result<Option<Cursor>> {
    let window = i64::try_from(window).unwrap_or(i64::MAX);
    let query = db.read(EDGE).bind(reader.0).bind(before.created_at).bind(before.id.0).bind(window);
    let place: Option<(DateTime<Utc>, Uuid)> = query.fetch_optional().await?;
    Ok(place.map(|(created_at, id)| Cursor { created_at, id: EntryId(id) }))
}

/// The `limit` newest entries of the chosen kinds behind `before`, each with what is between its author and the reader.
/// Hardly one is older than `end`: of friends those of the same moment.
pub async fn list(
    db: &Db,
    reader: UserId,
    filters: FeedFilters,
    before: Cursor,
    end: Option<Cursor>,
    limit: usize,
) -> Result<Vec<(Stored, Relationship)>> {
    let end = end.unwrap_or(Cursor { created_at: DateTime::<Utc>::UNIX_EPOCH, id: EntryId(Uuid::nil()) });
    let rows: Vec<FeedRow> = db
        .read(statement(db))
        .bind(reader.0)
        .bind(before.created_at)
        .bind(before.id.0)
        .bind(i64::try_from(limit).unwrap_or(i64::MAX))
        .bind(filters.own)
        .bind(filters.friends)
        .bind(filters.public)
        .bind(end.created_at)
        .bind(end.id.0)
        .fetch_all()
        .await?;
    rows.into_iter().map(|row| Ok((row.entry.try_into()?, Relationship::of(row.is_blocked, row.is_friend)))).collect()
}

/// Before every entry of a list.
pub fn newest() -> Cursor {
    const SECONDS: i64 = 253_402_300_799;
    let created_at = DateTime::from_timestamp(SECONDS, 0).unwrap_or(DateTime::<Utc>::MAX_UTC);
    Cursor { created_at, id: EntryId(Uuid::max()) }
}
