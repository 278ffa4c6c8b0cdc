//! The LinkedIn profile of a person, and posts drafted from their own entries (product 26).

mod compose;
mod post;
mod store;

pub use post::{EntryOfDay, Post, PostForm, generate};
pub(crate) use store::find;

use crate::{Backend, Result, Viewer, entries};
use domain::{Entry, EntryId, LinkedInProfile, Refusal};

/// The viewer's profile. Who saved none gets the defaults, and so does whoever's profile does not open.
pub async fn profile(backend: &Backend, viewer: &Viewer) -> Result<LinkedInProfile> {
    match store::find(&backend.db, viewer.account()?.user.id).await {
        Err(error) if error.is(Refusal::EntryUnreadable) => Ok(LinkedInProfile::default()),
        found => Ok(found?.unwrap_or_default()),
    }
}

/// Replaces the viewer's profile. An incomplete one is saved too: only generating needs more.
pub async fn save_profile(backend: &Backend, viewer: &Viewer, profile: LinkedInProfile) -> Result<LinkedInProfile> {
    let account = viewer.account()?;
    let profile = profile.cleaned()?;
    // One that does not open is not overwritten: a backup may bring its key back.
    store::find(&backend.db, account.user.id).await?;
    store::upsert(&backend.db, account.user.id, &profile).await?;
    Ok(profile)
}

/// The viewer's own entry that a post is to be made of.
pub async fn entry(backend: &Backend, viewer: &Viewer, id: EntryId) -> Result<Entry> {
    entries::open_own(backend, viewer, id).await
}
