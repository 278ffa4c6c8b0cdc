//! SQL of ended sign-ins.

use crate::{Db, Result, db::Tx};
use chrono::{DateTime, Utc};
use domain::UserId;

/// Sign-ins from before `since` are no longer valid.
pub async fn set_valid_since(tx: &mut Tx, uid: &str, since: DateTime<Utc>) -> Result<()> {
    let statement = tx.query("UPDATE users SET valid_since = $2 WHERE uid = $1");
    statement.bind(uid.to_owned()).bind(since).execute().await.map(drop)
}

/// Deletes all sessions of the person, and returns their encrypted ID tokens with the times at which these expire.
pub async fn delete_sessions_of(tx: &mut Tx, uid: &str) -> Result<Vec<(Option<Vec<u8>>, Option<DateTime<Utc>>)>> {
    tx.query(
        "DELETE FROM sessions WHERE user_id IN (SELECT id FROM users WHERE uid = $1) \
         RETURNING id_token, id_token_expires_at",
    )
    .bind(uid.to_owned())
    .fetch_all()
    .await
}

/// Stores the person's sessions except `kept` as ended on purpose. `until` is when the last of their cookies has expired.
pub async fn mark_ended(tx: &mut Tx, owner: UserId, kept: &[u8], until: DateTime<Utc>) -> Result<()> {
    tx.query(
        "INSERT INTO ended_tokens (token_hash, expires_at) SELECT id_hash, $3 FROM sessions \
         WHERE user_id = $1 AND id_hash <> $2 ON CONFLICT DO NOTHING",
    )
    .bind(owner.0)
    .bind(kept.to_owned())
    .bind(until)
    .execute()
    .await
    .map(drop)
}

pub async fn end_token(tx: &mut Tx, hash: Vec<u8>, expires_at: DateTime<Utc>) -> Result<()> {
    tx.query("INSERT INTO ended_tokens (token_hash, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING")
        .bind(hash)
        .bind(expires_at)
        .execute()
        .await
        .map(drop)
}

pub async fn is_ended(db: &Db, hash: Vec<u8>) -> Result<bool> {
    let statement = db.read("SELECT 1 FROM ended_tokens WHERE token_hash = $1");
    Ok(statement.bind(hash).fetch_optional::<(i32,)>().await?.is_some())
}

pub async fn delete_ended_tokens(db: &Db, now: DateTime<Utc>) -> Result<()> {
    db.write("DELETE FROM ended_tokens WHERE expires_at <= $1").bind(now).execute().await.map(drop)
}
