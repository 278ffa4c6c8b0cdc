//! SQL of blocks.

use super::Blocked;
use crate::{Db, Result, db::Tx};
use chrono::{DateTime, Utc};
use domain::{Person, UserId};
use uuid::Uuid;

/// False: the block exists already. An `unseen` block is shown to nobody while the other person's block exists.
pub async fn insert(tx: &mut Tx, own: UserId, other: UserId, unseen: bool, now: DateTime<Utc>) -> Result<bool> {
    let statement = tx.query(
        "INSERT INTO blocks (blocker_id, blocked_id, created_at, first_name, last_name, username, unseen) \
         SELECT $1, id, $3, first_name, last_name, username, $4 FROM users WHERE id = $2 ON CONFLICT DO NOTHING",
    );
    Ok(statement.bind(own.0).bind(other.0).bind(now).bind(unseen).execute().await? == 1)
}

/// Whether the first has blocked the second.
pub async fn stands(tx: &mut Tx, one: UserId, other: UserId) -> Result<bool> {
    let statement = tx.query("SELECT EXISTS (SELECT 1 FROM blocks WHERE blocker_id = $1 AND blocked_id = $2)");
    Ok(statement.bind(one.0).bind(other.0).fetch_one::<(bool,)>().await?.0)
}

pub async fn count(tx: &mut Tx, own: UserId) -> Result<usize> {
    let statement = tx.query("SELECT COUNT(*) FROM blocks WHERE blocker_id = $1");
    let (count,): (i64,) = statement.bind(own.0).fetch_one().await?;
    Ok(usize::try_from(count).unwrap_or_default())
}

/// Deletes the block. A block in the other direction is shown to its owner from now on.
pub async fn delete(tx: &mut Tx, own: UserId, other: UserId) -> Result<()> {
    let statement = tx.query("DELETE FROM blocks WHERE blocker_id = $1 AND blocked_id = $2");
    statement.bind(own.0).bind(other.0).execute().await?;
    let statement = tx.query("UPDATE blocks SET unseen = FALSE WHERE blocker_id = $2 AND blocked_id = $1 AND unseen");
    statement.bind(own.0).bind(other.0).execute().await.map(drop)
}

/// Whether the first has blocked the second, and this is shown to the first.
const TOLD: &str = "SELECT EXISTS (SELECT 1 FROM blocks WHERE blocker_id = $1 AND blocked_id = $2 AND NOT unseen)";

pub async fn is_told(tx: &mut Tx, own: UserId, other: UserId) -> Result<bool> {
    Ok(tx.query(TOLD).bind(own.0).bind(other.0).fetch_one::<(bool,)>().await?.0)
}

pub async fn has_blocked(db: &Db, own: UserId, other: UserId) -> Result<bool> {
    Ok(db.read(TOLD).bind(own.0).bind(other.0).fetch_one::<(bool,)>().await?.0)
}

#[derive(sqlx::FromRow)]
struct Row {
    blocked_id: Uuid,
    first_name: String,
    last_name: String,
    username: String,
    created_at: DateTime<Utc>,
}

/// Blocked people with the names that they had then, and without pictures, because a block hides both from each other.
pub async fn list(db: &Db, own: UserId) -> Result<Vec<Blocked>> {
    let rows: Vec<Row> = db
        .read(
            "SELECT blocked_id, first_name, last_name, username, created_at FROM blocks \
             WHERE blocker_id = $1 AND NOT unseen AND blocked_id IN (SELECT id FROM people) ORDER BY created_at DESC, blocked_id",
        )
        .bind(own.0)
        .fetch_all()
        .await?;
    let people = rows.into_iter().map(|row| Blocked {
        person: Person {
            id: UserId(row.blocked_id),
            first_name: row.first_name,
            last_name: row.last_name,
            username: row.username,
            profile_image_url: None,
        },
        blocked_at: row.created_at,
    });
    Ok(people.collect())
}
