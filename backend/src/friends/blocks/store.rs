//! SQL of blocks.

use super::Blocked;
use crate::{Db, Result, db::Tx};
use chrono::{DateTime, Utc};
use domain::{Person, UserId};
use uuid::Uuid;

/// False: the block stands already.
pub async fn insert(tx: &mut Tx, own: UserId, other: UserId, now: DateTime<Utc>) -> Result<bool> {
    let statement = tx.query(
        "INSERT INTO blocks (blocker_id, blocked_id, created_at, first_name, last_name, username) \
         SELECT $1, id, $3, first_name, last_name, username FROM users WHERE id = $2 ON CONFLICT DO NOTHING",
    );
    Ok(statement.bind(own.0).bind(other.0).bind(now).execute().await? == 1)
}

pub async fn count(tx: &mut Tx, own: UserId) -> Result<usize> {
    let statement = tx.query("SELECT COUNT(*) FROM blocks WHERE blocker_id = $1");
    let (count,): (i64,) = statement.bind(own.0).fetch_one().await?;
    Ok(usize::try_from(count).unwrap_or_default())
}

pub async fn delete(db: &Db, own: UserId, other: UserId) -> Result<()> {
    let statement = db.write("DELETE FROM blocks WHERE blocker_id = $1 AND blocked_id = $2");
    statement.bind(own.0).bind(other.0).execute().await.map(drop)
}

#[derive(sqlx::FromRow)]
struct Row {
    blocked_id: Uuid,
    first_name: String,
    last_name: String,
    username: String,
    created_at: DateTime<Utc>,
}

/// With the names that they had then, and without pictures: a block hides both sides from each other.
pub async fn list(db: &Db, own: UserId) -> Result<Vec<Blocked>> {
    let rows: Vec<Row> = db
        .read(
            "SELECT blocked_id, first_name, last_name, username, created_at FROM blocks WHERE blocker_id = $1 \
             ORDER BY created_at DESC, blocked_id",
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
