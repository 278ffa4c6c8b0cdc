//! SQL of answers to reflection questions.

use crate::{Db, Result, day_ticket::EntryDay, db::Tx};
use chrono::{DateTime, NaiveDate, Utc};
use domain::{AnswerId, EntryId, UserId};
use uuid::Uuid;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredAnswer {
    pub id: AnswerId,
    pub question_id: String,
    pub answer: String,
    pub position: i64,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: Uuid,
    question_id: String,
    answer: String,
    position: i64,
}

impl From<Row> for StoredAnswer {
    fn from(row: Row) -> Self {
        Self { id: AnswerId(row.id), question_id: row.question_id, answer: row.answer, position: row.position }
    }
}

const LIST: &str =
    "SELECT id, question_id, answer, position FROM reflection_answers WHERE entry_id = $1 ORDER BY position, id";

pub async fn list(db: &Db, entry: EntryId) -> Result<Vec<StoredAnswer>> {
    let rows: Vec<Row> = db.read(LIST).bind(entry.0).fetch_all().await?;
    Ok(rows.into_iter().map(StoredAnswer::from).collect())
}

/// Like [`list`], inside a transaction that has locked the entry.
pub async fn list_in(tx: &mut Tx, entry: EntryId) -> Result<Vec<StoredAnswer>> {
    let rows: Vec<Row> = tx.query(LIST).bind(entry.0).fetch_all().await?;
    Ok(rows.into_iter().map(StoredAnswer::from).collect())
}

/// Locks an entry until the transaction ends, and returns its owner, its days and its visibility. None: it does not exist or is in the bin.
pub async fn lock_entry(tx: &mut Tx, id: EntryId) -> Result<Option<(UserId, EntryDay, String)>> {
    let sql = match tx {
        // BEGIN IMMEDIATE has locked everything.
        Tx::Sqlite(_) => {
            "SELECT user_id, date, is_backfilled, is_sent_late, created_at, visibility FROM entries WHERE id = $1 AND deleted_at IS NULL"
        }
        Tx::Postgres(_) => {
            "SELECT user_id, date, is_backfilled, is_sent_late, created_at, visibility FROM entries WHERE id = $1 AND deleted_at IS NULL FOR UPDATE"
        }
    };
    let found: Option<(Uuid, NaiveDate, bool, bool, DateTime<Utc>, String)> =
        tx.query(sql).bind(id.0).fetch_optional().await?;
    Ok(found.map(|(owner, date, is_backfilled, is_sent_late, created_at, visibility)| {
        (UserId(owner), EntryDay { date, is_backfilled, is_sent_late, created_at }, visibility)
    }))
}

/// The entry of an answer.
pub async fn find_entry(db: &Db, id: AnswerId) -> Result<Option<EntryId>> {
    let sql = "SELECT entry_id FROM reflection_answers WHERE id = $1";
    let found: Option<(Uuid,)> = db.read(sql).bind(id.0).fetch_optional().await?;
    Ok(found.map(|(entry,)| EntryId(entry)))
}

/// Replaces the answer to the same question: there is one per entry and question.
pub async fn upsert(tx: &mut Tx, entry: EntryId, answer: &StoredAnswer, now: DateTime<Utc>) -> Result<()> {
    tx.query(
        "INSERT INTO reflection_answers (id, entry_id, question_id, answer, position, created_at, updated_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $6) \
         ON CONFLICT (entry_id, question_id) DO UPDATE SET answer = excluded.answer, updated_at = excluded.updated_at",
    )
    .bind(answer.id.0)
    .bind(entry.0)
    .bind(answer.question_id.clone())
    .bind(answer.answer.clone())
    .bind(answer.position)
    .bind(now)
    .execute()
    .await
    .map(drop)
}

pub async fn delete(tx: &mut Tx, id: AnswerId) -> Result<()> {
    tx.query("DELETE FROM reflection_answers WHERE id = $1").bind(id.0).execute().await.map(drop)
}
