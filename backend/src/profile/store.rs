//! SQL of what a person says about themselves.

use crate::{Db, Result, db::Tx};
use chrono::NaiveDate;
use domain::{ImageId, Refusal, User, UserId};
use uuid::Uuid;

pub async fn update(db: &Db, user: &User) -> Result<()> {
    db.write(
        "UPDATE users SET first_name = $2, last_name = $3, display_name = $4, profile_image_url = $5 WHERE id = $1",
    )
    .bind(user.id.0)
    .bind(user.first_name.clone())
    .bind(user.last_name.clone())
    .bind(user.display_name.clone())
    .bind(user.profile_image_url.clone())
    .execute()
    .await
    .map(drop)
}

pub async fn set_zone(db: &Db, id: UserId, zone: &'static str, day_floor: NaiveDate) -> Result<()> {
    let statement = db.write(
        "UPDATE users SET zone = $2, day_floor = CASE WHEN day_floor > $3 THEN day_floor ELSE $3 END WHERE id = $1",
    );
    statement.bind(id.0).bind(zone).bind(day_floor).execute().await.map(drop)
}

pub async fn set_language(db: &Db, id: UserId, language: &'static str) -> Result<()> {
    db.write("UPDATE users SET language = $2 WHERE id = $1").bind(id.0).bind(language).execute().await.map(drop)
}

/// The picture that the person had. Their row is changed first, so that of two at once one waits.
pub async fn set_picture(
    tx: &mut Tx,
    id: UserId,
    image: Option<ImageId>,
    url: Option<String>,
) -> Result<Option<ImageId>> {
    if tx.query("UPDATE users SET profile_image_url = $2 WHERE id = $1").bind(id.0).bind(url).execute().await? == 0 {
        return Err(Refusal::UserNotFound.into());
    }
    let before: Option<(Uuid,)> =
        tx.query("DELETE FROM profile_images WHERE user_id = $1 RETURNING id").bind(id.0).fetch_optional().await?;
    if let Some(image) = image {
        let statement = tx.query("INSERT INTO profile_images (id, user_id) VALUES ($1, $2)");
        statement.bind(image.0).bind(id.0).execute().await?;
    }
    Ok(before.map(|(id,)| ImageId(id)))
}
