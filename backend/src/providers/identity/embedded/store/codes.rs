//! SQL of the codes that are sent by mail.

use crate::{Db, Result, db::Tx};
use chrono::{DateTime, Utc};

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Code {
    pub local_id: String,
    pub request_type: String,
    /// The address that it was sent to.
    pub email: String,
    pub expires_at: DateTime<Utc>,
}

/// Inserts a code and deletes the account's other codes of its kind.
pub async fn insert_code(tx: &mut Tx, hash: Vec<u8>, code: &Code) -> Result<()> {
    // The second of two concurrent calls waits here and then deletes the first one's code.
    tx.query("UPDATE identity_accounts SET local_id = local_id WHERE local_id = $1")
        .bind(code.local_id.clone())
        .execute()
        .await?;
    tx.query("DELETE FROM identity_codes WHERE local_id = $1 AND request_type = $2")
        .bind(code.local_id.clone())
        .bind(code.request_type.clone())
        .execute()
        .await?;
    tx.query(
        "INSERT INTO identity_codes (code_hash, local_id, request_type, email, expires_at) VALUES ($1, $2, $3, $4, $5)",
    )
    .bind(hash)
    .bind(code.local_id.clone())
    .bind(code.request_type.clone())
    .bind(code.email.clone())
    .bind(code.expires_at)
    .execute()
    .await
    .map(drop)
}

pub async fn find_code(db: &Db, hash: Vec<u8>) -> Result<Option<Code>> {
    let statement =
        db.read("SELECT local_id, request_type, email, expires_at FROM identity_codes WHERE code_hash = $1");
    statement.bind(hash).fetch_optional().await
}

/// Uses the code up. False: another request has used it, or a newer code has replaced it.
pub async fn take_code(tx: &mut Tx, hash: Vec<u8>) -> Result<bool> {
    Ok(tx.query("DELETE FROM identity_codes WHERE code_hash = $1").bind(hash).execute().await? == 1)
}

pub async fn delete_codes_of(tx: &mut Tx, local_id: &str) -> Result<()> {
    tx.query("DELETE FROM identity_codes WHERE local_id = $1").bind(local_id.to_owned()).execute().await.map(drop)
}

/// Deletes the links to other providers.
/// False: there were none.
pub async fn delete_connections_of(tx: &mut Tx, local_id: &str) -> Result<bool> {
    let statement = tx.query("DELETE FROM identity_federated WHERE local_id = $1");
    Ok(statement.bind(local_id.to_owned()).execute().await? > 0)
}

pub async fn delete_codes(db: &Db, expired_before: DateTime<Utc>) -> Result<()> {
    db.write("DELETE FROM identity_codes WHERE expires_at < $1").bind(expired_before).execute().await.map(drop)
}

/// The account's code of this kind, if it has not expired.
pub async fn find_open_code(db: &Db, local_id: &str, request_type: &str, now: DateTime<Utc>) -> Result<Option<Code>> {
    let statement = db.read(
        "SELECT local_id, request_type, email, expires_at FROM identity_codes \
         WHERE local_id = $1 AND request_type = $2 AND expires_at > $3",
    );
    statement.bind(local_id.to_owned()).bind(request_type.to_owned()).bind(now).fetch_optional().await
}
