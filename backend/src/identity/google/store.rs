//! SQL of sign-in flows, and of the names and pictures copied from Google.

use crate::{Db, Result};
use chrono::{DateTime, Utc};

pub struct NewFlow {
    pub id: Vec<u8>,
    pub cookie: Vec<u8>,
    pub flow: Vec<u8>,
    pub expires_at: DateTime<Utc>,
}

#[derive(sqlx::FromRow)]
pub struct FlowRow {
    pub cookie_hash: Vec<u8>,
    /// None until the issuer's answer arrives, empty while it is processed, then JSON.
    pub outcome: Option<String>,
    /// Encrypted: the flow at first. After the outcome it is the session that the flow opened, until the browser has its cookie.
    pub flow: Vec<u8>,
}

/// False: a flow with this id exists.
pub async fn insert(db: &Db, new: NewFlow) -> Result<bool> {
    let mut tx = db.begin().await?;
    let inserted = tx
        .query(
            "INSERT INTO sign_in_flows (state_hash, cookie_hash, flow, expires_at) VALUES ($1, $2, $3, $4) \
             ON CONFLICT DO NOTHING",
        )
        .bind(new.id)
        .bind(new.cookie)
        .bind(new.flow)
        .bind(new.expires_at)
        .execute()
        .await?;
    tx.commit().await?;
    Ok(inserted == 1)
}

/// Takes the flow, once, and only for the browser in which it began. One statement does both, so that two requests cannot take it.
pub async fn take(db: &Db, id: &[u8], cookie: &[u8], now: DateTime<Utc>) -> Result<Option<Vec<u8>>> {
    let taken = db
        .write(
            "UPDATE sign_in_flows SET outcome = '' WHERE state_hash = $1 AND cookie_hash = $2 AND outcome IS NULL \
             AND expires_at > $3 RETURNING flow",
        )
        .bind(id.to_owned())
        .bind(cookie.to_owned())
        .bind(now)
        .fetch_optional::<(Vec<u8>,)>();
    Ok(taken.await?.map(|(flow,)| flow))
}

pub async fn find(db: &Db, id: &[u8], now: DateTime<Utc>) -> Result<Option<FlowRow>> {
    db.read("SELECT cookie_hash, outcome, flow FROM sign_in_flows WHERE state_hash = $1 AND expires_at > $2")
        .bind(id.to_owned())
        .bind(now)
        .fetch_optional()
        .await
}

/// Replaces the flow's secrets with `kept`.
pub async fn set_outcome(db: &Db, id: &[u8], outcome: String, kept: Vec<u8>) -> Result<()> {
    let mut tx = db.begin().await?;
    let statement = tx.query("UPDATE sign_in_flows SET outcome = $2, flow = $3 WHERE state_hash = $1");
    statement.bind(id.to_owned()).bind(outcome).bind(kept).execute().await?;
    tx.commit().await
}

/// Removes `kept`. False: another request has done that.
pub async fn forget(db: &Db, id: &[u8], kept: &[u8]) -> Result<bool> {
    let statement = db.write("UPDATE sign_in_flows SET flow = $3 WHERE state_hash = $1 AND flow = $2");
    let forgotten = statement.bind(id.to_owned()).bind(kept.to_owned()).bind(Vec::<u8>::new()).execute();
    Ok(forgotten.await? == 1)
}

pub async fn delete_over(db: &Db, now: DateTime<Utc>) -> Result<()> {
    db.write("DELETE FROM sign_in_flows WHERE expires_at <= $1").bind(now).execute().await.map(drop)
}

/// Name and picture as they were at Google when they were last compared.
#[derive(Debug, Default, PartialEq, Eq, sqlx::FromRow)]
pub struct SyncedProfile {
    pub federated_name: Option<String>,
    pub federated_photo_url: Option<String>,
}

pub async fn synced_profile(db: &Db, uid: &str) -> Result<SyncedProfile> {
    let statement = db.read("SELECT federated_name, federated_photo_url FROM users WHERE uid = $1");
    Ok(statement.bind(uid.to_owned()).fetch_optional().await?.unwrap_or_default())
}

/// False: the stored values are no longer those of `before`.
pub async fn update_synced_profile(db: &Db, uid: &str, before: &SyncedProfile, now: &SyncedProfile) -> Result<bool> {
    let replaced = db
        .write(
            "UPDATE users SET federated_name = $2, federated_photo_url = $3 WHERE uid = $1 \
             AND COALESCE(federated_name, '') = $4 AND COALESCE(federated_photo_url, '') = $5",
        )
        .bind(uid.to_owned())
        .bind(now.federated_name.clone())
        .bind(now.federated_photo_url.clone())
        .bind(before.federated_name.clone().unwrap_or_default())
        .bind(before.federated_photo_url.clone().unwrap_or_default())
        .execute();
    Ok(replaced.await? == 1)
}

pub async fn clear_synced_profile(db: &Db, uid: &str) -> Result<()> {
    let statement = db.write("UPDATE users SET federated_name = NULL, federated_photo_url = NULL WHERE uid = $1");
    statement.bind(uid.to_owned()).execute().await.map(drop)
}
