//! Marking an entry as a favourite. The mark is private, and possible at any age of the entry and on any plan.

use super::{
    store::{self, Stored},
    view,
};
use crate::{
    Backend, Result, Viewer,
    authorization::{self, AccessLevel},
};
use domain::{Entry, EntryId, Refusal};

/// The content does not change, so the version stays the same.
pub async fn set_favorite(backend: &Backend, viewer: &Viewer, id: EntryId, is_favorite: bool) -> Result<Entry> {
    let account = viewer.account()?;
    let mut tx = backend.db.begin().await?;
    let entry = store::lock(&mut tx, id).await?.ok_or(Refusal::EntryNotFound)?;
    authorization::require_owner(account, entry.owner)?;
    store::set_favorite(&mut tx, &entry, is_favorite).await?;
    tx.commit().await?;
    Ok(view::entry(backend, Stored { is_favorite, ..entry }, AccessLevel::Owner))
}
