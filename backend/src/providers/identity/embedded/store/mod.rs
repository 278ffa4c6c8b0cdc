//! SQL of the provider's own tables. Apart from the rotation of the secret, no other module reads or writes them.

mod codes;

pub use codes::*;

use crate::{Db, Result, db::Tx};
use chrono::{DateTime, Utc};
use uuid::Uuid;

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Account {
    pub local_id: String,
    pub email: String,
    pub email_verified: bool,
    pub password_hash: Option<String>,
    pub display_name: Option<String>,
    pub photo_url: Option<String>,
    pub valid_since: DateTime<Utc>,
    pub created_at: DateTime<Utc>,
    pub last_login_at: DateTime<Utc>,
}

#[derive(Debug, sqlx::FromRow)]
pub struct RefreshToken {
    pub local_id: String,
    pub family: Uuid,
    pub auth_time: DateTime<Utc>,
    /// `password`, or the id of the other provider.
    pub sign_in_provider: String,
    pub replaced_at: Option<DateTime<Utc>>,
}

#[derive(sqlx::FromRow)]
pub struct KeyRow {
    pub kid: String,
    pub private_key: Vec<u8>,
}

#[derive(sqlx::FromRow)]
struct PublicKey {
    public_jwk: String,
}

const ACCOUNT: &str = "SELECT local_id, email, email_verified, password_hash, display_name, photo_url, valid_since, \
                       created_at, last_login_at FROM identity_accounts WHERE local_id = $1";
const ACCOUNT_BY_EMAIL: &str = "SELECT local_id, email, email_verified, password_hash, display_name, photo_url, \
                                valid_since, created_at, last_login_at FROM identity_accounts WHERE email_folded = $1";

pub async fn find(db: &Db, local_id: &str) -> Result<Option<Account>> {
    db.read(ACCOUNT).bind(local_id.to_owned()).fetch_optional().await
}

pub async fn find_by_email(db: &Db, email_folded: &str) -> Result<Option<Account>> {
    db.read(ACCOUNT_BY_EMAIL).bind(email_folded.to_owned()).fetch_optional().await
}

pub async fn find_by_email_in(tx: &mut Tx, email_folded: &str) -> Result<Option<Account>> {
    tx.query(ACCOUNT_BY_EMAIL).bind(email_folded.to_owned()).fetch_optional().await
}

/// Locks the account until `tx` ends, and returns its current state. Call this before changing the account's codes and tokens, so that
/// there is no deadlock.
pub async fn lock(tx: &mut Tx, local_id: &str) -> Result<Option<Account>> {
    tx.query("UPDATE identity_accounts SET local_id = local_id WHERE local_id = $1")
        .bind(local_id.to_owned())
        .execute()
        .await?;
    tx.query(ACCOUNT).bind(local_id.to_owned()).fetch_optional().await
}

/// False: the address is taken.
pub async fn insert(tx: &mut Tx, account: &Account, email_folded: &str) -> Result<bool> {
    let inserted = tx
        .query(
            "INSERT INTO identity_accounts (local_id, email, email_folded, email_verified, password_hash, display_name, \
             photo_url, valid_since, created_at, last_login_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) \
             ON CONFLICT (email_folded) DO NOTHING",
        )
        .bind(account.local_id.clone())
        .bind(account.email.clone())
        .bind(email_folded.to_owned())
        .bind(account.email_verified)
        .bind(account.password_hash.clone())
        .bind(account.display_name.clone())
        .bind(account.photo_url.clone())
        .bind(account.valid_since)
        .bind(account.created_at)
        .bind(account.last_login_at)
        .execute()
        .await?;
    Ok(inserted == 1)
}

