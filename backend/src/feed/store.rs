//! SQL of the feed: one statement per page. Its cost does not grow with the number of entries.

use crate::{
    Db, Result,
    authorization::Relationship,
    db::Engine,
    entries::store::{Row, Stored, select},
    pagination::Cursor,
};
use chrono::{DateTime, Utc};
use domain::{EntryId, FeedFilters, UserId};
use uuid::Uuid;

/// A row of the feed, whose words are still sealed.
#[derive(sqlx::FromRow)]
pub struct FeedRow {
    #[sqlx(flatten)]
    entry: Row,
    is_blocked: bool,
    is_friend: bool,
}

impl FeedRow {
    pub fn cursor(&self) -> Cursor {
        self.entry.cursor()
    }
}

/// The entries, each with the relationship between its author and the reader.
pub fn open_all(db: &Db, rows: Vec<FeedRow>) -> Result<Vec<(Stored, Relationship)>> {
    let mut keys = db.keyring().opener();
    let opened = rows.into_iter().map(|row| {
        let relationship = Relationship::of(row.is_blocked, row.is_friend);
        let entry = db.keyring().or_skip(row.entry.opened(&mut keys))?;
        Ok(entry.map(|entry| (entry, relationship)))
    });
    opened.filter_map(Result::transpose).collect()
}

/// The statement. `$of_each` and `$end` enclose a subquery that runs for each friend: SQLite has a correlated `IN` for it, PostgreSQL a
/// lateral join.
///
/// Parameters: the reader is `$1`. Entries older than the cursor `$2`, `$3` are read, at most `$4`: own entries if `$5`, those of friends if
/// `$6`, other people's public ones if `$7`. The cursor `$8`, `$9` is the oldest position to read.
///
/// Each of the three parts reads an index from the first cursor on: `entries_newest`, `entries_shown` and `entries_public`. The part for
/// friends first reads the newest entry of each friend. `heads` are the newest of these, as many as a page holds, because a page cannot show
/// more people. If `heads` is full, entries older than its last one cannot be on the page, so they are not read.
/// Otherwise their entries are read back to the time `$8`.
macro_rules! feed {
    ($of_each:literal, $end:literal) => {
        concat!(
            "WITH hidden (person) AS MATERIALIZED (\
               SELECT blocked_id FROM blocks WHERE blocker_id = $1 \
               UNION SELECT blocker_id FROM blocks WHERE blocked_id = $1 \
               UNION SELECT id FROM users WHERE leaves_at IS NOT NULL \
               UNION SELECT id FROM users WHERE locked_for IS NOT NULL), \
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
                 SELECT e.created_at, e.id FROM entries e WHERE $7 AND e.user_id <> $1 AND e.visibility = 'public' \
                 AND e.deleted_at IS NULL \
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

/// The position of the `$4`th public entry after the cursor `$2`, `$3`. No row if `$1` has blocked nobody and is not blocked, and nobody is
/// leaving or locked. All parts use an index.
const EDGE: &str = "SELECT place.created_at, place.id \
     FROM (SELECT 1 AS one FROM blocks WHERE blocker_id = $1 OR blocked_id = $1 \
     UNION ALL SELECT 1 AS one FROM users WHERE leaves_at IS NOT NULL \
     UNION ALL SELECT 1 AS one FROM users WHERE locked_for IS NOT NULL LIMIT 1) b CROSS JOIN \
     (SELECT e.created_at, e.id FROM entries e WHERE e.visibility = 'public' AND e.deleted_at IS NULL \
     AND (e.created_at, e.id) < ($2, $3) ORDER BY e.created_at DESC, e.id DESC LIMIT 1 OFFSET $4 - 1) place";

/// The statements for this engine: the page, and the edge of its public entries.
pub fn statements(db: &Db) -> [&'static str; 2] {
    [statement(db), EDGE]
}

fn statement(db: &Db) -> &'static str {
    match db.engine() {
        Engine::Sqlite => SQLITE,
        Engine::Postgres => POSTGRES,
    }
}

/// How far back a page after `before` may read if it searches `window` public entries. None: there is no limit.
pub async fn edge(db: &Db, reader: UserId, before: Cursor, window: usize) -> Result<Option<Cursor>> {
    let window = i64::try_from(window).unwrap_or(i64::MAX);
    let query = db.read(EDGE).bind(reader.0).bind(before.created_at).bind(before.id.0).bind(window);
    let place: Option<(DateTime<Utc>, Uuid)> = query.fetch_optional().await?;
    Ok(place.map(|(created_at, id)| Cursor { created_at, id: EntryId(id) }))
}

/// The `limit` newest entries of the chosen kinds after the cursor `before`.
/// Entries older than `end` can only be friends' entries with exactly the same time as `end`.
pub async fn list(
    db: &Db,
    reader: UserId,
    filters: FeedFilters,
    before: Cursor,
    end: Option<Cursor>,
    limit: usize,
) -> Result<Vec<FeedRow>> {
    let end = end.unwrap_or(Cursor { created_at: DateTime::<Utc>::UNIX_EPOCH, id: EntryId(Uuid::nil()) });
    db.read(statement(db))
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
        .await
}

/// A cursor that is newer than every entry.
pub fn newest() -> Cursor {
    const SECONDS: i64 = 253_402_300_799;
    let created_at = DateTime::from_timestamp(SECONDS, 0).unwrap_or(DateTime::<Utc>::MAX_UTC);
    Cursor { created_at, id: EntryId(Uuid::max()) }
}
