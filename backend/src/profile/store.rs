//! SQL of what a person says about themselves.

use crate::{Db, Result};
use chrono::NaiveDate;
use domain::{User, UserId};

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
