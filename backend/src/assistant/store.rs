//! SQL of the daily quota and of the log of calls.

use super::call::{AssistantCall, Outcome};
use crate::{Db, Result, db::Tx};
use chrono::{DateTime, NaiveDate, Utc};
use domain::{Help, UserId};
use uuid::Uuid;

#[derive(Clone, Copy, Debug)]
pub struct NewCall<'a> {
    pub id: Uuid,
    pub user: UserId,
    pub help: Help,
    pub day: NaiveDate,
    pub provider: &'a str,
    pub characters: usize,
    pub milliseconds: u32,
    pub started_at: DateTime<Utc>,
}

/// Takes one use and logs the call. False: the quota of the day is used up. One statement checks and counts, so that simultaneous requests
/// cannot exceed the limit.
pub async fn take(db: &Db, call: &NewCall<'_>, limit: u32) -> Result<bool> {
    if limit == 0 {
        return Ok(false);
    }
    let mut tx = db.begin().await?;
    let taken = tx
        .query(
            "INSERT INTO assistant_quota (user_id, help, day, used) VALUES ($1, $2, $3, 1) \
             ON CONFLICT (user_id, help, day) DO UPDATE SET used = assistant_quota.used + 1 \
             WHERE assistant_quota.used < $4",
        )
        .bind(call.user.0)
        .bind(call.help.as_str())
        .bind(call.day)
        .bind(i64::from(limit))
        .execute()
        .await?;
    if taken == 0 {
        return Ok(false);
    }
    tx.query(
        "INSERT INTO assistant_calls (id, user_id, help, day, provider, characters, milliseconds, outcome, started_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, 'running', $8)",
    )
    .bind(call.id)
    .bind(call.user.0)
    .bind(call.help.as_str())
    .bind(call.day)
    .bind(call.provider.to_owned())
    .bind(count(call.characters))
    .bind(i64::from(call.milliseconds))
    .bind(call.started_at)
    .execute()
    .await?;
    tx.commit().await?;
    Ok(true)
}

/// How often the person used this help on `day`.
pub async fn used(db: &Db, user: UserId, help: Help, day: NaiveDate) -> Result<u32> {
    let query = db.read("SELECT used FROM assistant_quota WHERE user_id = $1 AND help = $2 AND day = $3");
    let row: Option<(i64,)> = query.bind(user.0).bind(help.as_str()).bind(day).fetch_optional().await?;
    Ok(row.and_then(|(used,)| used.try_into().ok()).unwrap_or_default())
}

fn count(characters: usize) -> i64 {
    i64::try_from(characters).unwrap_or(i64::MAX)
}

/// Ends a running call and keeps its use.
pub async fn settle(db: &Db, id: Uuid, outcome: Outcome, characters: Option<usize>, sends: u32) -> Result<()> {
    db.write(
        "UPDATE assistant_calls SET outcome = $2, characters = COALESCE($3, characters), sends = $4 \
         WHERE id = $1 AND outcome = 'running'",
    )
    .bind(id)
    .bind(outcome.as_str())
    .bind(characters.map(count))
    .bind(i64::from(sends))
    .execute()
    .await
    .map(drop)
}

#[derive(sqlx::FromRow)]
struct Held {
    user_id: Uuid,
    help: String,
    day: NaiveDate,
}

/// Ends a running call as failed and gives its use back. Repeated calls give it back only once.
pub async fn give_back(db: &Db, id: Uuid, sends: u32) -> Result<()> {
    let mut tx = db.begin().await?;
    let held: Option<Held> = tx
        .query(
            "UPDATE assistant_calls SET outcome = 'failed', sends = $2 WHERE id = $1 AND outcome = 'running' \
             RETURNING user_id, help, day",
        )
        .bind(id)
        .bind(i64::from(sends))
        .fetch_optional()
        .await?;
    if let Some(held) = held {
        release(&mut tx, held).await?;
    }
    tx.commit().await
}

/// Gives back the uses of calls that started before `before` and are still running, because their process has ended. Nobody knows how often
/// their data was sent, so `sends` keeps its default, 1.
pub async fn give_back_abandoned(db: &Db, before: DateTime<Utc>) -> Result<()> {
    let mut tx = db.begin().await?;
    let held: Vec<Held> = tx
        .query(
            "UPDATE assistant_calls SET outcome = 'failed' WHERE outcome = 'running' AND started_at < $1 \
             RETURNING user_id, help, day",
        )
        .bind(before)
        .fetch_all()
        .await?;
    for held in held {
        release(&mut tx, held).await?;
    }
    tx.commit().await
}

async fn release(tx: &mut Tx, held: Held) -> Result<()> {
    tx.query("UPDATE assistant_quota SET used = used - 1 WHERE user_id = $1 AND help = $2 AND day = $3 AND used > 0")
        .bind(held.user_id)
        .bind(held.help)
        .bind(held.day)
        .execute()
        .await
        .map(drop)
}

#[derive(sqlx::FromRow)]
struct Row {
    id: Uuid,
    help: String,
    provider: String,
    characters: i64,
    milliseconds: i64,
    sends: i64,
    outcome: String,
    started_at: DateTime<Utc>,
}

/// The person's calls to outside services, newest first.
pub async fn list(db: &Db, user: UserId, since: DateTime<Utc>, limit: usize) -> Result<Vec<AssistantCall>> {
    let rows: Vec<Row> = db
        .read(
            "SELECT id, help, provider, characters, milliseconds, sends, outcome, started_at FROM assistant_calls \
             WHERE user_id = $1 AND provider <> '' AND started_at >= $2 ORDER BY started_at DESC, id DESC LIMIT $3",
        )
        .bind(user.0)
        .bind(since)
        .bind(count(limit))
        .fetch_all()
        .await?;
    let call = |row: Row| {
        Some(AssistantCall {
            id: row.id,
            help: Help::ALL.into_iter().find(|help| help.as_str() == row.help)?,
            provider: row.provider,
            characters: row.characters,
            seconds: (row.milliseconds + 500) / 1000,
            sends: row.sends,
            outcome: Outcome::parse(&row.outcome)?,
            started_at: row.started_at,
        })
    };
    Ok(rows.into_iter().filter_map(call).collect())
}

/// Whether the log has a successful call of this kind to this service.
pub async fn is_done(db: &Db, user: UserId, help: Help, provider: &str) -> Result<bool> {
    let found: Option<(i64,)> = db
        .read(
            "SELECT CAST(1 AS BIGINT) FROM assistant_calls WHERE user_id = $1 AND help = $2 AND provider = $3 \
             AND outcome = 'done' LIMIT 1",
        )
        .bind(user.0)
        .bind(help.as_str())
        .bind(provider.to_owned())
        .fetch_optional()
        .await?;
    Ok(found.is_some())
}

pub async fn delete_calls(db: &Db, before: DateTime<Utc>) -> Result<()> {
    db.write("DELETE FROM assistant_calls WHERE started_at < $1").bind(before).execute().await.map(drop)
}

/// Deletes the rows of days before `before`.
pub async fn delete_quota(db: &Db, before: NaiveDate) -> Result<()> {
    db.write("DELETE FROM assistant_quota WHERE day < $1").bind(before).execute().await.map(drop)
}
