//! SQL of pictures: whose they are.

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

/// Whether any entry names the picture, one in the bin too.
pub async fn is_named(db: &Db, id: ImageId) -> Result<bool> {
    let row: Option<(Uuid,)> = db.read("SELECT id FROM images WHERE id = $1").bind(id.0).fetch_optional().await?;
    Ok(row.is_some())
}
