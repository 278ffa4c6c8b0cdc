//! SQL of invitation codes.

use crate::{
    Db, Result,
    db::{Engine, Tx},
};
use chrono::{DateTime, Utc};
use domain::UserId;

/// The state of a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    Usable,
    Used,
    /// Unused, but no longer valid.
    Expired,
}

/// `None`: the code does not exist, or its owner is leaving.
pub async fn find(db: &Db, code: &str, now: DateTime<Utc>) -> Result<Option<Code>> {
    let statement = db.read(
        "SELECT used_at IS NOT NULL, expires_at IS NOT NULL AND expires_at <= $2 FROM invitations WHERE code = $1 \
         AND (created_by IS NULL OR created_by IN (SELECT id FROM people))",
    );
    let found: Option<(bool, bool)> = statement.bind(code.to_owned()).bind(now).fetch_optional().await?;
    Ok(found.map(|found| match found {
        (true, _) => Code::Used,
        (false, true) => Code::Expired,
        (false, false) => Code::Usable,
    }))
}

pub async fn unused_of_operator(db: &Db) -> Result<Option<String>> {
    let found = db
        .read(
            "SELECT code FROM invitations WHERE created_by IS NULL AND used_at IS NULL AND expires_at IS NULL \
             ORDER BY created_at, code LIMIT 1",
        )
        .fetch_optional::<(String,)>();
    Ok(found.await?.map(|(code,)| code))
}

/// A code without an owner is the operator's.
pub async fn insert(tx: &mut Tx, code: &str, owner: Option<UserId>, now: DateTime<Utc>) -> Result<()> {
    let statement = tx.query("INSERT INTO invitations (code, created_by, created_at) VALUES ($1, $2, $3)");
    statement.bind(code.to_owned()).bind(owner.map(|owner| owner.0)).bind(now).execute().await.map(drop)
}

/// Marks a code as used. One statement decides who gets it. False: it was already used, or has expired.
pub async fn take(tx: &mut Tx, code: &str, now: DateTime<Utc>) -> Result<bool> {
    let statement = tx.query(
        "UPDATE invitations SET used_at = $2 WHERE code = $1 AND used_at IS NULL \
         AND (expires_at IS NULL OR expires_at > $2) AND (created_by IS NULL OR created_by IN (SELECT id FROM people))",
    );
    Ok(statement.bind(code.to_owned()).bind(now).execute().await? == 1)
}

pub async fn set_user(tx: &mut Tx, code: &str, user: UserId) -> Result<()> {
    let statement = tx.query("UPDATE invitations SET used_by = $2 WHERE code = $1");
    statement.bind(code.to_owned()).bind(user.0).execute().await.map(drop)
}

/// Notes that a person got their first codes. True only once per person.
pub async fn note_given(tx: &mut Tx, owner: UserId, now: DateTime<Utc>) -> Result<bool> {
    let statement = tx.query("UPDATE users SET codes_given_at = $2 WHERE id = $1 AND codes_given_at IS NULL");
    Ok(statement.bind(owner.0).bind(now).execute().await? == 1)
}

/// Reserves a person's free code for an invitation that expires at `until`. It takes the last one of the list, because people who pass codes on
/// by hand begin with the first.
pub async fn reserve(tx: &mut Tx, owner: UserId, until: DateTime<Utc>) -> Result<Option<String>> {
    let sql = match tx.engine() {
        // BEGIN IMMEDIATE has locked everything.
        Engine::Sqlite => {
            "UPDATE invitations SET expires_at = $2 WHERE code = (SELECT code FROM invitations \
             WHERE created_by = $1 AND used_at IS NULL AND expires_at IS NULL ORDER BY created_at DESC, code DESC LIMIT 1) \
             RETURNING code"
        }
        // SKIP LOCKED: a code that somebody is registering with at this moment is not free.
        Engine::Postgres => {
            "UPDATE invitations SET expires_at = $2 WHERE code = (SELECT code FROM invitations \
             WHERE created_by = $1 AND used_at IS NULL AND expires_at IS NULL ORDER BY created_at DESC, code DESC LIMIT 1 \
             FOR UPDATE SKIP LOCKED) RETURNING code"
        }
    };
    let reserved = tx.query(sql).bind(owner.0).bind(until).fetch_optional::<(String,)>();
    Ok(reserved.await?.map(|(code,)| code))
}

/// Makes a code expire now. False: it was already used.
pub async fn end(tx: &mut Tx, code: &str, now: DateTime<Utc>) -> Result<bool> {
    let statement = tx.query("UPDATE invitations SET expires_at = $2 WHERE code = $1 AND used_at IS NULL");
    Ok(statement.bind(code.to_owned()).bind(now).execute().await? == 1)
}

pub async fn any_user(db: &Db) -> Result<bool> {
    Ok(db.read("SELECT 1 FROM users LIMIT 1").fetch_optional::<(i32,)>().await?.is_some())
}
