//! SQL of the links to accounts at other providers.

use crate::{Db, Result, db::Tx};
use chrono::{DateTime, Utc};

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Link {
    pub provider_id: String,
    pub subject: String,
    pub local_id: String,
    pub email: String,
    pub display_name: Option<String>,
    pub photo_url: Option<String>,
}

const OF_ACCOUNT: &str = "SELECT provider_id, subject, local_id, email, display_name, photo_url FROM identity_federated \
                          WHERE local_id = $1 ORDER BY provider_id";

pub async fn list(db: &Db, local_id: &str) -> Result<Vec<Link>> {
    db.read(OF_ACCOUNT).bind(local_id.to_owned()).fetch_all().await
}

pub async fn list_in(tx: &mut Tx, local_id: &str) -> Result<Vec<Link>> {
    tx.query(OF_ACCOUNT).bind(local_id.to_owned()).fetch_all().await
}

/// The account that this person is linked to.
pub async fn find_local_id(tx: &mut Tx, provider_id: &str, subject: &str) -> Result<Option<String>> {
    let statement = tx.query("SELECT local_id FROM identity_federated WHERE provider_id = $1 AND subject = $2");
    let found = statement.bind(provider_id.to_owned()).bind(subject.to_owned()).fetch_optional::<(String,)>();
    Ok(found.await?.map(|(local_id,)| local_id))
}

/// Creates or updates the link. False: the person or the account is linked to another one.
pub async fn upsert(tx: &mut Tx, link: &Link, now: DateTime<Utc>) -> Result<bool> {
    let (inserted, updated) = (
        "INSERT INTO identity_federated (provider_id, subject, local_id, email, display_name, photo_url, created_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
        "UPDATE identity_federated SET email = $4, display_name = $5, photo_url = $6 \
         WHERE provider_id = $1 AND subject = $2 AND local_id = $3",
    );
    for (sql, at) in [(updated, None), (inserted, Some(now))] {
        let mut statement = tx
            .query(sql)
            .bind(link.provider_id.clone())
            .bind(link.subject.clone())
            .bind(link.local_id.clone())
            .bind(link.email.clone())
            .bind(link.display_name.clone())
            .bind(link.photo_url.clone());
        if let Some(at) = at {
            statement = statement.bind(at);
        }
        if statement.execute().await? == 1 {
            return Ok(true);
        }
    }
    Ok(false)
}

/// False: there was no such link.
pub async fn delete(tx: &mut Tx, local_id: &str, provider_id: &str) -> Result<bool> {
    let statement = tx.query("DELETE FROM identity_federated WHERE local_id = $1 AND provider_id = $2");
    Ok(statement.bind(local_id.to_owned()).bind(provider_id.to_owned()).execute().await? > 0)
}
