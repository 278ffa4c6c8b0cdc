//! Earlier versions of an entry's texts, for its owner. They are kept for thirty days, and can be restored.

mod changes;
pub(super) mod store;

pub use changes::{ChangeKind, TextChange, VersionChanges};

use super::store as entries;
use crate::{
    Backend, Result, Viewer, authorization,
    pagination::{self, Page},
};
use chrono::{DateTime, TimeDelta, Utc};
use domain::{Entry, EntryForm, EntryId, EntryTexts, Refusal, limits, text};
use serde::{Deserialize, Serialize};

/// The texts that an update replaced.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EntryVersion {
    pub version: i64,
    #[serde(flatten)]
    pub texts: EntryTexts,
    pub replaced_at: DateTime<Utc>,
    /// Whether a text is shortened to its beginning.
    #[serde(default)]
    pub is_cut: bool,
    /// The words that differ from the next version's texts. Only lists have them.
    #[serde(default)]
    pub changes: VersionChanges,
}

/// The versions of an entry, newest first, with the beginnings of their texts, and the words that each save changed.
pub async fn versions(
    backend: &Backend,
    viewer: &Viewer,
    id: EntryId,
    before: Option<i64>,
    limit: usize,
) -> Result<Page<EntryVersion>> {
    require_own(backend, viewer, id).await?;
    let limit = pagination::clamp(limit);
    let Page { items, next } = store::list(&backend.db, id, oldest(backend), before.unwrap_or(i64::MAX), limit).await?;
    let newer = match before {
        Some(before) => store::find_from(&backend.db, id, before).await?.map(|newer| newer.texts),
        None => None,
    };
    let newer = match newer {
        Some(newer) => newer,
        // The earlier versions of an entry that does not open may be all that is left of it.
        None => entries::find_readable(&backend.db, id).await?.map(|entry| entry.content.texts).unwrap_or_default(),
    };
    let items = tokio::task::spawn_blocking(move || compared(items, newer)).await?;
    Ok(Page { items, next })
}

/// Each of `items` with its changes up to the next newer one, and with only the beginnings of its texts.
fn compared(mut items: Vec<EntryVersion>, mut newer: EntryTexts) -> Vec<EntryVersion> {
    let deadline = changes::deadline();
    for item in &mut items {
        item.changes = VersionChanges::between(&item.texts, &newer, deadline);
        newer = item.texts.clone();
        item.is_cut = item.texts.words_mut().map(|words| text::cut(words, limits::BEGINNING)).contains(&true);
    }
    items
}

/// One version with its whole texts. `version_not_found` if it is not kept any more.
pub async fn version(backend: &Backend, viewer: &Viewer, id: EntryId, version: i64) -> Result<EntryVersion> {
    require_own(backend, viewer, id).await?;
    let found = store::find(&backend.db, id, oldest(backend), version).await?;
    found.ok_or_else(|| Refusal::VersionNotFound.into())
}

/// Restores the texts of `version`. They replace the texts of the entry's version `from`, which are kept as a version. The rest of the entry
/// stays as it is, and an imported text may be as long as it was. This is an edit: `stale`, `edit_closed`.
pub async fn put_back(backend: &Backend, viewer: &Viewer, id: EntryId, version: i64, from: i64) -> Result<Entry> {
    let kept = self::version(backend, viewer, id, version).await?;
    let form = EntryForm { version: Some(from), ..EntryForm::from(kept.texts) };
    super::update_to_kept(backend, viewer, id, form).await
}

async fn require_own(backend: &Backend, viewer: &Viewer, id: EntryId) -> Result<()> {
    let account = viewer.account()?;
    let owner = store::find_owner(&backend.db, id).await?.ok_or(Refusal::EntryNotFound)?;
    authorization::require_owner(account, owner)
}

/// Texts replaced before this time are gone.
fn oldest(backend: &Backend) -> DateTime<Utc> {
    backend.clock.now() - TimeDelta::days(limits::VERSION_DAYS)
}

pub(super) async fn sweep(backend: &Backend) -> Result<()> {
    store::delete_before(&backend.db, oldest(backend)).await
}
