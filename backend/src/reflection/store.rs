//! SQL of answers to reflection questions.

use crate::{
    Db, Result,
    day_ticket::EntryDay,
    db::{Engine, Tx},
    entry_words::store as words,
    sealing::Keyring,
};
use chrono::{DateTime, NaiveDate, Utc};
use domain::{AnswerId, EntryId, UserId};
use uuid::Uuid;

pub use words::StoredAnswer;

fn answers(keyring: &Keyring, rows: Vec<words::Row>) -> Result<Vec<StoredAnswer>> {
    Ok(words::open_all(keyring, rows)?.into_iter().filter_map(|(_, answer)| answer).collect())
}

pub async fn list(db: &Db, entry: EntryId) -> Result<Vec<StoredAnswer>> {
    answers(db.keyring(), db.read(words::LIST).bind(entry.0).fetch_all().await?)
}

/// Like [`list`], inside a transaction that has locked the entry.
pub async fn list_in(tx: &mut Tx, entry: EntryId) -> Result<Vec<StoredAnswer>> {
    let rows = tx.query(words::LIST).bind(entry.0).fetch_all().await?;
    answers(tx.keyring(), rows)
}

/// Locks an entry until the transaction ends, and returns its owner, its days and its visibility. None: it does not exist or is in the bin.
pub async fn lock_entry(tx: &mut Tx, id: EntryId) -> Result<Option<(UserId, EntryDay, String)>> {
    let sql = match tx.engine() {
        // BEGIN IMMEDIATE has locked everything.
        Engine::Sqlite => {
            "SELECT user_id, date, is_backfilled AND origin IS NULL, is_sent_late, created_at, visibility FROM entries \
             WHERE id = $1 AND deleted_at IS NULL"
        }
        Engine::Postgres => {
            "SELECT user_id, date, is_backfilled AND origin IS NULL, is_sent_late, created_at, visibility FROM entries \
             WHERE id = $1 AND deleted_at IS NULL FOR UPDATE"
        }
    };
    let found: Option<(Uuid, NaiveDate, bool, bool, DateTime<Utc>, String)> =
        tx.query(sql).bind(id.0).fetch_optional().await?;
    Ok(found.map(|(owner, date, is_backfilled, is_sent_late, created_at, visibility)| {
        (UserId(owner), EntryDay { date, is_backfilled, is_sent_late, created_at }, visibility)
    }))
}

/// Whether the entry has an answer to the question, also one that does not open.
pub async fn has(tx: &mut Tx, entry: EntryId, question_id: &str) -> Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM reflection_answers WHERE entry_id = $1 AND question_id = $2)";
    Ok(tx.query(sql).bind(entry.0).bind(question_id.to_owned()).fetch_one::<(bool,)>().await?.0)
}

/// The entry of an answer.
pub async fn find_entry(db: &Db, id: AnswerId) -> Result<Option<EntryId>> {
    let sql = "SELECT entry_id FROM reflection_answers WHERE id = $1";
    let found: Option<(Uuid,)> = db.read(sql).bind(id.0).fetch_optional().await?;
    Ok(found.map(|(entry,)| EntryId(entry)))
}

/// Replaces the answer to the same question: there is one per entry and question.
pub async fn upsert(
    tx: &mut Tx,
    (entry, owner): (EntryId, UserId),
    answer: &StoredAnswer,
    now: DateTime<Utc>,
) -> Result<()> {
    let sealed = tx.data_key(owner).await?.seal(&words::place(owner, answer.id.0), &answer.answer)?;
    tx.query(
        "INSERT INTO reflection_answers (id, entry_id, question_id, words, position, created_at, updated_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $6) \
         ON CONFLICT (entry_id, question_id) DO UPDATE SET words = excluded.words, updated_at = excluded.updated_at",
    )
    .bind(answer.id.0)
    .bind(entry.0)
    .bind(answer.question_id.clone())
    .bind(sealed)
    .bind(answer.position)
    .bind(now)
    .execute()
    .await
    .map(drop)
}

pub async fn delete(tx: &mut Tx, id: AnswerId) -> Result<()> {
    tx.query("DELETE FROM reflection_answers WHERE id = $1").bind(id.0).execute().await.map(drop)
}
