//! SQL of sessions.

use super::{UserRow, user_columns};
use crate::{Db, Result, db::Tx};
use chrono::{DateTime, Utc};
use domain::UserId;
use uuid::Uuid;

/// Sessions that have not expired, were used recently, and are not older than the person's `valid_since`. Nobody who is leaving or locked has one. `$1` is the session, `$2` now,
/// and `$3` the time after which the last use must be.
macro_rules! live_session {
    () => {
        " FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id_hash = $1 AND s.expires_at > $2 \
         AND s.last_used_at > $3 AND s.created_at >= u.valid_since AND u.leaves_at IS NULL AND u.locked_for IS NULL"
    };
}

#[derive(sqlx::FromRow)]
pub struct SessionRow {
    pub last_used_at: DateTime<Utc>,
    #[sqlx(flatten)]
    pub user: UserRow,
}

#[derive(Clone, sqlx::FromRow)]
pub struct SessionTokens {
    pub uid: String,
    /// Encrypted.
    pub refresh_token: Vec<u8>,
    /// Encrypted.
    pub id_token: Option<Vec<u8>>,
    pub id_token_expires_at: Option<DateTime<Utc>>,
}

/// A deleted session. Its tokens are encrypted.
#[derive(sqlx::FromRow)]
pub struct EndedSession {
    pub id_hash: Vec<u8>,
    pub user_id: Uuid,
    pub user_agent: String,
    pub refresh_token: Vec<u8>,
    pub id_token: Option<Vec<u8>>,
    pub id_token_expires_at: Option<DateTime<Utc>>,
}

macro_rules! ended {
    () => {
        " RETURNING id_hash, user_id, user_agent, refresh_token, id_token, id_token_expires_at"
    };
}

#[derive(sqlx::FromRow)]
pub struct ListedSession {
    pub id_hash: Vec<u8>,
    pub user_agent: String,
    pub created_at: DateTime<Utc>,
    pub last_used_at: DateTime<Utc>,
}

