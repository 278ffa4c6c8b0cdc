//! SQL of pictures and recordings: whose they are.

use crate::{Db, Result, db::Tx};
use domain::{ImageId, UserId, Visibility};
use uuid::Uuid;

/// The entry that a picture belongs to, as far as its readers go.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    pub owner: UserId,
    pub visibility: Visibility,
}

#[derive(sqlx::FromRow)]
struct Row {
    user_id: Uuid,
    visibility: String,
}

pub async fn find(db: &Db, id: ImageId) -> Result<Option<Shown>> {
    let row: Option<Row> = db
        .read(
            "SELECT e.user_id, e.visibility FROM images i JOIN entries e ON e.id = i.entry_id \
             WHERE i.id = $1 AND e.deleted_at IS NULL",
        )
        .bind(id.0)
        .fetch_optional()
        .await?;
    row.map(|row| Ok(Shown { owner: UserId(row.user_id), visibility: row.visibility.parse()? })).transpose()
}

/// Whose profile picture it is; none: nobody's.
pub async fn person_of_portrait(db: &Db, id: ImageId) -> Result<Option<UserId>> {
    let statement = db.read("SELECT user_id FROM profile_images WHERE id = $1").bind(id.0);
    Ok(statement.fetch_optional::<(Uuid,)>().await?.map(|(id,)| UserId(id)))
}

/// The pictures and recordings from `first` to `last` that an entry, one in the bin too, or a profile names.
pub async fn named_between(db: &Db, first: Uuid, last: Uuid) -> Result<Vec<Uuid>> {
    let sql = "SELECT id FROM images WHERE id BETWEEN $1 AND $2 \
               UNION ALL SELECT id FROM profile_images WHERE id BETWEEN $1 AND $2 \
               UNION ALL SELECT id FROM recordings WHERE id BETWEEN $1 AND $2";
    let rows = db.read(sql).bind(first).bind(last).fetch_all::<(Uuid,)>().await?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Bytes of all that entries of the person name, one in the bin too. What was stored before sizes were noted counts nothing.
macro_rules! kept {
    () => {
        "SELECT CAST(COALESCE(SUM(f.bytes), 0) AS BIGINT) FROM entries e JOIN \
         (SELECT entry_id, bytes FROM images UNION ALL SELECT entry_id, bytes FROM recordings) f ON f.entry_id = e.id \
         WHERE e.user_id = $1"
    };
}

pub async fn kept(db: &Db, owner: UserId) -> Result<u64> {
    let (bytes,): (i64,) = db.read(kept!()).bind(owner.0).fetch_one().await?;
    Ok(bytes.unsigned_abs())
}

pub async fn kept_with(tx: &mut Tx, owner: UserId) -> Result<u64> {
    let (bytes,): (i64,) = tx.query(kept!()).bind(owner.0).fetch_one().await?;
    Ok(bytes.unsigned_abs())
}

/// Nobody else counts files of the person until the transaction ends.
pub async fn lock_owner(tx: &mut Tx, owner: UserId) -> Result<()> {
    // In SQLite BEGIN IMMEDIATE has locked everything.
    if let Tx::Postgres(_) = tx {
        let statement = tx.query("SELECT id FROM users WHERE id = $1 FOR NO KEY UPDATE").bind(owner.0);
        statement.fetch_optional::<(Uuid,)>().await?;
    }
    Ok(())
}

/// Of a picture or a recording.
pub async fn set_bytes(tx: &mut Tx, id: Uuid, bytes: u64) -> Result<()> {
    let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
    tx.query("UPDATE images SET bytes = $2 WHERE id = $1").bind(id).bind(bytes).execute().await?;
    tx.query("UPDATE recordings SET bytes = $2 WHERE id = $1").bind(id).bind(bytes).execute().await.map(drop)
}
