//! SQL of the sandbox: a JSON document for each subscription.

use super::document::Document;
use crate::{Db, Error, Result};
use chrono::{DateTime, Utc};

fn read(text: &str) -> Result<Document> {
    serde_json::from_str(text).map_err(|e| Error::broken("payment_sandbox.document", e))
}

pub async fn find(db: &Db, id: &str) -> Result<Option<Document>> {
    let found = db.read("SELECT document FROM payment_sandbox WHERE id = $1").bind(id.to_owned());
    found.fetch_optional::<(String,)>().await?.map(|(text,)| read(&text)).transpose()
}

/// The ids of subscriptions with a payment that is due.
pub async fn list_due(db: &Db, now: DateTime<Utc>, most: i64) -> Result<Vec<String>> {
    let statement = db.read("SELECT id FROM payment_sandbox WHERE due_at <= $1 ORDER BY due_at LIMIT $2");
    let due: Vec<(String,)> = statement.bind(now).bind(most).fetch_all().await?;
    Ok(due.into_iter().map(|(id,)| id).collect())
}

/// Whether this server ordered it.
pub async fn is_ordered(db: &Db, id: &str) -> Result<bool> {
    let found = db.read("SELECT paypal_id FROM subscriptions WHERE paypal_id = $1").bind(id.to_owned());
    Ok(found.fetch_optional::<(String,)>().await?.is_some())
}

/// Deletes subscriptions without payments and without a change since `old`, and orders from before `ordered` that this server did not make.
pub async fn delete_old(db: &Db, old: DateTime<Utc>, ordered: DateTime<Utc>) -> Result<u64> {
    let statement = db.write(
        "DELETE FROM payment_sandbox WHERE (due_at IS NULL AND changed_at < $1) OR (changed_at < $2 AND NOT EXISTS \
         (SELECT 1 FROM subscriptions WHERE paypal_id = payment_sandbox.id))",
    );
    statement.bind(old).bind(ordered).execute().await
}

pub async fn save(db: &Db, document: &Document, now: DateTime<Utc>) -> Result<()> {
    let text = serde_json::to_string(document).map_err(|e| Error::broken("payment_sandbox.document", e))?;
    let statement = db.write(
        "INSERT INTO payment_sandbox (id, document, due_at, changed_at) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO UPDATE \
         SET document = excluded.document, due_at = excluded.due_at, changed_at = excluded.changed_at",
    );
    statement.bind(document.id.clone()).bind(text).bind(document.due()).bind(now).execute().await.map(drop)
}
