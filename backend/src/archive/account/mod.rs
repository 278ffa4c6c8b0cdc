//! The account in an archive of everything, beside the days. The lists are short, so they are read at once.

mod store;

pub use store::portrait;

use super::format::{Account, Event, LinkedIn};
use crate::{
    Backend, Error, Result,
    audit::{self, Recorded},
};
use domain::{Help, Language, LinkedInProfile, UserId};

/// `picture`: the path of the profile's picture in the archive, if it has one.
pub async fn gather(backend: &Backend, owner: UserId, language: Language, picture: Option<String>) -> Result<Account> {
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
        events: audit::all(backend, owner).await?.into_iter().map(|recorded| event(recorded, language)).collect(),
    })
}

fn event(Recorded { at, event, .. }: Recorded, language: Language) -> Event {
    Event {
        at,
        kind: event.kind.as_str().to_owned(),
        text: language.text(event.kind.text()).to_owned(),
        device: event.device.map(|device| device.name(language)),
        is_new_device: event.is_new_device,
        help: event.help.map(Help::as_str).map(str::to_owned),
        provider: event.provider,
        day: event.day,
        number: event.number,
    }
}

async fn linkedin(backend: &Backend, owner: UserId) -> Result<Option<LinkedIn>> {
    let found: Option<LinkedInProfile> = crate::linkedin::find(&backend.db, owner).await?;
    // Both have the fields of the form.
    let same = |profile| serde_json::to_value(profile).and_then(serde_json::from_value);
    found.map(same).transpose().map_err(|e| Error::broken("LinkedIn profile", e))
}
