//! The feed: who finds what in it, page by page.

mod cost;
mod merge;
mod own;
mod pages;

use crate::world::{World, sealed::Sealer};
use backend::{Viewer, db::Tx};
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use domain::{EntryId, UserId, Visibility};
use uuid::Uuid;

fn id(viewer: &Viewer) -> UserId {
    viewer.user_id().unwrap()
}

/// Inserts one direction of a relationship.
async fn relate(w: &World, sql: &'static str, one: &Viewer, other: &Viewer) {
    w.backend.db.write(sql).bind(id(one).0).bind(id(other).0).bind(w.clock.now()).execute().await.unwrap();
}

async fn make_friends(w: &World, one: &Viewer, other: &Viewer) {
    let sql = "INSERT INTO friendships (user_id, friend_id, created_at) VALUES ($1, $2, $3)";
    relate(w, sql, one, other).await;
    relate(w, sql, other, one).await;
}

async fn part(w: &World, one: &Viewer, other: &Viewer) {
    let sql = "DELETE FROM friendships WHERE ((user_id = $1 AND friend_id = $2) OR (user_id = $2 AND friend_id = $1)) AND created_at <= $3";
    relate(w, sql, one, other).await;
}

async fn block(w: &World, one: &Viewer, other: &Viewer) {
    relate(w, "INSERT INTO blocks (blocker_id, blocked_id, created_at) VALUES ($1, $2, $3)", one, other).await;
}

/// An entry as it lies in the table.
#[derive(Clone, Copy, Debug)]
struct Row {
    id: EntryId,
    owner: UserId,
    visibility: Visibility,
    created_at: DateTime<Utc>,
    is_deleted: bool,
}

/// Each on a day of its own.
async fn insert(tx: &mut Tx, day: usize, row: Row) {
    let key = tx.data_key(row.owner).await.unwrap();
    let sealer = Sealer::from(key);
    let date = NaiveDate::from_ymd_opt(2000, 1, 1).unwrap() + TimeDelta::days(i64::try_from(day).unwrap());
    tx.query(
        "INSERT INTO entries (id, user_id, date, words, signs, word_count, photos, mood_level, visibility, \
         main_image_index, is_favorite, version, created_at, updated_at, deleted_at) \
         VALUES ($1, $2, $3, $7, $8, 1, 0, 5, $4, 0, TRUE, 1, $5, $5, $6)",
    )
    .bind(row.id.0)
    .bind(row.owner.0)
    .bind(date)
    .bind(row.visibility.as_str())
    .bind(row.created_at)
    .bind(row.is_deleted.then_some(row.created_at))
    .bind(sealer.words(row.owner.0, row.id.0, "x"))
    .bind(sealer.signs(row.owner.0, row.id.0))
    .execute()
    .await
    .unwrap();
}

fn entry_id(n: u128) -> EntryId {
    EntryId(Uuid::from_u128(n))
}
