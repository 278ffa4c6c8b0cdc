//! SQL of locked accounts and hidden entries.

use crate::{Db, Error, Result, db::Tx};
use domain::{ReportReason, Visibility};
use uuid::Uuid;

#[derive(sqlx::FromRow)]
pub struct Person {
    pub id: Uuid,
    pub uid: String,
    pub email: String,
    pub language: String,
}

pub async fn find_by_email(db: &Db, email_folded: &str) -> Result<Option<Person>> {
    let statement = db.read("SELECT id, uid, email, language FROM users WHERE email_folded = $1");
    statement.bind(email_folded.to_owned()).fetch_optional().await
}

pub async fn find(tx: &mut Tx, id: Uuid) -> Result<Person> {
    tx.query("SELECT id, uid, email, language FROM users WHERE id = $1").bind(id).fetch_one().await
}

/// False: it is so already.
pub async fn set_locked(tx: &mut Tx, id: Uuid, reason: Option<ReportReason>) -> Result<bool> {
    let sql = match reason {
        Some(_) => "UPDATE users SET locked_for = $2 WHERE id = $1 AND locked_for IS NULL",
        None => "UPDATE users SET locked_for = $2 WHERE id = $1 AND locked_for IS NOT NULL",
    };
    Ok(tx.query(sql).bind(id).bind(reason.map(ReportReason::as_str)).execute().await? == 1)
}

/// The entry that a report is about, and its reason.
pub async fn reported_entry(db: &Db, report: Uuid) -> Result<Option<(Uuid, String)>> {
    let statement = db.read("SELECT entry_id, reason FROM reports WHERE id = $1 AND entry_id IS NOT NULL");
    statement.bind(report).fetch_optional().await
}

pub async fn set_hidden(tx: &mut Tx, id: Uuid, hidden: Option<(ReportReason, Visibility)>) -> Result<()> {
    tx.query("UPDATE entries SET hidden_for = $2, hidden_from = $3 WHERE id = $1")
        .bind(id)
        .bind(hidden.map(|(reason, _)| reason.as_str()))
        .bind(hidden.map(|(_, visibility)| visibility.as_str()))
        .execute()
        .await
        .map(drop)
}

/// Whom the entry was shown to before it was hidden.
pub async fn visibility_before(tx: &mut Tx, id: Uuid) -> Result<Visibility> {
    let query = tx.query("SELECT hidden_from FROM entries WHERE id = $1").bind(id);
    let (stored,): (Option<String>,) = query.fetch_one().await?;
    stored.map_or(Ok(Visibility::Private), |name| name.parse().map_err(|e| Error::broken("entries.hidden_from", e)))
}
