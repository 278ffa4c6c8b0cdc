//! SQL of the subscriptions and payments of people who are gone.

use crate::{Db, Result, db::Tx};
use chrono::{DateTime, Utc};
use domain::UserId;

#[derive(Debug, sqlx::FromRow)]
pub struct Ended {
    pub paypal_id: String,
    pub began_at: DateTime<Utc>,
    pub failures: i64,
}

#[derive(Debug)]
pub struct Record {
    pub id: String,
    pub paypal_id: String,
    pub paid_at: DateTime<Utc>,
    pub amount: String,
    pub currency: String,
    pub status: String,
    pub tax: &'static str,
    pub keep_until: DateTime<Utc>,
}

/// True: a subscription of the person has begun.
pub async fn keep(tx: &mut Tx, user: UserId, now: DateTime<Utc>, keep_until: DateTime<Utc>) -> Result<bool> {
    let has_begun = tx.query(
        "SELECT EXISTS (SELECT 1 FROM subscriptions WHERE user_id = $1 AND paypal_status IS NOT NULL \
         AND paypal_status NOT IN ('APPROVAL_PENDING', 'APPROVED'))",
    );
    let (has_begun,): (bool,) = has_begun.bind(user.0).fetch_one().await?;
    tx.query(
        "INSERT INTO ended_subscriptions (paypal_id, began_at, next_check, keep_until) \
         SELECT paypal_id, created_at, $2, $3 FROM subscriptions WHERE user_id = $1 AND paypal_id IS NOT NULL \
         ON CONFLICT (paypal_id) DO UPDATE SET next_check = excluded.next_check",
    )
    .bind(user.0)
    .bind(now)
    .bind(keep_until)
    .execute()
    .await?;
    tx.query("DELETE FROM subscriptions WHERE user_id = $1").bind(user.0).execute().await?;
    Ok(has_begun)
}

/// A message of the provider may be about one of these. It is read again, and makes nobody anew.
pub async fn note_message(tx: &mut Tx, paypal_id: &str, now: DateTime<Utc>) -> Result<()> {
    let statement = tx.query("UPDATE ended_subscriptions SET next_check = $2 WHERE paypal_id = $1");
    statement.bind(paypal_id.to_owned()).bind(now).execute().await.map(drop)
}

pub async fn list_due(db: &Db, now: DateTime<Utc>, most: i64) -> Result<Vec<Ended>> {
    db.read(
        "SELECT paypal_id, began_at, failures FROM ended_subscriptions WHERE next_check <= $1 ORDER BY next_check LIMIT $2",
    )
    .bind(now)
    .bind(most)
    .fetch_all()
    .await
}

/// False: another server reads it.
pub async fn take(db: &Db, one: &Ended, now: DateTime<Utc>, again: DateTime<Utc>) -> Result<bool> {
    let taken = db
        .write(
            "UPDATE ended_subscriptions SET next_check = $3, failures = failures + 1 \
             WHERE paypal_id = $1 AND next_check <= $2",
        )
        .bind(one.paypal_id.clone())
        .bind(now)
        .bind(again)
        .execute();
    Ok(taken.await? == 1)
}

pub async fn rest(db: &Db, paypal_id: &str, next_check: Option<DateTime<Utc>>) -> Result<()> {
    let statement = db.write("UPDATE ended_subscriptions SET next_check = $2, failures = 0 WHERE paypal_id = $1");
    statement.bind(paypal_id.to_owned()).bind(next_check).execute().await.map(drop)
}

pub async fn delete(db: &Db, paypal_id: &str) -> Result<()> {
    let statement = db.write("DELETE FROM ended_subscriptions WHERE paypal_id = $1");
    statement.bind(paypal_id.to_owned()).execute().await.map(drop)
}

/// True: one of them is new, or has another status than before.
pub async fn put(db: &Db, records: Vec<Record>) -> Result<bool> {
    let mut tx = db.begin().await?;
    let mut changed = 0;
    for record in records {
        changed += tx
            .query(
                "INSERT INTO payment_records (id, paypal_id, paid_at, amount, currency, status, tax, keep_until) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8) \
                 ON CONFLICT (id) DO UPDATE SET status = excluded.status WHERE payment_records.status <> excluded.status",
            )
            .bind(record.id)
            .bind(record.paypal_id)
            .bind(record.paid_at)
            .bind(record.amount)
            .bind(record.currency)
            .bind(record.status)
            .bind(record.tax)
            .bind(record.keep_until)
            .execute()
            .await?;
    }
    tx.commit().await?;
    Ok(changed > 0)
}

/// Deletes what was kept long enough.
pub async fn sweep(db: &Db, now: DateTime<Utc>) -> Result<()> {
    db.write("DELETE FROM payment_records WHERE keep_until <= $1").bind(now).execute().await?;
    db.write(
        "DELETE FROM ended_subscriptions WHERE keep_until <= $1 AND next_check IS NULL \
         AND NOT EXISTS (SELECT 1 FROM payment_records r WHERE r.paypal_id = ended_subscriptions.paypal_id)",
    )
    .bind(now)
    .execute()
    .await
    .map(drop)
}
