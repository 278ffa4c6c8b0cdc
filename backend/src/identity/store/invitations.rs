//! SQL of invitations.

use crate::{Db, Result, db::Tx};
use chrono::{DateTime, Utc};
use domain::UserId;

/// None: there is no such code.
pub async fn invitation_is_unused(db: &Db, code: &str) -> Result<Option<bool>> {
    let statement = db.read("SELECT used_at IS NULL FROM invitations WHERE code = $1");
    Ok(statement.bind(code.to_owned()).fetch_optional::<(bool,)>().await?.map(|(unused,)| unused))
}

pub async fn unused_invitation_of_operator(db: &Db) -> Result<Option<String>> {
    let found = db
        .read(
            "SELECT code FROM invitations WHERE created_by IS NULL AND used_at IS NULL \
             ORDER BY created_at, code LIMIT 1",
        )
        .fetch_optional::<(String,)>();
    Ok(found.await?.map(|(code,)| code))
}

pub async fn insert_invitation(tx: &mut Tx, code: &str, now: DateTime<Utc>) -> Result<()> {
    let statement = tx.query("INSERT INTO invitations (code, created_at) VALUES ($1, $2)");
    statement.bind(code.to_owned()).bind(now).execute().await.map(drop)
}

/// One statement decides who gets the code; false: somebody else did.
pub async fn take_invitation(tx: &mut Tx, code: &str, now: DateTime<Utc>) -> Result<bool> {
    let statement = tx.query("UPDATE invitations SET used_at = $2 WHERE code = $1 AND used_at IS NULL");
    Ok(statement.bind(code.to_owned()).bind(now).execute().await? == 1)
}

pub async fn set_invitation_user(tx: &mut Tx, code: &str, user: UserId) -> Result<()> {
    let statement = tx.query("UPDATE invitations SET used_by = $2 WHERE code = $1");
    statement.bind(code.to_owned()).bind(user.0).execute().await.map(drop)
}
