//! SQL of the audit log. No statement changes a row, and the one that deletes rows is that of the sweep.

use super::Recorded;
use crate::{Db, Result, db::Tx, pagination::Cursor};
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use domain::{AuditEvent, AuditKind, Device, Help, UserId, limits};
use uuid::Uuid;

/// Adds the event, unless the person has as many of its kind within a day as they may. A new device is always added: there are few kinds.
pub async fn insert(tx: &mut Tx, id: Uuid, owner: UserId, event: &AuditEvent, now: DateTime<Utc>) -> Result<()> {
    tx.query(
        "INSERT INTO audit_events (id, user_id, kind, created_at, device, is_new_device, help, provider, day, number) \
         SELECT $1, u.id, $3, $4, $5, $6, $7, $8, $9, $10 FROM users u WHERE u.id = $2 \
         AND ($6 OR (SELECT COUNT(*) FROM audit_events a WHERE a.user_id = $2 AND a.kind = $3 AND a.created_at > $11) < $12)",
    )
    .bind(id)
    .bind(owner.0)
    .bind(event.kind.as_str())
    .bind(now)
    .bind(event.device.map(Device::code))
    .bind(event.is_new_device)
    .bind(event.help.map(Help::as_str))
    .bind(event.provider.clone())
    .bind(event.day)
    .bind(event.number)
    .bind(now - TimeDelta::days(1))
    .bind(limits::AUDIT_PER_DAY)
    .execute()
    .await
    .map(drop)
}

pub async fn find_by_uid(tx: &mut Tx, uid: &str) -> Result<Option<UserId>> {
    let found = tx.query("SELECT id FROM users WHERE uid = $1").bind(uid.to_owned()).fetch_optional::<(Uuid,)>();
    Ok(found.await?.map(|(id,)| UserId(id)))
}

/// Whether an event of the person names this device.
pub async fn is_known_device(tx: &mut Tx, owner: UserId, device: Device) -> Result<bool> {
    let statement = tx.query("SELECT EXISTS (SELECT 1 FROM audit_events WHERE user_id = $1 AND device = $2)");
    Ok(statement.bind(owner.0).bind(device.code()).fetch_one::<(bool,)>().await?.0)
}

#[derive(sqlx::FromRow)]
pub struct Row {
    id: Uuid,
    kind: String,
    created_at: DateTime<Utc>,
    device: Option<String>,
    is_new_device: bool,
    help: Option<String>,
    provider: Option<String>,
    day: Option<NaiveDate>,
    number: Option<i64>,
}

impl Row {
    pub fn cursor(&self) -> Cursor<Uuid> {
        Cursor { created_at: self.created_at, id: self.id }
    }

    /// None: a later version of this program wrote it.
    pub fn open(self) -> Option<Recorded> {
        let help = self.help.as_deref();
        let event = AuditEvent {
            kind: AuditKind::parse(&self.kind)?,
            device: self.device.as_deref().map(Device::parse),
            is_new_device: self.is_new_device,
            help: Help::ALL.into_iter().find(|one| Some(one.as_str()) == help),
            provider: self.provider,
            day: self.day,
            number: self.number,
        };
        Some(Recorded { id: self.id, at: self.created_at, event })
    }
}

/// The person's events since `since`, the newest first. Openings of links and calls to services are read where they are counted and
/// logged, so no visitor of a link adds a row.
pub async fn list(
    db: &Db,
    owner: UserId,
    (since, before): (DateTime<Utc>, Option<Cursor<Uuid>>),
    limit: usize,
) -> Result<Vec<Row>> {
    db.read(
        "SELECT id, kind, created_at, device, is_new_device, help, provider, day, number FROM ( \
         SELECT id, kind, created_at, device, is_new_device, help, provider, day, number FROM audit_events WHERE user_id = $1 \
         UNION ALL SELECT id, 'words_sent', started_at, NULL, FALSE, help, provider, NULL, sends FROM assistant_calls \
         WHERE user_id = $1 AND provider <> '' AND sends > 0 AND outcome <> 'running' \
         UNION ALL SELECT s.entry_id, 'link_opened', s.last_opened_at, NULL, FALSE, NULL, NULL, e.date, s.opened \
         FROM entries e JOIN share_links s ON s.entry_id = e.id WHERE e.user_id = $1 AND e.deleted_at IS NULL \
         ) events WHERE created_at >= $2 AND ($3 IS NULL OR created_at < $3 OR (created_at = $3 AND id < $4)) \
         ORDER BY created_at DESC, id DESC LIMIT $5",
    )
    .bind(owner.0)
    .bind(since)
    .bind(before.map(|before| before.created_at))
    .bind(before.map(|before| before.id))
    .bind(i64::try_from(limit).unwrap_or(i64::MAX))
    .fetch_all()
    .await
}

pub async fn delete(db: &Db, before: DateTime<Utc>) -> Result<()> {
    db.write("DELETE FROM audit_events WHERE created_at < $1").bind(before).execute().await.map(drop)
}
