//! SQL of the LinkedIn profiles.

use crate::{Db, Result, sealing::Place};
use domain::{LinkedInProfile, UserId};

fn place(user: UserId) -> Place<'static> {
    Place::new("linkedin_profiles.words", user, user.0, 0)
}

/// `entry_unreadable` if it does not open.
pub async fn find(db: &Db, user: UserId) -> Result<Option<LinkedInProfile>> {
    let sql =
        "SELECT p.words, u.data_key FROM linkedin_profiles p JOIN users u ON u.id = p.user_id WHERE p.user_id = $1";
    let row: Option<(Vec<u8>, Vec<u8>)> = db.read(sql).bind(user.0).fetch_optional().await?;
    let Some((words, key)) = row else { return Ok(None) };
    let opened = db.keyring().unwrap(user, &key).and_then(|key| key.open(&place(user), words));
    opened.map(Some).map_err(|error| db.keyring().refused(error))
}

pub async fn upsert(db: &Db, user: UserId, profile: &LinkedInProfile) -> Result<()> {
    let words = db.data_key(user).await?.seal(&place(user), profile)?;
    db.write(
        "INSERT INTO linkedin_profiles (user_id, words) VALUES ($1, $2) \
         ON CONFLICT (user_id) DO UPDATE SET words = excluded.words",
    )
    .bind(user.0)
    .bind(words)
    .execute()
    .await
    .map(drop)
}
