//! SQL of accounts that go.

use crate::{
    Db, Result, Secret,
    db::{Engine, Tx},
    secret::purpose,
};
use chrono::{DateTime, Utc};
use uuid::Uuid;

/// To whom the receipts go.
#[derive(sqlx::FromRow)]
pub struct Person {
    pub email: String,
    pub email_folded: String,
    pub language: String,
    pub zone: String,
}

pub async fn uid_of(db: &Db, id: Uuid) -> Result<Option<String>> {
    let statement = db.read("SELECT uid FROM users WHERE id = $1").bind(id);
    Ok(statement.fetch_optional::<(String,)>().await?.map(|(uid,)| uid))
}

pub async fn find_by_email(db: &Db, email_folded: &str) -> Result<Option<Uuid>> {
    let statement = db.read("SELECT id FROM users WHERE email_folded = $1").bind(email_folded.to_owned());
    Ok(statement.fetch_optional::<(Uuid,)>().await?.map(|(id,)| id))
}

pub async fn set_leaving(tx: &mut Tx, id: Uuid, leaves_at: DateTime<Utc>) -> Result<Option<Person>> {
    tx.query("UPDATE users SET leaves_at = $2 WHERE id = $1 RETURNING email, email_folded, language, zone")
        .bind(id)
        .bind(leaves_at)
        .fetch_optional()
        .await
}

pub async fn delete_links(tx: &mut Tx, id: Uuid) -> Result<()> {
    let statement = tx.query("DELETE FROM share_links WHERE entry_id IN (SELECT id FROM entries WHERE user_id = $1)");
    statement.bind(id).execute().await.map(drop)
}

pub async fn list_due(db: &Db, now: DateTime<Utc>) -> Result<Vec<Uuid>> {
    let statement = db.read("SELECT id FROM users WHERE leaves_at <= $1 ORDER BY leaves_at").bind(now);
    Ok(statement.fetch_all::<(Uuid,)>().await?.into_iter().map(|(id,)| id).collect())
}

/// Accounts whose time is not over, and those that are due.
pub async fn count(db: &Db, now: DateTime<Utc>) -> Result<(i64, i64)> {
    let sql =
        "SELECT (SELECT COUNT(*) FROM users WHERE leaves_at > $1), (SELECT COUNT(*) FROM users WHERE leaves_at <= $1)";
    db.read(sql).bind(now).fetch_one().await
}

/// Somebody who was deleted before is due at once. False: they are not here.
pub async fn bring_forward(db: &Db, id: Uuid, now: DateTime<Utc>) -> Result<bool> {
    let statement = db.write("UPDATE users SET leaves_at = $2 WHERE id = $1").bind(id).bind(now);
    Ok(statement.execute().await? == 1)
}

/// Locks the person if their time is over. From then on nobody comes back.
pub async fn lock_due(tx: &mut Tx, id: Uuid, now: DateTime<Utc>) -> Result<Option<Person>> {
    let sql = match tx.engine() {
        Engine::Sqlite => "SELECT email, email_folded, language, zone FROM users WHERE id = $1 AND leaves_at <= $2",
        Engine::Postgres => {
            "SELECT email, email_folded, language, zone FROM users WHERE id = $1 AND leaves_at <= $2 FOR UPDATE"
        }
    };
    tx.query(sql).bind(id).bind(now).fetch_optional().await
}

/// Notes that the files of all pictures and recordings of the person are to be removed, and returns the ids.
pub async fn note_files(tx: &mut Tx, id: Uuid) -> Result<Vec<Uuid>> {
    let rows: Vec<(Uuid,)> = tx
        .query(
            "INSERT INTO removed_media (id) \
             SELECT i.id FROM images i JOIN entries e ON e.id = i.entry_id WHERE e.user_id = $1 \
             UNION ALL SELECT r.id FROM recordings r JOIN entries e ON e.id = r.entry_id WHERE e.user_id = $1 \
             UNION ALL SELECT id FROM profile_images WHERE user_id = $1 ON CONFLICT DO NOTHING RETURNING id",
        )
        .bind(id)
        .fetch_all()
        .await?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Deletes what does not go with the person's row: their codes, invitations to their address, outcomes of sign-ins with Google, and the
/// words of their reports. What others own stays whole: a code that was reserved for this address is free again.
pub async fn delete_traces(tx: &mut Tx, secret: &Secret, id: Uuid, email_folded: &str) -> Result<()> {
    tx.query("DELETE FROM invitations WHERE created_by = $1 AND used_at IS NULL").bind(id).execute().await?;
    tx.query(
        "UPDATE invitations SET expires_at = NULL WHERE used_at IS NULL \
         AND code IN (SELECT code FROM friend_invitations WHERE email_folded = $1 AND replaced_at IS NULL)",
    )
    .bind(email_folded.to_owned())
    .execute()
    .await?;
    tx.query("DELETE FROM friend_invitations WHERE email_folded = $1").bind(email_folded.to_owned()).execute().await?;
    tx.query("DELETE FROM sign_in_flows WHERE outcome LIKE $1").bind(format!("%{id}%")).execute().await?;
    let nothing = secret.encrypt(purpose::REPORT, "")?;
    let statement = tx.query("UPDATE reports SET words = $2 WHERE reporter_id = $1");
    statement.bind(id).bind(nothing).execute().await.map(drop)
}

pub async fn delete_user(tx: &mut Tx, id: Uuid) -> Result<()> {
    tx.query("DELETE FROM users WHERE id = $1").bind(id).execute().await.map(drop)
}
