//! Entries: one a day, written today, read by whom their visibility allows.

use crate::{Backend, Result, Viewer, media::Upload};
use chrono::{DateTime, NaiveDate, Utc};
use domain::{Entry, EntryForm, EntryId};
use serde::{Deserialize, Serialize};

/// One page of a list and where the next begins.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Page<T> {
    pub items: Vec<T>,
    /// Opaque; pass it as `before` for the next page.
    pub next: Option<String>,
}

/// A text that an update replaced.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EntryVersion {
    pub version: i64,
    pub text: String,
    pub summary: String,
    pub top_moment: String,
    pub replaced_at: DateTime<Utc>,
}

/// Today's entry of the viewer; a day that has one is refused with `entry_exists` and the entry as detail.
pub async fn create(_backend: &Backend, _viewer: &Viewer, _form: EntryForm, _images: Vec<Upload>) -> Result<Entry> {
    unimplemented!()
}

/// A stale `version` is refused with `stale` and the current entry as detail; the overwritten text is kept.
pub async fn update(
    _backend: &Backend,
    _viewer: &Viewer,
    _id: EntryId,
    _form: EntryForm,
    _images: Vec<Upload>,
) -> Result<Entry> {
    unimplemented!()
}

/// Missing: `entry_not_found`; somebody else's that the viewer may not see: `access_denied`.
pub async fn open(_backend: &Backend, _viewer: &Viewer, _id: EntryId) -> Result<Entry> {
    unimplemented!()
}

pub async fn today(_backend: &Backend, _viewer: &Viewer) -> Result<Option<Entry>> {
    unimplemented!()
}

/// Own entries, newest first.
pub async fn list(_backend: &Backend, _viewer: &Viewer, _before: Option<&str>, _limit: usize) -> Result<Page<Entry>> {
    unimplemented!()
}

/// Texts of the last thirty days that updates replaced, newest first. Owner only.
pub async fn versions(_backend: &Backend, _viewer: &Viewer, _id: EntryId) -> Result<Vec<EntryVersion>> {
    unimplemented!()
}

/// A signed paper that says this viewer began writing on `date` now (product 4).
pub fn ticket(_backend: &Backend, _viewer: &Viewer, _date: NaiveDate) -> Result<String> {
    unimplemented!()
}

/// Whether the viewer may edit the entry now: own, and of today or with Pro.
pub fn may_edit(_backend: &Backend, _viewer: &Viewer, _entry: &Entry) -> bool {
    unimplemented!()
}

/// Removes what is past its time: texts replaced more than thirty days ago.
pub async fn sweep(_backend: &Backend) -> Result<()> {
    unimplemented!()
}
