//! SQL of subscriptions and of the plans that follow from them.

use super::{
    retained::note_message,
    state::{Intent, Stored},
};
use crate::{
    Db, Error, Result,
    db::{Engine, Tx},
    providers::payment::ProviderStatus,
};
use chrono::{DateTime, Utc};
use domain::{ProStatus, SubscriptionId, SubscriptionStatus, UserId, day};
use uuid::Uuid;

/// The settings that decide when a day ends for a person.
#[derive(Debug, sqlx::FromRow)]
pub struct Days {
    zone: String,
    day_end_minutes: i64,
}

impl Days {
    pub fn settled(&self) -> (day::Zone, u16) {
        let zone = day::parse_zone(&self.zone).unwrap_or(day::DEFAULT_ZONE);
        (zone, u16::try_from(self.day_end_minutes).unwrap_or_default())
    }
}

pub async fn days_of(db: &Db, email_folded: &str) -> Result<Option<Days>> {
    let statement = db.read("SELECT zone, day_end_minutes FROM users WHERE email_folded = $1");
    statement.bind(email_folded.to_owned()).fetch_optional().await
}

/// Returns whose address it is. None: nobody has it.
pub async fn set_pro_until(tx: &mut Tx, email_folded: &str, until: DateTime<Utc>) -> Result<Option<UserId>> {
    let statement = tx.query("UPDATE users SET pro_until = $2 WHERE email_folded = $1 RETURNING id");
    let changed = statement.bind(email_folded.to_owned()).bind(until).fetch_optional::<(Uuid,)>();
    Ok(changed.await?.map(|(id,)| UserId(id)))
}

#[derive(sqlx::FromRow)]
struct Row {
    id: Uuid,
    user_id: Uuid,
    status: String,
    intent: String,
    created_at: DateTime<Utc>,
    request_id: String,
    end_date: Option<DateTime<Utc>>,
    period_end: Option<DateTime<Utc>>,
    starts_at: Option<DateTime<Utc>>,
    paypal_id: Option<String>,
    paypal_status: Option<String>,
    approval_url: Option<String>,
    synced_at: Option<DateTime<Utc>>,
    next_check: Option<DateTime<Utc>>,
    failures: i64,
    refunded_at: Option<DateTime<Utc>>,
}

macro_rules! columns {
    () => {
        "id, user_id, status, intent, created_at, request_id, end_date, period_end, starts_at, paypal_id, paypal_status, \
         approval_url, synced_at, next_check, failures, refunded_at"
    };
}

impl TryFrom<Row> for Stored {
    type Error = Error;

    fn try_from(row: Row) -> Result<Self> {
        let broken = |text: &str| Error::broken("subscriptions", format!("'{text}'"));
        let read = |text: String| {
            serde_json::from_value::<ProviderStatus>(text.into())
                .map_err(|e| Error::broken("subscriptions.paypal_status", e))
        };
        Ok(Self {
            id: SubscriptionId(row.id),
            user_id: UserId(row.user_id),
            status: SubscriptionStatus::parse(&row.status).ok_or_else(|| broken(&row.status))?,
            intent: Intent::parse(&row.intent).ok_or_else(|| broken(&row.intent))?,
            created_at: row.created_at,
            request_id: row.request_id,
            end_date: row.end_date,
            period_end: row.period_end,
            starts_at: row.starts_at,
            paypal_id: row.paypal_id,
            provider_status: row.paypal_status.map(read).transpose()?,
            approval_url: row.approval_url,
            synced_at: row.synced_at,
            next_check: row.next_check,
            failures: row.failures,
            refunded_at: row.refunded_at,
        })
    }
}

/// One person's subscriptions, the newest first.
pub async fn list(db: &Db, user: UserId) -> Result<Vec<Stored>> {
    let statement = db.read(concat!(
        "SELECT ",
        columns!(),
        " FROM subscriptions WHERE user_id = $1 ORDER BY created_at DESC, id DESC"
    ));
    statement.bind(user.0).fetch_all::<Row>().await?.into_iter().map(Stored::try_from).collect()
}

/// False: the person has another order that waits for approval.
pub async fn insert(db: &Db, new: &Stored) -> Result<bool> {
    let statement = db.write(
        "INSERT INTO subscriptions (id, user_id, status, intent, created_at, request_id, starts_at, next_check) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING",
    );
    let statement = statement.bind(new.id.0).bind(new.user_id.0).bind(new.status.as_str()).bind(new.intent.as_str());
    let statement =
        statement.bind(new.created_at).bind(new.request_id.clone()).bind(new.starts_at).bind(new.next_check);
    Ok(statement.execute().await? == 1)
}

/// The person asked us to begin at once (§ 357a BGB).
pub async fn set_start_confirmed(db: &Db, id: SubscriptionId, at: DateTime<Utc>) -> Result<()> {
    let statement = db.write("UPDATE subscriptions SET start_confirmed_at = $2 WHERE id = $1");
    statement.bind(id.0).bind(at).execute().await.map(drop)
}

