//! Changing the visibility of an entry and nothing else.

use super::{
    store::{self, Stored},
    view,
};
use crate::{
    Backend, Result, Viewer,
    authorization::{self, AccessLevel},
    day_ticket,
};
use domain::{Entry, EntryId, Refusal, Visibility};

/// The chosen readers of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VisibilityChange {
    pub visibility: Visibility,
    /// Its readers when the person chose; `None`: not said.
    pub seen: Option<Visibility>,
}

impl From<Visibility> for VisibilityChange {
    fn from(visibility: Visibility) -> Self {
        Self { visibility, seen: None }
    }
}

/// Fewer readers are possible at any age of the entry, more readers only while it may be edited (product 4), and only for a person who knew
/// how few they are (`visibility_changed`). The version is raised, so that an editor that is open elsewhere does not silently undo this.
pub async fn set_visibility(
    backend: &Backend,
    viewer: &Viewer,
    id: EntryId,
    choice: impl Into<VisibilityChange>,
) -> Result<Entry> {
    let account = viewer.account()?;
    let VisibilityChange { visibility, seen } = choice.into();
    let mut tx = backend.db.begin().await?;
    let before = store::lock(&mut tx, id).await?.ok_or(Refusal::EntryNotFound)?;
    authorization::require_owner(account, before.owner)?;
    if visibility == before.visibility {
        return Ok(view::entry(backend, before, AccessLevel::Owner));
    }
    if !visibility.is_at_most(before.visibility) && !day_ticket::is_open(backend, account, (&before).into(), None) {
        return Err(Refusal::EditClosed.into());
    }
    check_seen(backend, &before, Some(visibility), seen)?;
    let (version, updated_at) = (before.version + 1, backend.clock.now());
    let entry = Stored { visibility, version, updated_at, ..before.clone() };
    store::update(&mut tx, &before, &entry).await?;
    tx.commit().await?;
    Ok(view::entry(backend, entry, AccessLevel::Owner))
}

/// Refuses more readers to a person who saw other ones than `current` has: to a choice of more because the entry was narrowed elsewhere meanwhile,
/// and to a change without a choice because it was widened.
pub fn check_seen(
    backend: &Backend,
    current: &Stored,
    wanted: Option<Visibility>,
    seen: Option<Visibility>,
) -> Result<()> {
    let Some(seen) = seen.filter(|seen| *seen != current.visibility) else { return Ok(()) };
    let has_more = match wanted {
        Some(wanted) => !wanted.is_at_most(current.visibility),
        None => !current.visibility.is_at_most(seen),
    };
    if !has_more {
        return Ok(());
    }
    Err(view::conflict(backend, Refusal::VisibilityChanged, current.clone()))
}

/// The reason to ask before a change of visibility is saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VisibilityWarning {
    /// Everybody may read it then.
    ForEverybody,
    /// The entry cannot be shown to more people again.
    NoWayBack,
}

/// `None` if nothing changes, or the change can be taken back.
pub async fn visibility_warning(
    backend: &Backend,
    viewer: &Viewer,
    id: EntryId,
    chosen: Visibility,
) -> Result<Option<VisibilityWarning>> {
    let account = viewer.account()?;
    let entry = store::find(&backend.db, id).await?.ok_or(Refusal::EntryNotFound)?;
    authorization::require_owner(account, entry.owner)?;
    let is_open = || day_ticket::is_open(backend, account, (&entry).into(), None);
    Ok(match chosen {
        chosen if chosen == entry.visibility => None,
        Visibility::Public => Some(VisibilityWarning::ForEverybody),
        chosen if chosen.is_at_most(entry.visibility) && !is_open() => Some(VisibilityWarning::NoWayBack),
        _ => None,
    })
}
