//! SQL of declarations.

use crate::{Db, Result, db::Tx};
use chrono::{DateTime, Utc};
use domain::UserId;
use uuid::Uuid;

#[derive(Debug)]
pub struct NewDeclaration {
    pub id: Uuid,
    pub case_number: String,
    pub token_hash: Vec<u8>,
    pub content: Vec<u8>,
    pub user: Option<UserId>,
    pub now: DateTime<Utc>,
}

#[derive(sqlx::FromRow)]
pub struct Stored {
    pub case_number: String,
    /// Encrypted.
    pub content: Vec<u8>,
    pub created_at: DateTime<Utc>,
}

#[derive(sqlx::FromRow)]
struct OpenRow {
    #[sqlx(flatten)]
    stored: Stored,
    user_id: Option<Uuid>,
    username: Option<String>,
}

pub struct Open {
    pub stored: Stored,
    pub user_id: Option<UserId>,
    pub username: Option<String>,
}

pub async fn insert(tx: &mut Tx, new: NewDeclaration) -> Result<()> {
    let statement = tx.query(
        "INSERT INTO declarations (id, case_number, token_hash, content, user_id, created_at) VALUES ($1, $2, $3, $4, $5, $6)",
    );
    let statement = statement.bind(new.id).bind(new.case_number).bind(new.token_hash).bind(new.content);
    statement.bind(new.user.map(|user| user.0)).bind(new.now).execute().await.map(drop)
}

pub async fn find_by_token(db: &Db, token_hash: Vec<u8>, since: DateTime<Utc>) -> Result<Option<Stored>> {
    let statement =
        db.read("SELECT case_number, content, created_at FROM declarations WHERE token_hash = $1 AND created_at > $2");
    statement.bind(token_hash).bind(since).fetch_optional().await
}

pub async fn list_open(db: &Db, limit: usize) -> Result<Vec<Open>> {
    let rows: Vec<OpenRow> = db
        .read(
            "SELECT d.case_number, d.content, d.created_at, d.user_id, u.username \
             FROM declarations d LEFT JOIN users u ON u.id = d.user_id WHERE d.done_at IS NULL ORDER BY d.created_at, d.id LIMIT $1",
        )
        .bind(i64::try_from(limit).unwrap_or(i64::MAX))
        .fetch_all()
        .await?;
    let open = |row: OpenRow| Open { stored: row.stored, user_id: row.user_id.map(UserId), username: row.username };
    Ok(rows.into_iter().map(open).collect())
}

pub async fn count_open(db: &Db) -> Result<usize> {
    let (count,): (i64,) = db.read("SELECT COUNT(*) FROM declarations WHERE done_at IS NULL").fetch_one().await?;
    Ok(usize::try_from(count).unwrap_or_default())
}

pub async fn set_done(db: &Db, case_number: &str, now: DateTime<Utc>) -> Result<bool> {
    let statement = db.write("UPDATE declarations SET done_at = $2 WHERE case_number = $1 AND done_at IS NULL");
    Ok(statement.bind(case_number.to_owned()).bind(now).execute().await? == 1)
}

pub async fn delete_done(db: &Db, before: DateTime<Utc>) -> Result<()> {
    db.write("DELETE FROM declarations WHERE done_at < $1").bind(before).execute().await.map(drop)
}
