//! SQL of answers to reflection questions.

use crate::{
    Db, Result,
    day_ticket::EntryDay,
    db::{Engine, Tx},
    sealing::{Keyring, Place},
};
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

/// An answer that is still sealed.
#[derive(sqlx::FromRow)]
pub struct Row {
    id: Uuid,
    entry_id: Uuid,
    user_id: Uuid,
    data_key: Vec<u8>,
    question_id: String,
    words: Vec<u8>,
    position: i64,
}

/// The columns of a [`Row`]: `a` is the answer, `e` its entry, `u` the entry's owner.
macro_rules! columns {
    () => {
        "a.id, a.entry_id, e.user_id, u.data_key, a.question_id, a.words, a.position"
    };
}
pub(crate) use columns;

/// The answers with their entries. One that does not open is logged and `None`.
pub fn open_all(keyring: &Keyring, rows: Vec<Row>) -> Result<Vec<(EntryId, Option<StoredAnswer>)>> {
    let mut opener = keyring.opener();
    let opened = rows.into_iter().map(|row| {
        let Row { id, entry_id, user_id, data_key, question_id, words, position } = row;
        let owner = UserId(user_id);
        let answer = opener.key(owner, &data_key).and_then(|key| key.open(&place(owner, id), words));
        let answer = keyring.or_skip(answer)?;
        let answer = answer.map(|answer| StoredAnswer { id: AnswerId(id), question_id, answer, position });
        Ok((EntryId(entry_id), answer))
    });
    opened.collect()
}

fn place(owner: UserId, id: Uuid) -> Place<'static> {
    Place::new("reflection_answers.words", owner, id, 0)
}

fn answers(keyring: &Keyring, rows: Vec<Row>) -> Result<Vec<StoredAnswer>> {
    Ok(open_all(keyring, rows)?.into_iter().filter_map(|(_, answer)| answer).collect())
}

const LIST: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM reflection_answers a JOIN entries e ON e.id = a.entry_id JOIN users u ON u.id = e.user_id \
     WHERE a.entry_id = $1 ORDER BY a.position, a.id"
);

pub async fn list(db: &Db, entry: EntryId) -> Result<Vec<StoredAnswer>> {
    answers(db.keyring(), db.read(LIST).bind(entry.0).fetch_all().await?)
}

/// Like [`list`], inside a transaction that has locked the entry.
pub async fn list_in(tx: &mut Tx, entry: EntryId) -> Result<Vec<StoredAnswer>> {
    let rows = tx.query(LIST).bind(entry.0).fetch_all().await?;
    answers(tx.keyring(), rows)
}

/// Locks an entry until the transaction ends, and returns its owner, its days and its visibility. None: it does not exist or is in the bin.
pub async fn lock_entry(tx: &mut Tx, id: EntryId) -> Result<Option<(UserId, EntryDay, String)>> {
    let sql = match tx.engine() {
        // BEGIN IMMEDIATE has locked everything.
        Engine::Sqlite => {
            "SELECT user_id, date, is_backfilled, is_sent_late, created_at, visibility FROM entries WHERE id = $1 AND deleted_at IS NULL"
        }
        Engine::Postgres => {
            "SELECT user_id, date, is_backfilled, is_sent_late, created_at, visibility FROM entries WHERE id = $1 AND deleted_at IS NULL FOR UPDATE"
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
    let words = tx.data_key(owner).await?.seal(&place(owner, answer.id.0), &answer.answer)?;
    tx.query(
        "INSERT INTO reflection_answers (id, entry_id, question_id, words, position, created_at, updated_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $6) \
         ON CONFLICT (entry_id, question_id) DO UPDATE SET words = excluded.words, updated_at = excluded.updated_at",
    )
    .bind(answer.id.0)
    .bind(entry.0)
    .bind(answer.question_id.clone())
    .bind(words)
    .bind(answer.position)
    .bind(now)
    .execute()
    .await
    .map(drop)
}

pub async fn delete(tx: &mut Tx, id: AnswerId) -> Result<()> {
    tx.query("DELETE FROM reflection_answers WHERE id = $1").bind(id.0).execute().await.map(drop)
}
