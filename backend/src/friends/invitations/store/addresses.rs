//! SQL of addresses that were invited or have unsubscribed. They are stored as keyed hashes.

use crate::{Db, Result, db::Tx};
use chrono::{DateTime, Utc};
use domain::UserId;
use uuid::Uuid;

/// Locks the address until the transaction ends, so that other invitations to it wait. True: the address has unsubscribed.
pub async fn lock_address(tx: &mut Tx, hash: &[u8], now: DateTime<Utc>) -> Result<bool> {
    let (refused_at,): (Option<DateTime<Utc>>,) = tx
        .query(
            "INSERT INTO invited_addresses (email_hash, sent_at) VALUES ($1, $2) \
             ON CONFLICT (email_hash) DO UPDATE SET sent_at = $2 RETURNING refused_at",
        )
        .bind(hash.to_vec())
        .bind(now)
        .fetch_one()
        .await?;
    Ok(refused_at.is_some())
}

/// How often an address was invited.
#[derive(Debug, sqlx::FromRow)]
pub struct Sends {
    /// Sent by the inviter alone.
    pub own: i64,
    /// Sent by all inviters together.
    pub all: i64,
    pub today: i64,
}

/// Counts `own` since the first of the three times, `all` since the second, and `today` since the third.
pub async fn count_sends(tx: &mut Tx, hash: &[u8], inviter: UserId, since: [DateTime<Utc>; 3]) -> Result<Sends> {
    let statement = tx.query(
        "SELECT COUNT(CASE WHEN inviter_id = $2 AND sent_at > $3 THEN 1 END) AS own, \
         COUNT(CASE WHEN sent_at > $4 THEN 1 END) AS \"all\", COUNT(CASE WHEN sent_at > $5 THEN 1 END) AS today \
         FROM invitation_sends WHERE email_hash = $1",
    );
    let [own, all, today] = since;
    statement.bind(hash.to_vec()).bind(inviter.0).bind(own).bind(all).bind(today).fetch_one().await
}

/// How many invitations the person has sent since then, and the time of the first of them.
pub async fn sent_since(tx: &mut Tx, inviter: UserId, since: DateTime<Utc>) -> Result<(i64, Option<DateTime<Utc>>)> {
    let statement =
        tx.query("SELECT COUNT(*), MIN(sent_at) FROM invitation_sends WHERE inviter_id = $1 AND sent_at > $2");
    statement.bind(inviter.0).bind(since).fetch_one().await
}

pub async fn insert_send(tx: &mut Tx, hash: &[u8], inviter: UserId, now: DateTime<Utc>) -> Result<()> {
    let statement = tx.query("INSERT INTO invitation_sends (email_hash, sent_at, inviter_id) VALUES ($1, $2, $3)");
    statement.bind(hash.to_vec()).bind(now).bind(inviter.0).execute().await.map(drop)
}

/// Invitations whose mail is not sent yet, and the address of the mail.
pub async fn list_waiting(tx: &mut Tx) -> Result<Vec<(Uuid, String)>> {
    tx.query("SELECT f.id, f.email_folded FROM mails m JOIN friend_invitations f ON f.id = m.invitation_id")
        .fetch_all()
        .await
}

pub async fn refuse_address(tx: &mut Tx, hash: Vec<u8>, now: DateTime<Utc>) -> Result<()> {
    let statement = tx.query(
        "INSERT INTO invited_addresses (email_hash, refused_at) VALUES ($1, $2) \
         ON CONFLICT (email_hash) DO UPDATE SET refused_at = COALESCE(invited_addresses.refused_at, $2)",
    );
    statement.bind(hash).bind(now).execute().await.map(drop)
}

pub async fn delete_sends(db: &Db, before: DateTime<Utc>) -> Result<()> {
    db.write("DELETE FROM invitation_sends WHERE sent_at <= $1").bind(before).execute().await.map(drop)
}

/// Deletes addresses that were last invited before then and have not unsubscribed.
pub async fn delete_addresses(db: &Db, before: DateTime<Utc>) -> Result<()> {
    let statement = db.write("DELETE FROM invited_addresses WHERE refused_at IS NULL AND sent_at <= $1");
    statement.bind(before).execute().await.map(drop)
}
