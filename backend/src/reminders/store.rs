//! SQL of reminders, and of what people want mails about.

use crate::{
    Db, Result,
    db::{Engine, Tx},
};
use chrono::{DateTime, NaiveDate, Utc};
use domain::{MailKind, Notifications, ReminderTime, UserId, day};
use uuid::Uuid;

#[derive(Debug, sqlx::FromRow)]
pub struct Stored {
    email_confirmed: bool,
    zone: String,
    reminder_minutes: i64,
    pub next_reminder_at: Option<DateTime<Utc>>,
    mails_friend_requests: bool,
    mails_friend_news: bool,
}

impl Stored {
    pub fn notifications(&self) -> Notifications {
        Notifications {
            reminder: self.next_reminder_at.is_some(),
            reminder_time: time(self.reminder_minutes),
            friend_requests: self.mails_friend_requests,
            friend_news: self.mails_friend_news,
            email_confirmed: self.email_confirmed,
        }
    }

    pub fn zone(&self) -> day::Zone {
        zone(&self.zone)
    }
}

fn time(minutes: i64) -> ReminderTime {
    u16::try_from(minutes).ok().and_then(ReminderTime::from_minutes).unwrap_or_default()
}

fn zone(name: &str) -> day::Zone {
    day::parse_zone(name).unwrap_or(day::DEFAULT_ZONE)
}

macro_rules! stored {
    ($tail:literal) => {
        concat!(
            "SELECT email_confirmed, zone, reminder_minutes, next_reminder_at, mails_friend_requests, mails_friend_news \
             FROM users WHERE id = $1",
            $tail
        )
    };
}

pub async fn find(db: &Db, id: UserId) -> Result<Option<Stored>> {
    db.read(stored!("")).bind(id.0).fetch_optional().await
}

/// Locks the person's row until the transaction ends.
pub async fn lock(tx: &mut Tx, id: UserId) -> Result<Option<Stored>> {
    let sql = match tx.engine() {
        // BEGIN IMMEDIATE has locked everything.
        Engine::Sqlite => stored!(""),
        Engine::Postgres => stored!(" FOR NO KEY UPDATE"),
    };
    tx.query(sql).bind(id.0).fetch_optional().await
}

/// `next` is when the reminder is due, if it is on.
pub async fn update(tx: &mut Tx, id: UserId, chosen: Notifications, next: Option<DateTime<Utc>>) -> Result<()> {
    tx.query(
        "UPDATE users SET reminder_minutes = $2, next_reminder_at = $3, mails_friend_requests = $4, mails_friend_news = $5 \
         WHERE id = $1",
    )
    .bind(id.0)
    .bind(i64::from(chosen.reminder_time.minutes()))
    .bind(next)
    .bind(chosen.friend_requests)
    .bind(chosen.friend_news)
    .execute()
    .await
    .map(drop)
}

/// `None`: the reminder is off.
pub async fn find_time(tx: &mut Tx, id: UserId) -> Result<Option<ReminderTime>> {
    let query = tx.query("SELECT reminder_minutes FROM users WHERE id = $1 AND next_reminder_at IS NOT NULL");
    Ok(query.bind(id.0).fetch_optional::<(i64,)>().await?.map(|(minutes,)| time(minutes)))
}

pub async fn set_next(tx: &mut Tx, id: UserId, next: DateTime<Utc>) -> Result<()> {
    tx.query("UPDATE users SET next_reminder_at = $2 WHERE id = $1").bind(id.0).bind(next).execute().await.map(drop)
}

pub async fn set_reminded(tx: &mut Tx, id: UserId, date: NaiveDate) -> Result<()> {
    tx.query("UPDATE users SET reminded_on = $2 WHERE id = $1").bind(id.0).bind(date).execute().await.map(drop)
}

pub async fn switch_off(db: &Db, id: UserId, kind: MailKind) -> Result<()> {
    let statement = db.write(match kind {
        MailKind::Reminder => "UPDATE users SET next_reminder_at = NULL WHERE id = $1",
        MailKind::FriendRequests => "UPDATE users SET mails_friend_requests = FALSE WHERE id = $1",
        MailKind::FriendNews => "UPDATE users SET mails_friend_news = FALSE WHERE id = $1",
    });
    statement.bind(id.0).execute().await.map(drop)
}

/// Reads only: this is called each minute and must not wait for the writer.
pub async fn is_any_due(db: &Db, now: DateTime<Utc>) -> Result<bool> {
    let statement = db.read("SELECT EXISTS (SELECT 1 FROM people WHERE next_reminder_at <= $1)");
    Ok(statement.bind(now).fetch_one::<(bool,)>().await?.0)
}