/// False: another account has the address.
pub async fn update(tx: &mut Tx, account: &Account, email_folded: &str) -> Result<bool> {
    let updated = tx
        .query(
            "UPDATE identity_accounts SET email = $2, email_folded = $3, email_verified = $4, password_hash = $5, \
             display_name = $6, photo_url = $7, valid_since = $8 WHERE local_id = $1 AND NOT EXISTS \
             (SELECT 1 FROM identity_accounts o WHERE o.email_folded = $3 AND o.local_id <> $1)",
        )
        .bind(account.local_id.clone())
        .bind(account.email.clone())
        .bind(email_folded.to_owned())
        .bind(account.email_verified)
        .bind(account.password_hash.clone())
        .bind(account.display_name.clone())
        .bind(account.photo_url.clone())
        .bind(account.valid_since)
        .execute()
        .await?;
    Ok(updated == 1)
}

/// False: there is no such account, or it has another address.
pub async fn note_confirmed(tx: &mut Tx, local_id: &str, email_folded: &str) -> Result<bool> {
    let statement =
        tx.query("UPDATE identity_accounts SET email_verified = TRUE WHERE local_id = $1 AND email_folded = $2");
    Ok(statement.bind(local_id.to_owned()).bind(email_folded.to_owned()).execute().await? == 1)
}

pub async fn signed_in(tx: &mut Tx, local_id: &str, now: DateTime<Utc>) -> Result<()> {
    let statement = tx.query("UPDATE identity_accounts SET last_login_at = $2 WHERE local_id = $1");
    statement.bind(local_id.to_owned()).bind(now).execute().await.map(drop)
}

/// Stores a new hash of the same password.
pub async fn set_password_hash(tx: &mut Tx, local_id: &str, hash: String) -> Result<()> {
    let statement = tx.query("UPDATE identity_accounts SET password_hash = $2 WHERE local_id = $1");
    statement.bind(local_id.to_owned()).bind(hash).execute().await.map(drop)
}

pub async fn delete(tx: &mut Tx, local_id: &str) -> Result<()> {
    let statement = tx.query("DELETE FROM identity_accounts WHERE local_id = $1");
    statement.bind(local_id.to_owned()).execute().await.map(drop)
}

/// Whether somebody has a diary with this account. Call [`lock`] before: then the answer stays valid until `tx` ends.
pub async fn is_registered(tx: &mut Tx, local_id: &str) -> Result<bool> {
    let statement = tx.query("SELECT 1 FROM users WHERE uid = $1").bind(local_id.to_owned());
    Ok(statement.fetch_optional::<(i32,)>().await?.is_some())
}

/// Deletes accounts made before `before` with which nobody has registered. Returns how many.
pub async fn delete_unregistered(db: &Db, before: DateTime<Utc>) -> Result<u64> {
    let mut tx = db.begin().await?;
    // Waits for registrations in progress. The second statement sees their rows.
    tx.query(
        "UPDATE identity_accounts SET local_id = local_id WHERE created_at < $1 \
         AND NOT EXISTS (SELECT 1 FROM users u WHERE u.uid = identity_accounts.local_id)",
    )
    .bind(before)
    .execute()
    .await?;
    let deleted = tx
        .query(
            "DELETE FROM identity_accounts WHERE created_at < $1 \
             AND NOT EXISTS (SELECT 1 FROM users u WHERE u.uid = identity_accounts.local_id)",
        )
        .bind(before)
        .execute()
        .await?;
    tx.commit().await?;
    Ok(deleted)
}

/// Addresses of accounts made before `before` with which nobody has registered.
pub async fn list_unregistered(db: &Db, before: DateTime<Utc>) -> Result<Vec<(String,)>> {
    db.read(
        "SELECT email FROM identity_accounts WHERE created_at < $1 \
         AND NOT EXISTS (SELECT 1 FROM users u WHERE u.uid = identity_accounts.local_id) ORDER BY email",
    )
    .bind(before)
    .fetch_all()
    .await
}

/// Uid, address and folded address of people without an account here.
pub async fn list_without_account(db: &Db) -> Result<Vec<(String, String, String)>> {
    db.read(
        "SELECT uid, email, email_folded FROM users \
         WHERE NOT EXISTS (SELECT 1 FROM identity_accounts a WHERE a.local_id = users.uid) ORDER BY email",
    )
    .fetch_all()
    .await
}

