//! SQL of invitation codes.

use crate::{Db, Result, db::Tx};
use chrono::{DateTime, Utc};
use domain::UserId;

/// What can be done with a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    Usable,
    Used,
    /// Unused, and its time is over.
    Expired,
}

/// None: there is no such code.
pub async fn find(db: &Db, code: &str, now: DateTime<Utc>) -> Result<Option<Code>> {
    let statement = db.read(
        "SELECT used_at IS NOT NULL, expires_at IS NOT NULL AND expires_at <= $2 FROM invitations WHERE code = $1",
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

/// Without an owner it is the operator's.
pub async fn insert(tx: &mut Tx, code: &str, owner: Option<UserId>, now: DateTime<Utc>) -> Result<()> {
    let statement = tx.query("INSERT INTO invitations (code, created_by, created_at) VALUES ($1, $2, $3)");
    statement.bind(code.to_owned()).bind(owner.map(|owner| owner.0)).bind(now).execute().await.map(drop)
}

/// One statement decides who gets the code; false: somebody else did, or its time is over.
pub async fn take(tx: &mut Tx, code: &str, now: DateTime<Utc>) -> Result<bool> {
    let statement = tx.query(
        "UPDATE invitations SET used_at = $2 WHERE code = $1 AND used_at IS NULL \
         AND (expires_at IS NULL OR expires_at > $2)",
    );
    Ok(statement.bind(code.to_owned()).bind(now).execute().await? == 1)
}

pub async fn set_user(tx: &mut Tx, code: &str, user: UserId) -> Result<()> {
    let statement = tx.query("UPDATE invitations SET used_by = $2 WHERE code = $1");
    statement.bind(code.to_owned()).bind(user.0).execute().await.map(drop)
}

/// True once for each person.
pub async fn note_given(tx: &mut Tx, owner: UserId, now: DateTime<Utc>) -> Result<bool> {
    let statement = tx.query("UPDATE users SET codes_given_at = $2 WHERE id = $1 AND codes_given_at IS NULL");
    Ok(statement.bind(owner.0).bind(now).execute().await? == 1)
}

/// Takes the last free one of somebody's list for an invitation that ends at `until`: who passes codes on begins with the first.
pub async fn reserve(tx: &mut Tx, owner: UserId, until: DateTime<Utc>) -> Result<Option<String>> {
    let sql = match tx {
        // BEGIN IMMEDIATE has locked everything.
        Tx::Sqlite(_) => {
            "UPDATE invitations SET expires_at = $2 WHERE code = (SELECT code FROM invitations \
             WHERE created_by = $1 AND used_at IS NULL AND expires_at IS NULL ORDER BY created_at DESC, code DESC LIMIT 1) \
             RETURNING code"
        }
        // One that somebody registers with at this moment is not free.
        Tx::Postgres(_) => {
            "UPDATE invitations SET expires_at = $2 WHERE code = (SELECT code FROM invitations \
             WHERE created_by = $1 AND used_at IS NULL AND expires_at IS NULL ORDER BY created_at DESC, code DESC LIMIT 1 \
             FOR UPDATE SKIP LOCKED) RETURNING code"
        }
    };
    let reserved = tx.query(sql).bind(owner.0).bind(until).fetch_optional::<(String,)>();
    Ok(reserved.await?.map(|(code,)| code))
}

/// Ends a code for good; false: it was used before.
pub async fn end(tx: &mut Tx, code: &str, now: DateTime<Utc>) -> Result<bool> {
    let statement = tx.query("UPDATE invitations SET expires_at = $2 WHERE code = $1 AND used_at IS NULL");
    Ok(statement.bind(code.to_owned()).bind(now).execute().await? == 1)
}

pub async fn any_user(db: &Db) -> Result<bool> {
    Ok(db.read("SELECT 1 FROM users LIMIT 1").fetch_optional::<(i32,)>().await?.is_some())
}
