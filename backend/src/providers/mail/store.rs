//! SQL of mails that wait to be sent.

use crate::{
    Db, Result,
    db::{Engine, Tx},
};
use chrono::{DateTime, Utc};
use uuid::Uuid;

#[derive(sqlx::FromRow)]
pub struct Waiting {
    pub id: i64,
    /// Encrypted.
    pub letter: Vec<u8>,
    /// Number of attempts, including this one.
    pub tries: i64,
    pub ends_at: DateTime<Utc>,
}

pub async fn insert(
    tx: &mut Tx,
    letter: Vec<u8>,
    invitation: Option<Uuid>,
    now: DateTime<Utc>,
    ends_at: DateTime<Utc>,
) -> Result<()> {
    let statement = tx.query("INSERT INTO mails (letter, invitation_id, next_at, ends_at) VALUES ($1, $2, $3, $4)");
    statement.bind(letter).bind(invitation).bind(now).bind(ends_at).execute().await.map(drop)
}

pub async fn delete_invitation(tx: &mut Tx, id: Uuid) -> Result<()> {
    tx.query("DELETE FROM mails WHERE invitation_id = $1").bind(id).execute().await.map(drop)
}

/// Takes back the mails of all invitations of a person.
pub async fn delete_invitations_of(tx: &mut Tx, inviter: Uuid) -> Result<()> {
    tx.query("DELETE FROM mails WHERE invitation_id IN (SELECT id FROM friend_invitations WHERE inviter_id = $1)")
        .bind(inviter)
        .execute()
        .await
        .map(drop)
}

/// All that wait, encrypted.
pub async fn list(tx: &mut Tx) -> Result<Vec<(i64, Vec<u8>)>> {
    tx.query("SELECT id, letter FROM mails").fetch_all().await
}

pub async fn delete_in(tx: &mut Tx, id: i64) -> Result<()> {
    tx.query("DELETE FROM mails WHERE id = $1").bind(id).execute().await.map(drop)
}

/// Takes the oldest mail that is due. No other process takes it before `until`.
pub async fn take(db: &Db, now: DateTime<Utc>, until: DateTime<Utc>) -> Result<Option<Waiting>> {
    let sql = match db.engine() {
        // SQLite has one writer at a time.
        Engine::Sqlite => {
            "UPDATE mails SET tries = tries + 1, next_at = $2 WHERE id = \
             (SELECT id FROM mails WHERE next_at <= $1 ORDER BY next_at, id LIMIT 1) \
             RETURNING id, letter, tries, ends_at"
        }
        Engine::Postgres => {
            "UPDATE mails SET tries = tries + 1, next_at = $2 WHERE id = \
             (SELECT id FROM mails WHERE next_at <= $1 ORDER BY next_at, id LIMIT 1 FOR UPDATE SKIP LOCKED) \
             RETURNING id, letter, tries, ends_at"
        }
    };
    let mut tx = db.begin().await?;
    let taken = tx.query(sql).bind(now).bind(until).fetch_optional().await?;
    tx.commit().await?;
    Ok(taken)
}

pub async fn wait(db: &Db, id: i64, next_at: DateTime<Utc>) -> Result<()> {
    db.write("UPDATE mails SET next_at = $2 WHERE id = $1").bind(id).bind(next_at).execute().await.map(drop)
}

pub async fn delete(db: &Db, id: i64) -> Result<()> {
    db.write("DELETE FROM mails WHERE id = $1").bind(id).execute().await.map(drop)
}

/// Whether any mail is due. This is called every few seconds, so it does not use the writer.
pub async fn is_any_due(db: &Db, now: DateTime<Utc>) -> Result<bool> {
    let statement = db.read("SELECT EXISTS (SELECT 1 FROM mails WHERE next_at <= $1)");
    Ok(statement.bind(now).fetch_one::<(bool,)>().await?.0)
}

/// New mails, and those of which an attempt has failed. An attempt that runs counts as failed.
pub async fn count(db: &Db) -> Result<(i64, i64)> {
    let sql = "SELECT COUNT(*) - COUNT(NULLIF(tries, 0)), COUNT(NULLIF(tries, 0)) FROM mails";
    db.read(sql).fetch_one().await
}

pub async fn find_language(db: &Db, uid: &str) -> Result<Option<String>> {
    let statement = db.read("SELECT language FROM users WHERE uid = $1");
    Ok(statement.bind(uid.to_owned()).fetch_optional::<(String,)>().await?.map(|(language,)| language))
}