pub struct NewSession {
    pub id: Vec<u8>,
    pub user_id: Uuid,
    pub refresh_token: Vec<u8>,
    pub id_token: Vec<u8>,
    pub id_token_expires_at: DateTime<Utc>,
    pub user_agent: String,
    pub now: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

pub async fn find_session(
    db: &Db,
    id: &[u8],
    now: DateTime<Utc>,
    used_after: DateTime<Utc>,
) -> Result<Option<SessionRow>> {
    db.read(concat!("SELECT s.last_used_at, ", user_columns!(), live_session!()))
        .bind(id.to_owned())
        .bind(now)
        .bind(used_after)
        .fetch_optional()
        .await
}

pub async fn find_tokens(
    db: &Db,
    id: &[u8],
    now: DateTime<Utc>,
    used_after: DateTime<Utc>,
) -> Result<Option<SessionTokens>> {
    db.read(concat!("SELECT u.uid, s.refresh_token, s.id_token, s.id_token_expires_at", live_session!()))
        .bind(id.to_owned())
        .bind(now)
        .bind(used_after)
        .fetch_optional()
        .await
}

pub async fn insert_session(tx: &mut Tx, session: NewSession) -> Result<()> {
    tx.query(
        "INSERT INTO sessions (id_hash, user_id, refresh_token, id_token, id_token_expires_at, user_agent, created_at, \
         last_used_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8)",
    )
    .bind(session.id)
    .bind(session.user_id)
    .bind(session.refresh_token)
    .bind(session.id_token)
    .bind(session.id_token_expires_at)
    .bind(session.user_agent)
    .bind(session.now)
    .bind(session.expires_at)
    .execute()
    .await
    .map(drop)
}

/// The user agents of the person's sessions.
pub async fn user_agents(tx: &mut Tx, owner: UserId) -> Result<Vec<String>> {
    let rows = tx.query("SELECT user_agent FROM sessions WHERE user_id = $1").bind(owner.0).fetch_all::<(String,)>();
    Ok(rows.await?.into_iter().map(|(agent,)| agent).collect())
}

pub async fn note_use(db: &Db, id: &[u8], now: DateTime<Utc>) -> Result<()> {
    let statement = db.write("UPDATE sessions SET last_used_at = $2 WHERE id_hash = $1");
    statement.bind(id.to_owned()).bind(now).execute().await.map(drop)
}

/// Replaces the tokens. False: the session's refresh token is no longer `replaced`.
pub async fn set_tokens(
    db: &Db,
    id: &[u8],
    replaced: &[u8],
    refresh_token: Vec<u8>,
    id_token: Vec<u8>,
    id_token_expires_at: DateTime<Utc>,
) -> Result<bool> {
    let updated = db
        .write(
            "UPDATE sessions SET refresh_token = $3, id_token = $4, id_token_expires_at = $5 \
             WHERE id_hash = $1 AND refresh_token = $2",
        )
        .bind(id.to_owned())
        .bind(replaced.to_owned())
        .bind(refresh_token)
        .bind(id_token)
        .bind(id_token_expires_at)
        .execute();
    Ok(updated.await? == 1)
}

/// The uid of the session's owner.
pub async fn owner_of_session(tx: &mut Tx, id: &[u8]) -> Result<Option<String>> {
    let statement = tx.query("SELECT u.uid FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id_hash = $1");
    Ok(statement.bind(id.to_owned()).fetch_optional::<(String,)>().await?.map(|(uid,)| uid))
}

pub async fn delete_session(tx: &mut Tx, id: &[u8]) -> Result<Option<EndedSession>> {
    tx.query(concat!("DELETE FROM sessions WHERE id_hash = $1", ended!())).bind(id.to_owned()).fetch_optional().await
}

/// Deletes the person's session whose hash begins with these 16 bytes.
pub async fn delete_named_session(tx: &mut Tx, owner: UserId, name: &[u8]) -> Result<Option<EndedSession>> {
    tx.query(concat!("DELETE FROM sessions WHERE user_id = $1 AND substr(id_hash, 1, 16) = $2", ended!()))
        .bind(owner.0)
        .bind(name.to_owned())
        .fetch_optional()
        .await
}

pub async fn count_sessions(db: &Db, owner: UserId) -> Result<i64> {
    let statement = db.read("SELECT count(*) FROM sessions WHERE user_id = $1");
    Ok(statement.bind(owner.0).fetch_one::<(i64,)>().await?.0)
}

/// Deletes all sessions except the `kept` most recently used ones.
pub async fn delete_oldest_sessions(tx: &mut Tx, owner: UserId, kept: i64) -> Result<Vec<EndedSession>> {
    tx.query(concat!(
        "DELETE FROM sessions WHERE id_hash IN (SELECT id_hash FROM sessions WHERE user_id = $1 \
         ORDER BY last_used_at DESC, created_at DESC, id_hash LIMIT 1000000 OFFSET $2)",
        ended!()
    ))
    .bind(owner.0)
    .bind(kept)
    .fetch_all()
    .await
}

/// The encrypted refresh token of the person's session, and the time when the session was made.
pub async fn find_kept(tx: &mut Tx, owner: UserId, id: &[u8]) -> Result<Option<(Vec<u8>, DateTime<Utc>)>> {
    tx.query("SELECT refresh_token, created_at FROM sessions WHERE user_id = $1 AND id_hash = $2")
        .bind(owner.0)
        .bind(id.to_owned())
        .fetch_optional()
        .await
}

/// Makes sign-ins before `since` invalid. The stored time never becomes earlier.
pub async fn raise_valid_since(tx: &mut Tx, owner: UserId, since: DateTime<Utc>) -> Result<()> {
    let statement = tx.query("UPDATE users SET valid_since = $2 WHERE id = $1 AND valid_since < $2");
    statement.bind(owner.0).bind(since).execute().await.map(drop)
}

pub async fn delete_other_sessions(tx: &mut Tx, owner: UserId, kept: &[u8]) -> Result<Vec<EndedSession>> {
    tx.query(concat!("DELETE FROM sessions WHERE user_id = $1 AND id_hash <> $2", ended!()))
        .bind(owner.0)
        .bind(kept.to_owned())
        .fetch_all()
        .await
}

/// Encrypted.
pub async fn refresh_tokens_of(tx: &mut Tx, owner: UserId) -> Result<Vec<(Vec<u8>,)>> {
    tx.query("SELECT refresh_token FROM sessions WHERE user_id = $1").bind(owner.0).fetch_all().await
}

/// The sessions that still work, the most recently used first.
pub async fn list_sessions(
    db: &Db,
    owner: UserId,
    now: DateTime<Utc>,
    used_after: DateTime<Utc>,
) -> Result<Vec<ListedSession>> {
    db.read(
        "SELECT s.id_hash, s.user_agent, s.created_at, s.last_used_at FROM sessions s JOIN users u ON u.id = s.user_id \
         WHERE s.user_id = $1 AND s.expires_at > $2 AND s.last_used_at > $3 AND s.created_at >= u.valid_since \
         ORDER BY s.last_used_at DESC, s.created_at DESC",
    )
    .bind(owner.0)
    .bind(now)
    .bind(used_after)
    .fetch_all()
    .await
}

/// Deletes the session unless its refresh token has changed.
pub async fn delete_session_with(db: &Db, id: &[u8], refresh_token: &[u8]) -> Result<()> {
    let statement = db.write("DELETE FROM sessions WHERE id_hash = $1 AND refresh_token = $2");
    statement.bind(id.to_owned()).bind(refresh_token.to_owned()).execute().await.map(drop)
}

/// The uids of people with sessions that have expired or were not used for long.
pub async fn owners_of_old_sessions(
    db: &Db,
    over_before: DateTime<Utc>,
    unused_since: DateTime<Utc>,
) -> Result<Vec<String>> {
    let statement = db.read(
        "SELECT DISTINCT u.uid FROM sessions s JOIN users u ON u.id = s.user_id \
         WHERE s.expires_at <= $1 OR s.last_used_at <= $2",
    );
    let rows = statement.bind(over_before).bind(unused_since).fetch_all::<(String,)>().await?;
    Ok(rows.into_iter().map(|(uid,)| uid).collect())
}

/// Deletes one person's sessions that have expired or were not used for long.
pub async fn delete_old_sessions(
    tx: &mut Tx,
    uid: &str,
    over_before: DateTime<Utc>,
    unused_since: DateTime<Utc>,
) -> Result<Vec<EndedSession>> {
    tx.query(concat!(
        "DELETE FROM sessions WHERE user_id IN (SELECT id FROM users WHERE uid = $1) \
         AND (expires_at <= $2 OR last_used_at <= $3)",
        ended!()
    ))
    .bind(uid.to_owned())
    .bind(over_before)
    .bind(unused_since)
    .fetch_all()
    .await
}
