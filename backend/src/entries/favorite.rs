//! Marking an entry as a favourite: a note for oneself, at any age and on any plan.

use super::{
    store::{self, Stored},
    view,
};
use crate::{
    Backend, Result, Viewer,
    authorization::{self, AccessLevel},
};
use domain::{Entry, EntryId, Refusal};

/// It changes nothing of what was written, so the version stays.
pub async fn set_favorite(backend: &Backend, viewer: &Viewer, id: EntryId, is_favorite: bool) -> Result<Entry> {
    let account = viewer.account()?;
    let mut tx = backend.db.begin().await?;
    let entry = store::lock(&mut tx, id).await?.ok_or(Refusal::EntryNotFound)?;
    authorization::require_owner(account, entry.owner)?;
    store::set_favorite(&mut tx, id, is_favorite).await?;
    tx.commit().await?;
    Ok(view::entry(backend, Stored { is_favorite, ..entry }, AccessLevel::Owner))
}
