//! SQL of a person's profile and preferences.

use crate::{
    Clock, Db, Result,
    db::{Engine, Tx, is_taken},
    media,
};
use chrono::{DateTime, NaiveDate, Utc};
use domain::{
    ConsentForm, ImageId, Refusal, User, UserId, Visibility,
    day::{self, QuotaDay},
    media::Rendition,
};
use uuid::Uuid;

/// Fields that are `None` stay as they are.
#[derive(Debug, Default)]
pub struct Change {
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub username: Option<String>,
    pub picture: NewPicture,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NewPicture {
    #[default]
    Same,
    None,
    Is(ImageId),
}

/// The profile after the change.
#[derive(Debug, sqlx::FromRow)]
pub struct Changed {
    first_name: String,
    last_name: String,
    display_name: String,
    username: String,
    profile_image_url: Option<String>,
}

impl Changed {
    pub fn over(self, user: User) -> User {
        let Self { first_name, last_name, display_name, username, profile_image_url } = self;
        User { first_name, last_name, display_name, username, profile_image_url, ..user }
    }
}

/// The picture's address, for registered people.
pub fn address(image: ImageId) -> String {
    format!("/media/{image}/{}", Rendition::Optimized.as_str())
}

/// Also returns the picture that was replaced or removed, whose files the caller removes after the commit. Updates the person's row first, so
/// that of two simultaneous changes one waits.
pub async fn update(tx: &mut Tx, id: UserId, change: &Change) -> Result<(Changed, Option<Uuid>)> {
    let image = if let NewPicture::Is(image) = change.picture { Some(image) } else { None };
    let changed = tx
        .query(
            "UPDATE users SET first_name = COALESCE($2, first_name), last_name = COALESCE($3, last_name), \
             display_name = TRIM(COALESCE($2, first_name) || ' ' || COALESCE($3, last_name)), \
             username = COALESCE($4, username), \
             profile_image_url = CASE WHEN $5 THEN $6 ELSE profile_image_url END WHERE id = $1 \
             RETURNING first_name, last_name, display_name, username, profile_image_url",
        )
        .bind(id.0)
        .bind(change.first_name.clone())
        .bind(change.last_name.clone())
        .bind(change.username.clone())
        .bind(change.picture != NewPicture::Same)
        .bind(image.map(address))
        .fetch_optional::<Changed>()
        .await
        // The username is the only unique column here.
        .map_err(|error| if is_taken(&error) { Refusal::UsernameTaken.into() } else { error })?
        .ok_or(Refusal::UserNotFound)?;
    if change.picture == NewPicture::Same {
        return Ok((changed, None));
    }
    let before: Option<(Uuid,)> =
        tx.query("DELETE FROM profile_images WHERE user_id = $1 RETURNING id").bind(id.0).fetch_optional().await?;
    let before = before.map(|(id,)| id);
    if let Some(id) = before {
        media::note_removed(tx, id).await?;
    }
    if let Some(image) = image {
        let statement = tx.query("INSERT INTO profile_images (id, user_id) VALUES ($1, $2)");
        statement.bind(image.0).bind(id.0).execute().await?;
    }
    Ok((changed, before))
}

/// The columns that decide a person's diary day and quota day.
#[derive(Debug, sqlx::FromRow)]
pub struct Days {
    zone: String,
    day_end_minutes: i64,
    day_floor: Option<NaiveDate>,
    quota_day: Option<NaiveDate>,
    quota_since: Option<DateTime<Utc>>,
}

impl Days {
    /// The current diary day and the current quota day.
    pub fn now(&self, clock: &Clock) -> (NaiveDate, QuotaDay) {
        let zone = day::parse_zone(&self.zone).unwrap_or(day::DEFAULT_ZONE);
        let day_end = u16::try_from(self.day_end_minutes).unwrap_or_default();
        let today = day::today(clock.now(), zone, day_end);
        let today = self.day_floor.map_or(today, |floor| today.max(floor));
        let kept = self.quota_day.zip(self.quota_since).map(|(date, since)| QuotaDay { date, since });
        (today, QuotaDay::now(kept, today, clock.now(), zone, day_end))
    }
}

/// Locks the person's row until the transaction ends.
pub async fn lock_days(tx: &mut Tx, id: UserId) -> Result<Days> {
    let sql = match tx.engine() {
        // BEGIN IMMEDIATE has locked everything.
        Engine::Sqlite => "SELECT zone, day_end_minutes, day_floor, quota_day, quota_since FROM users WHERE id = $1",
        Engine::Postgres => {
            "SELECT zone, day_end_minutes, day_floor, quota_day, quota_since FROM users WHERE id = $1 FOR UPDATE"
        }
    };
    tx.query(sql).bind(id.0).fetch_optional().await?.ok_or_else(|| Refusal::UserNotFound.into())
}

/// `now` is the result of [`Days::now`] before the change. That day stays today, and its quota still counts.
pub async fn set_zone(tx: &mut Tx, id: UserId, zone: &'static str, now: (NaiveDate, QuotaDay)) -> Result<()> {
    let (floor, quota) = now;
    tx.query("UPDATE users SET zone = $2, day_floor = $3, quota_day = $4, quota_since = $5 WHERE id = $1")
        .bind(id.0)
        .bind(zone)
        .bind(floor)
        .bind(quota.date)
        .bind(quota.since)
        .execute()
        .await
        .map(drop)
}

/// `now` as in [`set_zone`].
pub async fn set_day_end(tx: &mut Tx, id: UserId, minutes: u16, now: (NaiveDate, QuotaDay)) -> Result<()> {
    let (floor, quota) = now;
    tx.query("UPDATE users SET day_end_minutes = $2, day_floor = $3, quota_day = $4, quota_since = $5 WHERE id = $1")
        .bind(id.0)
        .bind(i64::from(minutes))
        .bind(floor)
        .bind(quota.date)
        .bind(quota.since)
        .execute()
        .await
        .map(drop)
}

pub async fn set_default_visibility(db: &Db, id: UserId, visibility: Visibility) -> Result<()> {
    let statement = db.write("UPDATE users SET default_visibility = $2 WHERE id = $1");
    statement.bind(id.0).bind(visibility.as_str()).execute().await.map(drop)
}

pub async fn set_language(db: &Db, id: UserId, language: &'static str) -> Result<()> {
    db.write("UPDATE users SET language = $2 WHERE id = $1").bind(id.0).bind(language).execute().await.map(drop)
}

pub async fn set_assistant_consent(tx: &mut Tx, id: UserId, said: &ConsentForm) -> Result<()> {
    // A no is not about a certain service.
    let provider = |answer: Option<bool>| answer.map(|yes| if yes { said.provider.clone() } else { String::new() });
    tx.query(
        "UPDATE users SET ai_transcription = COALESCE($2, ai_transcription), ai_summary = COALESCE($3, ai_summary), \
         ai_linkedin = COALESCE($4, ai_linkedin), ai_transcription_provider = COALESCE($5, ai_transcription_provider), \
         ai_summary_provider = COALESCE($6, ai_summary_provider), \
         ai_linkedin_provider = COALESCE($7, ai_linkedin_provider) WHERE id = $1",
    )
    .bind(id.0)
    .bind(said.transcription)
    .bind(said.summary)
    .bind(said.linkedin)
    .bind(provider(said.transcription))
    .bind(provider(said.summary))
    .bind(provider(said.linkedin))
    .execute()
    .await
    .map(drop)
}
