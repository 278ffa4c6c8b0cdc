//! Writing a day's entry, changing it, and who may read it.

mod bin;
mod conflicts;
mod days;
mod favorite;
mod missed_days;
mod pictures;
mod readers;
mod reading;
mod saves;
mod summaries;
mod writing;

use backend::{
    Backend, Result, Viewer,
    entries::{self, Binned, EntryVersion},
};
use domain::{EntryId, limits};

/// The first page of what an entry's updates replaced.
async fn versions(backend: &Backend, viewer: &Viewer, id: EntryId) -> Result<Vec<EntryVersion>> {
    Ok(entries::versions(backend, viewer, id, None, limits::PAGE_MAX).await?.items)
}

/// The first page of the bin.
async fn bin(backend: &Backend, viewer: &Viewer) -> Result<Vec<Binned>> {
    Ok(entries::bin(backend, viewer, None, limits::PAGE_MAX).await?.items)
}
