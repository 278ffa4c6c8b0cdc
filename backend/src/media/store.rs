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

/// Whether an entry, one in the bin too, or a profile names the picture or recording.
pub async fn is_named(db: &Db, id: Uuid) -> Result<bool> {
    let sql = "SELECT id FROM images WHERE id = $1 UNION ALL SELECT id FROM profile_images WHERE id = $1 \
               UNION ALL SELECT id FROM recordings WHERE id = $1";
    let statement = db.read(sql).bind(id);
    Ok(statement.fetch_optional::<(Uuid,)>().await?.is_some())
}
