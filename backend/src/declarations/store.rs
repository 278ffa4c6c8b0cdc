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
    /// The confirmation was mailed.
    pub is_mailed: bool,
    /// The operator got a copy. Otherwise the next digest names the declaration.
    pub is_copied: bool,
    pub now: DateTime<Utc>,
}

#[derive(sqlx::FromRow)]
pub struct Stored {
    pub case_number: String,
    /// Encrypted.
    pub content: Vec<u8>,
    pub is_mailed: bool,
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
        "INSERT INTO declarations (id, case_number, token_hash, content, user_id, created_at, is_mailed, operator_told_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    );
    let statement = statement.bind(new.id).bind(new.case_number).bind(new.token_hash).bind(new.content);
    let statement = statement.bind(new.user.map(|user| user.0)).bind(new.now).bind(new.is_mailed);
    statement.bind(new.is_copied.then_some(new.now)).execute().await.map(drop)
}

/// Counts one more mail, and returns how many there are since `since`, this one included. A count that began earlier begins anew.
pub async fn count_mail(tx: &mut Tx, counter: Vec<u8>, now: DateTime<Utc>, since: DateTime<Utc>) -> Result<i64> {
    let statement = tx.query(
        "INSERT INTO declaration_mails (counter, since, sent) VALUES ($1, $2, 1) ON CONFLICT (counter) DO UPDATE SET \
         sent = CASE WHEN declaration_mails.since > $3 THEN declaration_mails.sent + 1 ELSE 1 END, \
         since = CASE WHEN declaration_mails.since > $3 THEN declaration_mails.since ELSE $2 END RETURNING sent",
    );
    Ok(statement.bind(counter).bind(now).bind(since).fetch_one::<(i64,)>().await?.0)
}

/// Takes the next free minute of this counter, one a minute, with up to `burst` free ones in the past. Minutes since 1970.
pub async fn take_minute(tx: &mut Tx, counter: Vec<u8>, now: DateTime<Utc>, burst: i64) -> Result<i64> {
    let first = now.timestamp() / 60 - burst + 1;
    let statement = tx.query(
        "INSERT INTO declaration_mails (counter, since, sent) VALUES ($1, $2, $3) ON CONFLICT (counter) DO UPDATE SET \
         since = $2, sent = CASE WHEN declaration_mails.sent < $3 THEN $3 ELSE declaration_mails.sent + 1 END RETURNING sent",
    );
    Ok(statement.bind(counter).bind(now).bind(first).fetch_one::<(i64,)>().await?.0)
}

pub async fn delete_counters(db: &Db, before: DateTime<Utc>) -> Result<()> {
    db.write("DELETE FROM declaration_mails WHERE since < $1").bind(before).execute().await.map(drop)
}

/// Whether a declaration waits for the operator's digest, and the operator had no mail after `since`.
pub async fn is_digest_due(db: &Db, since: DateTime<Utc>) -> Result<bool> {
    let statement = db.read(
        "SELECT EXISTS (SELECT 1 FROM declarations WHERE operator_told_at IS NULL) \
         AND NOT EXISTS (SELECT 1 FROM declarations WHERE operator_told_at > $1)",
    );
    Ok(statement.bind(since).fetch_one::<(bool,)>().await?.0)
}

/// Marks the declarations that no mail has told the operator of, and returns their case numbers.
pub async fn set_told(tx: &mut Tx, now: DateTime<Utc>) -> Result<Vec<String>> {
    let sql = "UPDATE declarations SET operator_told_at = $1 WHERE operator_told_at IS NULL RETURNING case_number";
    let rows = tx.query(sql).bind(now).fetch_all::<(String,)>().await?;
    Ok(rows.into_iter().map(|(number,)| number).collect())
}

pub async fn find_by_token(db: &Db, token_hash: Vec<u8>, since: DateTime<Utc>) -> Result<Option<Stored>> {
    let statement =
        db.read("SELECT case_number, content, is_mailed, created_at FROM declarations WHERE token_hash = $1 AND created_at > $2");
    statement.bind(token_hash).bind(since).fetch_optional().await
}

pub async fn list_open(db: &Db, limit: usize) -> Result<Vec<Open>> {
    let rows: Vec<OpenRow> = db
        .read(
            "SELECT d.case_number, d.content, d.is_mailed, d.created_at, d.user_id, u.username \
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

/// Returns the account that was signed in, if there was one. The outer `None`: there is no such open declaration.
pub async fn set_done(tx: &mut Tx, case_number: &str, now: DateTime<Utc>) -> Result<Option<Option<UserId>>> {
    let sql = "UPDATE declarations SET done_at = $2 WHERE case_number = $1 AND done_at IS NULL RETURNING user_id";
    let closed = tx.query(sql).bind(case_number.to_owned()).bind(now).fetch_optional::<(Option<Uuid>,)>().await?;
    Ok(closed.map(|(user,)| user.map(UserId)))
}

pub async fn delete_done(db: &Db, before: DateTime<Utc>) -> Result<()> {
    db.write("DELETE FROM declarations WHERE done_at < $1").bind(before).execute().await.map(drop)
}
