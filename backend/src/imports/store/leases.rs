//! SQL of who works on an import.

use crate::{Db, Result, db::Tx, imports::Work};
use chrono::{DateTime, Utc};
use domain::UserId;
use uuid::Uuid;

/// What an attempt counts that nobody saw the end of: the process was killed, perhaps by the file. It counts from its beginning.
pub const ATTEMPT: u32 = 5;

/// Takes the import that waits longest, until `until`. An import of somebody who leaves waits.
pub async fn claim(
    db: &Db,
    work: Work,
    lease: Uuid,
    (now, until): (DateTime<Utc>, DateTime<Utc>),
) -> Result<Option<Uuid>> {
    let sql = "UPDATE imports SET lease = $1, leased_until = $3, failures = failures + $4 WHERE id = (SELECT i.id FROM imports i \
               WHERE i.state IN ('looking', 'taking', 'checking', 'undoing') \
               AND (i.state = 'looking' OR $5) AND (i.leased_until IS NULL OR i.leased_until <= $2) AND i.user_id IN (SELECT id FROM people) \
               ORDER BY i.created_at, i.id LIMIT 1) AND (leased_until IS NULL OR leased_until <= $2) RETURNING id";
    let statement = db.write(sql).bind(lease).bind(now).bind(until).bind(i64::from(ATTEMPT)).bind(work == Work::All);
    let claimed: Option<(Uuid,)> = statement.fetch_optional().await?;
    Ok(claimed.map(|(id,)| id))
}

/// Imports that wait for a worker, and those that run.
pub async fn count(db: &Db, now: DateTime<Utc>) -> Result<(i64, i64)> {
    let sql = "SELECT COUNT(*) - COUNT(r.id), COUNT(r.id) FROM imports i \
               LEFT JOIN imports r ON r.id = i.id AND r.leased_until > $1 AND r.lease IS NOT NULL \
               WHERE i.state IN ('looking', 'taking', 'checking', 'undoing')";
    db.read(sql).bind(now).fetch_one().await
}

/// False: the import is somebody else's by now, or gone.
pub async fn renew(db: &Db, id: Uuid, lease: Uuid, until: DateTime<Utc>) -> Result<bool> {
    let statement = db.write("UPDATE imports SET leased_until = $3 WHERE id = $1 AND lease = $2");
    Ok(statement.bind(id).bind(lease).bind(until).execute().await? == 1)
}

/// Whether the import is still this worker's, which holds until the transaction ends: nobody stops or takes it meanwhile.
pub async fn hold(tx: &mut Tx, id: Uuid, owner: UserId, lease: Uuid) -> Result<bool> {
    let sql = "UPDATE imports SET lease = lease WHERE id = $1 AND user_id = $2 AND lease = $3";
    Ok(tx.query(sql).bind(id).bind(owner.0).bind(lease).execute().await? == 1)
}

/// What counts as failures by now. `None`: the import is somebody else's by now, or gone.
pub async fn failures(db: &Db, id: Uuid, lease: Uuid) -> Result<Option<u32>> {
    let statement = db.write("UPDATE imports SET lease = lease WHERE id = $1 AND lease = $2 RETURNING failures");
    let found: Option<(i64,)> = statement.bind(id).bind(lease).fetch_optional().await?;
    Ok(found.map(|(failures,)| u32::try_from(failures).unwrap_or(u32::MAX)))
}

/// The import waits for the next worker: at once, or until `until` after so many failures.
pub async fn release(db: &Db, id: Uuid, lease: Uuid, (failures, until): (u32, Option<DateTime<Utc>>)) -> Result<()> {
    let sql = "UPDATE imports SET lease = NULL, leased_until = $3, failures = $4 WHERE id = $1 AND lease = $2";
    db.write(sql).bind(id).bind(lease).bind(until).bind(i64::from(failures)).execute().await.map(drop)
}