pub async fn insert_refresh_token(tx: &mut Tx, hash: Vec<u8>, token: &RefreshToken, now: DateTime<Utc>) -> Result<()> {
    tx.query(
        "INSERT INTO identity_refresh_tokens (token_hash, local_id, family, auth_time, sign_in_provider, created_at) \
         VALUES ($1, $2, $3, $4, $5, $6)",
    )
    .bind(hash)
    .bind(token.local_id.clone())
    .bind(token.family)
    .bind(token.auth_time)
    .bind(token.sign_in_provider.clone())
    .bind(now)
    .execute()
    .await
    .map(drop)
}

pub async fn find_refresh_token(tx: &mut Tx, hash: Vec<u8>) -> Result<Option<RefreshToken>> {
    let statement = tx.query(
        "SELECT local_id, family, auth_time, sign_in_provider, replaced_at FROM identity_refresh_tokens \
         WHERE token_hash = $1",
    );
    statement.bind(hash).fetch_optional().await
}

/// Marks a token as replaced. The time of an earlier replacement stays.
pub async fn replace_refresh_token(tx: &mut Tx, hash: Vec<u8>, now: DateTime<Utc>) -> Result<()> {
    tx.query("UPDATE identity_refresh_tokens SET replaced_at = $2 WHERE token_hash = $1 AND replaced_at IS NULL")
        .bind(hash)
        .bind(now)
        .execute()
        .await
        .map(drop)
}

pub async fn delete_family(tx: &mut Tx, family: Uuid) -> Result<()> {
    tx.query("DELETE FROM identity_refresh_tokens WHERE family = $1").bind(family).execute().await.map(drop)
}

pub async fn delete_refresh_tokens_of(tx: &mut Tx, local_id: &str) -> Result<()> {
    let statement = tx.query("DELETE FROM identity_refresh_tokens WHERE local_id = $1");
    statement.bind(local_id.to_owned()).execute().await.map(drop)
}

pub async fn delete_refresh_tokens(db: &Db, replaced_before: DateTime<Utc>, made_before: DateTime<Utc>) -> Result<()> {
    db.write("DELETE FROM identity_refresh_tokens WHERE replaced_at < $1 OR created_at < $2")
        .bind(replaced_before)
        .bind(made_before)
        .execute()
        .await
        .map(drop)
}

pub async fn newest_key(db: &Db) -> Result<Option<KeyRow>> {
    db.write("SELECT kid, private_key FROM identity_keys ORDER BY created_at DESC, kid DESC LIMIT 1")
        .fetch_optional()
        .await
}

/// Deletes the keys that had a newer one before `before`. Returns how many.
pub async fn delete_old_keys(db: &Db, before: DateTime<Utc>) -> Result<u64> {
    let statement = db.write(
        "DELETE FROM identity_keys WHERE EXISTS \
         (SELECT 1 FROM identity_keys n WHERE n.created_at > identity_keys.created_at AND n.created_at < $1)",
    );
    statement.bind(before).execute().await
}

pub async fn public_keys(db: &Db) -> Result<Vec<String>> {
    let rows = db.read("SELECT public_jwk FROM identity_keys ORDER BY created_at, kid").fetch_all::<PublicKey>();
    Ok(rows.await?.into_iter().map(|row| row.public_jwk).collect())
}

pub async fn insert_key(db: &Db, kid: &str, private_key: Vec<u8>, public_jwk: &str, now: DateTime<Utc>) -> Result<()> {
    let mut tx = db.begin().await?;
    tx.query("INSERT INTO identity_keys (kid, private_key, public_jwk, created_at) VALUES ($1, $2, $3, $4)")
        .bind(kid.to_owned())
        .bind(private_key)
        .bind(public_jwk.to_owned())
        .bind(now)
        .execute()
        .await?;
    tx.commit().await
}
