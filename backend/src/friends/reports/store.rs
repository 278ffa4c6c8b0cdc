//! SQL of reports.

use super::Report;
use crate::{Db, Result, Secret, db::Tx, secret::purpose};
use chrono::{DateTime, NaiveDate, Utc};
use domain::{EntryId, ReportReason, UserId};
use uuid::Uuid;

#[derive(Debug)]
pub struct NewReport {
    pub id: Uuid,
    pub reporter: UserId,
    pub person: UserId,
    pub entry: Option<EntryId>,
    pub subject: Uuid,
    pub reason: ReportReason,
    pub words: String,
    pub now: DateTime<Utc>,
}

/// Returns the id of the open report. If the same subject was reported before, that is the id of the older report.
pub async fn insert(db: &Db, secret: &Secret, new: NewReport) -> Result<Uuid> {
    let words = secret.encrypt(purpose::REPORT, &new.words)?;
    let mut tx = db.begin().await?;
    let (id,): (Uuid,) = tx
        .query(
            "INSERT INTO reports (id, reporter_id, person_id, entry_id, subject_id, reason, words, created_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8) \
             ON CONFLICT (reporter_id, subject_id) WHERE done_at IS NULL \
             DO UPDATE SET reason = excluded.reason, words = excluded.words RETURNING id",
        )
        .bind(new.id)
        .bind(new.reporter.0)
        .bind(new.person.0)
        .bind(new.entry.map(|entry| entry.0))
        .bind(new.subject)
        .bind(new.reason.as_str())
        .bind(words)
        .bind(new.now)
        .fetch_one()
        .await?;
    tx.commit().await?;
    Ok(id)
}

pub async fn person_exists(db: &Db, person: UserId) -> Result<bool> {
    let statement = db.read("SELECT EXISTS (SELECT 1 FROM people WHERE id = $1)");
    Ok(statement.bind(person.0).fetch_one::<(bool,)>().await?.0)
}

/// The author of an entry that is not private, if a block exists between the author and `own`. It includes entries for friends, because a
/// former friend may have read them.
pub async fn blocked_author(db: &Db, own: UserId, entry: EntryId) -> Result<Option<UserId>> {
    let statement = db.read(
        "SELECT e.user_id FROM entries e WHERE e.id = $1 AND e.deleted_at IS NULL AND e.visibility <> 'private' \
         AND EXISTS (SELECT 1 FROM blocks WHERE (blocker_id = $2 AND blocked_id = e.user_id) \
         OR (blocker_id = e.user_id AND blocked_id = $2))",
    );
    let found: Option<(Uuid,)> = statement.bind(entry.0).bind(own.0).fetch_optional().await?;
    Ok(found.map(|(id,)| UserId(id)))
}

#[derive(sqlx::FromRow)]
struct Row {
    id: Uuid,
    created_at: DateTime<Utc>,
    reporter_id: Option<Uuid>,
    reporter_name: Option<String>,
    person_id: Uuid,
    person_name: String,
    entry_id: Option<Uuid>,
    entry_date: Option<NaiveDate>,
    reason: String,
    words: Vec<u8>,
}

impl Row {
    fn open(self, secret: &Secret) -> Report {
        let row = self;
        Report {
            id: row.id,
            created_at: row.created_at,
            reporter: row.reporter_name.zip(row.reporter_id.map(UserId)),
            person: (row.person_name, UserId(row.person_id)),
            entry: row.entry_id.map(EntryId).zip(row.entry_date),
            reason: row.reason,
            words: secret.decrypt(purpose::REPORT, &row.words).ok(),
        }
    }
}

pub async fn list_open(db: &Db, secret: &Secret, limit: usize) -> Result<Vec<Report>> {
    let rows: Vec<Row> = db
        .read(
            "SELECT r.id, r.created_at, r.reporter_id, a.username AS reporter_name, r.person_id, \
             p.username AS person_name, r.entry_id, e.date AS entry_date, r.reason, r.words \
             FROM reports r JOIN users p ON p.id = r.person_id LEFT JOIN users a ON a.id = r.reporter_id \
             LEFT JOIN entries e ON e.id = r.entry_id WHERE r.done_at IS NULL ORDER BY r.created_at, r.id LIMIT $1",
        )
        .bind(i64::try_from(limit).unwrap_or(i64::MAX))
        .fetch_all()
        .await?;
    Ok(rows.into_iter().map(|row| row.open(secret)).collect())
}

pub async fn count_open(db: &Db) -> Result<usize> {
    let (count,): (i64,) = db.read("SELECT COUNT(*) FROM reports WHERE done_at IS NULL").fetch_one().await?;
    Ok(usize::try_from(count).unwrap_or_default())
}

/// Returns who made the report, if they still have an account. The outer `None`: there is no such open report.
pub async fn set_done(tx: &mut Tx, id: Uuid, now: DateTime<Utc>) -> Result<Option<Option<UserId>>> {
    let sql = "UPDATE reports SET done_at = $2 WHERE id = $1 AND done_at IS NULL RETURNING reporter_id";
    let closed = tx.query(sql).bind(id).bind(now).fetch_optional::<(Option<Uuid>,)>().await?;
    Ok(closed.map(|(reporter,)| reporter.map(UserId)))
}

pub async fn delete_done(db: &Db, before: DateTime<Utc>) -> Result<()> {
    db.write("DELETE FROM reports WHERE done_at < $1").bind(before).execute().await.map(drop)
}
