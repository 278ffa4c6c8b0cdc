//! SQL of the bin.

use super::super::store::{Row, Stored, lock_row, select};
use crate::{
    Clock, Db, Result,
    db::{Engine, Tx, is_taken},
    pagination::Cursor,
    share_links, stats,
};
use chrono::{DateTime, NaiveDate, Utc};
use domain::{EntryId, UserId};
use uuid::Uuid;

/// Entries that were deleted after `since`, the last deleted first.
pub async fn list(
    db: &Db,
    owner: UserId,
    since: DateTime<Utc>,
    before: Option<Cursor>,
    limit: usize,
) -> Result<Vec<Row>> {
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let statement = match before {
        None => {
            let sql = select!("e.deleted_at > $2", "e.user_id = $1 ORDER BY e.deleted_at DESC, e.id DESC LIMIT $3");
            db.read(sql).bind(owner.0).bind(since)
        }
        Some(cursor) => {
            let sql = select!(
                "e.deleted_at > $2",
                "e.user_id = $1 AND (e.deleted_at, e.id) < ($3, $4) ORDER BY e.deleted_at DESC, e.id DESC LIMIT $5"
            );
            db.read(sql).bind(owner.0).bind(since).bind(cursor.created_at).bind(cursor.id.0)
        }
    };
    statement.bind(limit).fetch_all().await
}

pub async fn find(db: &Db, id: EntryId, since: DateTime<Utc>) -> Result<Option<Stored>> {
    let row: Option<Row> =
        db.read(select!("e.deleted_at > $2", "e.id = $1")).bind(id.0).bind(since).fetch_optional().await?;
    row.map(|row| row.open(db.keyring())).transpose()
}

/// Locks the entry in the bin until the transaction ends, and returns it.
pub async fn lock(tx: &mut Tx, id: EntryId, since: DateTime<Utc>) -> Result<Option<Stored>> {
    lock_row(tx, id).await?;
    let row: Option<Row> =
        tx.query(select!("e.deleted_at > $2", "e.id = $1")).bind(id.0).bind(since).fetch_optional().await?;
    row.map(|row| row.open(tx.keyring())).transpose()
}

/// Locks the entry of a day until the transaction ends, and returns it.
pub async fn lock_day(tx: &mut Tx, owner: UserId, date: NaiveDate) -> Result<Option<Stored>> {
    let mut held = None;
    loop {
        let sql = select!("e.user_id = $1 AND e.date = $2");
        let row: Option<Row> = tx.query(sql).bind(owner.0).bind(date).fetch_optional().await?;
        let Some(found) = row.map(|row| row.open(tx.keyring())).transpose()? else { return Ok(None) };
        // While this waited for the lock, the entry may have changed, or another one may have replaced it. Only what is read under the
        // lock counts.
        if held == Some(found.id) {
            return Ok(Some(found));
        }
        lock_row(tx, found.id).await?;
        held = Some(found.id);
    }
}

/// Locks an entry that is not in the bin, and returns its owner and its day.
pub async fn lock_head(tx: &mut Tx, id: EntryId) -> Result<Option<(UserId, NaiveDate)>> {
    lock_row(tx, id).await?;
    let query = tx.query("SELECT user_id, date FROM entries WHERE id = $1 AND deleted_at IS NULL").bind(id.0);
    let row: Option<(Uuid, NaiveDate)> = query.fetch_optional().await?;
    Ok(row.map(|(owner, date)| (UserId(owner), date)))
}

/// How many entries the person has in the bin.
pub async fn count(tx: &mut Tx, owner: UserId) -> Result<i64> {
    let statement = tx.query("SELECT COUNT(*) FROM entries WHERE user_id = $1 AND deleted_at IS NOT NULL");
    Ok(statement.bind(owner.0).fetch_one::<(i64,)>().await?.0)
}

/// Moves the entry to the bin, and ends its link.
pub async fn delete(tx: &mut Tx, clock: &Clock, (id, owner, date): (EntryId, UserId, NaiveDate)) -> Result<()> {
    tx.query("UPDATE entries SET deleted_at = $2 WHERE id = $1").bind(id.0).bind(clock.now()).execute().await?;
    share_links::end(tx, clock, (id, owner, date)).await?;
    stats::refresh(tx, owner, date).await
}

/// Takes the entry out of the bin. False: the day has another entry.
pub async fn put_back(tx: &mut Tx, clock: &Clock, entry: &Stored) -> Result<bool> {
    // Ends a link that was made while the entry was being deleted.
    share_links::end(tx, clock, (entry.id, entry.owner, entry.date)).await?;
    match tx.query("UPDATE entries SET deleted_at = NULL WHERE id = $1").bind(entry.id.0).execute().await {
        Ok(_) => stats::refresh(tx, entry.owner, entry.date).await.map(|()| true),
        Err(error) if is_taken(&error) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Deletes entries that were moved to the bin at `until` or before, with all their rows. The sweep of media removes their files.
pub async fn empty(db: &Db, until: DateTime<Utc>) -> Result<()> {
    let mut tx = db.begin().await?;
    let media = "INSERT INTO removed_media (id) \
                 SELECT i.id FROM images i JOIN entries e ON e.id = i.entry_id WHERE e.deleted_at <= $1 \
                 UNION ALL SELECT r.id FROM recordings r JOIN entries e ON e.id = r.entry_id WHERE e.deleted_at <= $1 \
                 ON CONFLICT DO NOTHING";
    tx.query(media).bind(until).execute().await?;
    tx.query("DELETE FROM entries WHERE deleted_at <= $1").bind(until).execute().await?;
    tx.commit().await
}

/// Deletes what `owner` has in the bin, with all rows. Returns the ids of its pictures and recordings, whose files the caller removes.
pub async fn empty_of(db: &Db, owner: UserId) -> Result<Vec<Uuid>> {
    let mut tx = db.begin().await?;
    // Locked, so that none of them is put back in the meantime.
    let lock = match tx.engine() {
        Engine::Sqlite => "SELECT id FROM entries WHERE user_id = $1 AND deleted_at IS NOT NULL",
        Engine::Postgres => {
            "SELECT id FROM entries WHERE user_id = $1 AND deleted_at IS NOT NULL ORDER BY id FOR UPDATE"
        }
    };
    tx.query(lock).bind(owner.0).fetch_all::<(Uuid,)>().await?;
    let binned = "INSERT INTO removed_media (id) SELECT i.id FROM images i JOIN entries e ON e.id = i.entry_id \
                  WHERE e.user_id = $1 AND e.deleted_at IS NOT NULL \
                  UNION ALL SELECT r.id FROM recordings r JOIN entries e ON e.id = r.entry_id \
                  WHERE e.user_id = $1 AND e.deleted_at IS NOT NULL ON CONFLICT DO NOTHING RETURNING id";
    let ids = tx.query(binned).bind(owner.0).fetch_all::<(Uuid,)>().await?;
    let statement = tx.query("DELETE FROM entries WHERE user_id = $1 AND deleted_at IS NOT NULL");
    statement.bind(owner.0).execute().await?;
    tx.commit().await?;
    Ok(ids.into_iter().map(|(id,)| id).collect())
}