/// The provider's result for an order.
pub async fn set_ordered(
    db: &Db,
    id: SubscriptionId,
    paypal_id: &str,
    approval_url: &str,
    next_check: DateTime<Utc>,
) -> Result<()> {
    let statement =
        db.write("UPDATE subscriptions SET paypal_id = $2, approval_url = $3, next_check = $4 WHERE id = $1");
    let statement = statement.bind(id.0).bind(paypal_id.to_owned()).bind(approval_url.to_owned());
    statement.bind(next_check).execute().await.map(drop)
}

/// Leases the subscription to one worker until `until`; without a release it is read again then. None: another worker has it, or it is gone.
pub async fn lease(
    db: &Db,
    id: SubscriptionId,
    lease: Uuid,
    now: DateTime<Utc>,
    until: DateTime<Utc>,
) -> Result<Option<Stored>> {
    let statement = db.write(concat!(
        "UPDATE subscriptions SET lease = $2, leased_until = $4, next_check = $4 WHERE id = $1 AND (leased_until IS NULL OR leased_until <= $3) \
         RETURNING ",
        columns!()
    ));
    let taken = statement.bind(id.0).bind(lease).bind(now).bind(until).fetch_optional::<Row>().await?;
    taken.map(Stored::try_from).transpose()
}

/// Stores the worker's result and ends the lease. The owner's wish is overwritten only if it is still the one from before (`began`). After
/// another wish, or a message that came meanwhile, the subscription is read again at once. `None`: the lease had expired, and its new
/// holder stores the result.
pub async fn release(
    tx: &mut Tx,
    done: &Stored,
    began: &Stored,
    lease: Uuid,
    now: DateTime<Utc>,
) -> Result<Option<Stored>> {
    let sql = match tx.engine() {
        // BEGIN IMMEDIATE has locked everything.
        Engine::Sqlite => concat!("SELECT ", columns!(), " FROM subscriptions WHERE id = $1 AND lease = $2"),
        Engine::Postgres => {
            concat!("SELECT ", columns!(), " FROM subscriptions WHERE id = $1 AND lease = $2 FOR UPDATE")
        }
    };
    let held = tx.query(sql).bind(done.id.0).bind(lease).fetch_optional::<Row>().await?;
    let Some(held) = held else { return Ok(None) };
    let held = Stored::try_from(held)?;
    let mut done = done.clone();
    if held.intent != began.intent {
        done.intent = held.intent;
        done.settle(now);
    }
    if held.intent != began.intent || held.next_check != began.next_check {
        done.next_check = Some(now);
    }
    let statement = tx.query(
        "UPDATE subscriptions SET status = $2, end_date = $3, period_end = $4, paypal_status = $5, synced_at = $6, next_check = $7, \
         intent = $8, failures = $9, refunded_at = $10, lease = NULL, leased_until = NULL WHERE id = $1",
    );
    let statement = statement.bind(done.id.0).bind(done.status.as_str()).bind(done.end_date).bind(done.period_end);
    let statement =
        statement.bind(done.provider_status.map(ProviderStatus::as_str)).bind(done.synced_at).bind(done.next_check);
    statement.bind(done.intent.as_str()).bind(done.failures).bind(done.refunded_at).execute().await?;
    Ok(Some(done))
}

/// Locks it until the transaction ends, and returns it.
pub async fn lock(tx: &mut Tx, id: SubscriptionId) -> Result<Stored> {
    let sql = match tx.engine() {
        Engine::Sqlite => concat!("SELECT ", columns!(), " FROM subscriptions WHERE id = $1"),
        Engine::Postgres => concat!("SELECT ", columns!(), " FROM subscriptions WHERE id = $1 FOR UPDATE"),
    };
    Stored::try_from(tx.query(sql).bind(id.0).fetch_one::<Row>().await?)
}

/// The same for all of a person.
pub async fn lock_all(tx: &mut Tx, user: UserId) -> Result<Vec<Stored>> {
    let sql = match tx.engine() {
        Engine::Sqlite => concat!("SELECT ", columns!(), " FROM subscriptions WHERE user_id = $1"),
        Engine::Postgres => concat!("SELECT ", columns!(), " FROM subscriptions WHERE user_id = $1 FOR UPDATE"),
    };
    tx.query(sql).bind(user.0).fetch_all::<Row>().await?.into_iter().map(Stored::try_from).collect()
}

/// The owner's new wish, and the state that follows from it until the provider is asked.
pub async fn set_intent(tx: &mut Tx, one: &Stored) -> Result<()> {
    let statement = tx.query(
        "UPDATE subscriptions SET intent = $2, status = $3, end_date = $4, next_check = $5, failures = 0 WHERE id = $1",
    );
    let statement = statement.bind(one.id.0).bind(one.intent.as_str()).bind(one.status.as_str());
    statement.bind(one.end_date).bind(one.next_check).execute().await.map(drop)
}

