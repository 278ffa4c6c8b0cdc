//! SQL of pictures and recordings: whose they are.

use crate::{Db, Result};
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
