//! What an archive of everything has besides the days. The lists are short, so they are read at once.

mod store;

pub use store::portrait;

use super::format::{Account, LinkedIn};
use crate::{Backend, Error, Result};
use domain::{LinkedInProfile, UserId};

/// `picture`: the path of the profile's picture in the archive, if it has one.
pub async fn gather(backend: &Backend, owner: UserId, picture: Option<String>) -> Result<Account> {
    let db = &backend.db;
    let (mut profile, settings, plan, consents) = store::person(db, owner).await?;
    if picture.is_some() {
        profile.picture = picture;
    }
    Ok(Account {
        profile,
        settings,
        plan,
        consents,
        sign_ins: store::sign_ins(db, owner).await?,
        sessions: store::sessions(db, owner).await?,
        links: store::links(db, owner).await?,
        friends: store::friends(db, owner).await?,
        friend_requests: store::friend_requests(db, owner).await?,
        blocks: store::blocks(db, owner).await?,
        invitations: store::invitations(db, owner).await?,
        codes: store::codes(db, owner).await?,
        streak_bonuses: store::streak_bonuses(db, owner).await?,
        linkedin: db.keyring().or_skip(linkedin(backend, owner).await)?.flatten(),
        assistant_calls: store::assistant_calls(db, owner).await?,
        declarations: store::declarations(db, &backend.secret, owner).await?,
        subscriptions: store::subscriptions(db, owner).await?,
        reports: store::reports(db, &backend.secret, owner).await?,
    })
}

async fn linkedin(backend: &Backend, owner: UserId) -> Result<Option<LinkedIn>> {
    let found: Option<LinkedInProfile> = crate::linkedin::find(&backend.db, owner).await?;
    // Both have the fields of the form.
    let same = |profile| serde_json::to_value(profile).and_then(serde_json::from_value);
    found.map(same).transpose().map_err(|e| Error::broken("LinkedIn profile", e))
}
