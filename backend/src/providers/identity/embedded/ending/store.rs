//! SQL for ending all sign-ins except one.

use crate::{Result, db::Tx};
use chrono::{DateTime, Utc};
use uuid::Uuid;

pub async fn delete_other_families(tx: &mut Tx, local_id: &str, kept: Uuid) -> Result<()> {
    let statement = tx.query("DELETE FROM identity_refresh_tokens WHERE local_id = $1 AND family <> $2");
    statement.bind(local_id.to_owned()).bind(kept).execute().await.map(drop)
}

pub async fn raise_valid_since(tx: &mut Tx, local_id: &str, since: DateTime<Utc>) -> Result<()> {
    let statement = tx.query("UPDATE identity_accounts SET valid_since = $2 WHERE local_id = $1 AND valid_since < $2");
    statement.bind(local_id.to_owned()).bind(since).execute().await.map(drop)
}