/// Somebody whose reminder is due.
#[derive(Debug, sqlx::FromRow)]
pub struct Due {
    pub id: Uuid,
    pub email: String,
    pub email_confirmed: bool,
    pub language: String,
    zone: String,
    day_end_minutes: i64,
    pub day_floor: Option<NaiveDate>,
    reminder_minutes: i64,
    pub next_reminder_at: DateTime<Utc>,
    pub reminded_on: Option<NaiveDate>,
}

impl Due {
    pub fn zone(&self) -> day::Zone {
        zone(&self.zone)
    }

    pub fn day_end(&self) -> u16 {
        u16::try_from(self.day_end_minutes).unwrap_or_default()
    }

    pub fn time(&self) -> ReminderTime {
        time(self.reminder_minutes)
    }
}

macro_rules! due {
    ($tail:literal) => {
        concat!(
            "SELECT id, email, email_confirmed, language, zone, day_end_minutes, day_floor, reminder_minutes, \
             next_reminder_at, reminded_on FROM people WHERE next_reminder_at <= $1 ORDER BY next_reminder_at LIMIT $2",
            $tail
        )
    };
}

/// Locks those who have waited longest, without those whom another server is looking at.
pub async fn take_due(tx: &mut Tx, now: DateTime<Utc>, limit: usize) -> Result<Vec<Due>> {
    let sql = match tx.engine() {
        // BEGIN IMMEDIATE has locked everything.
        Engine::Sqlite => due!(""),
        Engine::Postgres => due!(" FOR NO KEY UPDATE SKIP LOCKED"),
    };
    tx.query(sql).bind(now).bind(i64::try_from(limit).unwrap_or(i64::MAX)).fetch_all().await
}

pub async fn has_entry(tx: &mut Tx, id: UserId, date: NaiveDate) -> Result<bool> {
    let query =
        tx.query("SELECT EXISTS (SELECT 1 FROM entries WHERE user_id = $1 AND date = $2 AND deleted_at IS NULL)");
    Ok(query.bind(id.0).bind(date).fetch_one::<(bool,)>().await?.0)
}

/// The recipient of a mail about somebody, and the name of that person.
#[derive(Debug, sqlx::FromRow)]
pub struct Recipient {
    pub email: String,
    pub language: String,
    email_confirmed: bool,
    mails_friend_requests: bool,
    mails_friend_news: bool,
    display_name: String,
    username: String,
}

impl Recipient {
    pub fn wants(&self, kind: MailKind) -> bool {
        self.email_confirmed
            && match kind {
                MailKind::FriendRequests => self.mails_friend_requests,
                MailKind::FriendNews => self.mails_friend_news,
                MailKind::Reminder => false,
            }
    }

    /// The other person's.
    pub fn name(&self) -> String {
        Some(self.display_name.trim()).filter(|name| !name.is_empty()).unwrap_or(&self.username).to_owned()
    }
}

pub async fn find_recipient(tx: &mut Tx, to: UserId, about: UserId) -> Result<Option<Recipient>> {
    tx.query(
        "SELECT r.email, r.language, r.email_confirmed, r.mails_friend_requests, r.mails_friend_news, \
         a.display_name, a.username FROM people r, people a WHERE r.id = $1 AND a.id = $2",
    )
    .bind(to.0)
    .bind(about.0)
    .fetch_optional()
    .await
}

/// Whose code it is. None: the operator's.
pub async fn find_owner(tx: &mut Tx, code: &str) -> Result<Option<UserId>> {
    let query = tx.query("SELECT created_by FROM invitations WHERE code = $1");
    let row = query.bind(code.to_owned()).fetch_optional::<(Option<Uuid>,)>().await?;
    Ok(row.and_then(|(owner,)| owner).map(UserId))
}

/// Notes that `to` is written to about `about`. False: that happened after `since`.
pub async fn note_sent(
    tx: &mut Tx,
    to: UserId,
    about: UserId,
    now: DateTime<Utc>,
    since: DateTime<Utc>,
) -> Result<bool> {
    let noted = tx
        .query(
            "INSERT INTO friend_mails (user_id, about_id, sent_at) VALUES ($1, $2, $3) \
             ON CONFLICT (user_id, about_id) DO UPDATE SET sent_at = $3 WHERE friend_mails.sent_at <= $4",
        )
        .bind(to.0)
        .bind(about.0)
        .bind(now)
        .bind(since)
        .execute();
    Ok(noted.await? == 1)
}

pub async fn delete_sent(db: &Db, until: DateTime<Utc>) -> Result<()> {
    db.write("DELETE FROM friend_mails WHERE sent_at <= $1").bind(until).execute().await.map(drop)
}
