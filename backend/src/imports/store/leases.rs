//! SQL of who works on an import.

use crate::{Db, Result, db::Tx};
use chrono::{DateTime, Utc};
use domain::UserId;
use uuid::Uuid;

/// Takes the import that waits longest, until `until`. An import of somebody who leaves waits.
pub async fn claim(db: &Db, lease: Uuid, now: DateTime<Utc>, until: DateTime<Utc>) -> Result<Option<Uuid>> {
    let sql = "UPDATE imports SET lease = $1, leased_until = $3 WHERE id = (SELECT i.id FROM imports i \
               WHERE i.state IN ('looking', 'taking', 'checking', 'undoing') \
               AND (i.leased_until IS NULL OR i.leased_until <= $2) AND i.user_id IN (SELECT id FROM people) \
               ORDER BY i.created_at, i.id LIMIT 1) AND (leased_until IS NULL OR leased_until <= $2) RETURNING id";
    let claimed: Option<(Uuid,)> = db.write(sql).bind(lease).bind(now).bind(until).fetch_optional().await?;
    Ok(claimed.map(|(id,)| id))
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

/// The import waits for the next worker: at once, or after a failure until `until`.
pub async fn release(db: &Db, id: Uuid, lease: Uuid, until: Option<DateTime<Utc>>) -> Result<()> {
    let sql = "UPDATE imports SET lease = NULL, leased_until = $3, \
               failures = CASE WHEN $3 IS NULL THEN failures ELSE failures + 1 END WHERE id = $1 AND lease = $2";
    db.write(sql).bind(id).bind(lease).bind(until).execute().await.map(drop)
}