/// Stores the end of the person's paid time. All changes of it lock the person's row.
pub async fn update_paid_until(tx: &mut Tx, user: UserId, now: DateTime<Utc>) -> Result<()> {
    if tx.engine() == Engine::Postgres {
        let lock = tx.query("SELECT id FROM users WHERE id = $1 FOR NO KEY UPDATE").bind(user.0);
        lock.fetch_all::<(Uuid,)>().await?;
    }
    let statement = tx.query(concat!("SELECT ", columns!(), " FROM subscriptions WHERE user_id = $1"));
    let all: Vec<Row> = statement.bind(user.0).fetch_all().await?;
    let all = all.into_iter().map(Stored::try_from).collect::<Result<Vec<_>>>()?;
    let shown: Vec<_> = all.iter().map(Stored::shown).collect();
    let (waiting, giving): (Vec<_>, Vec<_>) = all.iter().partition(|one| one.waits_for_start(now));
    let given = giving.into_iter().filter_map(Stored::paid_until).max();
    // An order that starts after the paid term leaves a gap: the older one may have lost its payment.
    let follow = waiting.into_iter().filter(|one| one.starts_at <= given).filter_map(Stored::paid_until).max();
    let paid_until = given.max(follow);
    let renews = ProStatus::of(&shown, now).is_pro();
    let statement = tx.query("UPDATE users SET paid_until = $2, renews = $3 WHERE id = $1");
    statement.bind(user.0).bind(paid_until).bind(renews).execute().await.map(drop)
}

/// The subscriptions that are due to be read.
pub async fn list_due(db: &Db, now: DateTime<Utc>, most: i64) -> Result<Vec<SubscriptionId>> {
    let statement = db.read(
        "SELECT id FROM subscriptions WHERE next_check <= $1 AND (leased_until IS NULL OR leased_until <= $1) \
         ORDER BY next_check LIMIT $2",
    );
    let due: Vec<(Uuid,)> = statement.bind(now).bind(most).fetch_all().await?;
    Ok(due.into_iter().map(|(id,)| SubscriptionId(id)).collect())
}

pub async fn is_known_event(db: &Db, event: &str) -> Result<bool> {
    let found = db.read("SELECT id FROM webhook_events WHERE id = $1").bind(event.to_owned());
    Ok(found.fetch_optional::<(String,)>().await?.is_some())
}

/// Records a message. False: it came before. `paypal_id`: the subscription to read again, if it is one of ours.
pub async fn take_event(db: &Db, event: &str, paypal_id: Option<&str>, now: DateTime<Utc>) -> Result<bool> {
    let mut tx = db.begin().await?;
    let statement = tx.query("INSERT INTO webhook_events (id, received_at) VALUES ($1, $2) ON CONFLICT DO NOTHING");
    let is_new = statement.bind(event.to_owned()).bind(now).execute().await? == 1;
    if let Some(id) = paypal_id.filter(|_| is_new) {
        let statement = tx.query("UPDATE subscriptions SET next_check = $2 WHERE paypal_id = $1");
        statement.bind(id.to_owned()).bind(now).execute().await?;
        note_message(&mut tx, id, now).await?;
    }
    tx.commit().await?;
    Ok(is_new)
}

pub async fn delete_events(db: &Db, before: DateTime<Utc>) -> Result<u64> {
    db.write("DELETE FROM webhook_events WHERE received_at < $1").bind(before).execute().await
}

pub async fn find_user(db: &Db, email_folded: &str) -> Result<Option<UserId>> {
    let statement = db.read("SELECT id FROM users WHERE email_folded = $1").bind(email_folded.to_owned());
    Ok(statement.fetch_optional::<(Uuid,)>().await?.map(|(id,)| UserId(id)))
}

/// The receiver of mails about a subscription.
#[derive(sqlx::FromRow)]
pub struct Recipient {
    pub email: String,
    pub language: String,
    pub zone: String,
}

pub async fn find_recipient(tx: &mut Tx, user: UserId) -> Result<Option<Recipient>> {
    let statement = tx.query("SELECT email, language, zone FROM people WHERE id = $1");
    statement.bind(user.0).fetch_optional().await
}

pub async fn set_hint_after(db: &Db, user: UserId, after: DateTime<Utc>) -> Result<()> {
    let statement = db.write("UPDATE users SET pro_hint_after = $2 WHERE id = $1");
    statement.bind(user.0).bind(after).execute().await.map(drop)
}

pub async fn gift_until(db: &Db, user: UserId) -> Result<Option<DateTime<Utc>>> {
    let statement = db.read("SELECT pro_until FROM users WHERE id = $1").bind(user.0);
    Ok(statement.fetch_optional::<(Option<DateTime<Utc>>,)>().await?.and_then(|(until,)| until))
}
