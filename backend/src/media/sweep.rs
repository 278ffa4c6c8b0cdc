//! Files that no row names: to the trash first, and only where the database is surely theirs (product 5).

use super::store;
use crate::{Backend, Result, installation};
use chrono::{DateTime, TimeDelta, Utc};
use std::collections::HashSet;
use uuid::Uuid;

/// How long a file may wait for its row before it counts as left over.
const ORPHAN_AGE: TimeDelta = TimeDelta::hours(1);
const TRASH_AGE: TimeDelta = TimeDelta::days(30);
/// More than one in so many stored pictures and recordings does not go at once: something else is wrong then.
const LARGEST_PART: usize = 20;
/// So many may always go.
const FEW: usize = 20;
/// Ids that one statement looks up.
const AT_ONCE: usize = 500;

/// Moves what no row names and is older than an hour to the trash, puts back what a row names again, and deletes what has
/// been in the trash for 30 days.
pub async fn sweep(backend: &Backend) -> Result<()> {
    let stored = backend.media.list().await?;
    let trashed = backend.media.list_trash().await?;
    let ids = stored.iter().map(|(id, _)| *id).chain(trashed.iter().copied()).collect();
    let named = named(backend, ids).await?;
    let old = backend.clock.now() - ORPHAN_AGE;
    let is_left_over = |(id, touched): &&(Uuid, DateTime<Utc>)| *touched < old && !named.contains(id);
    let left_over: Vec<Uuid> = stored.iter().filter(is_left_over).map(|(id, _)| *id).collect();
    // Asked last, so that nothing happens on an answer from another database.
    if !installation::is_whole(&backend.db, &backend.media).await? {
        tracing::error!("database and media folder are not of the same installation; no file is touched");
        return Ok(());
    }
    for id in trashed.into_iter().filter(|id| named.contains(id)) {
        backend.media.put_back(id).await?;
    }
    if left_over.len() > FEW.max(stored.len() / LARGEST_PART) {
        tracing::error!(
            left_over = left_over.len(),
            stored = stored.len(),
            "so many files are named nowhere that the database may be the wrong one or an older one; no file is touched"
        );
        return Ok(());
    }
    if !left_over.is_empty() {
        tracing::warn!(left_over = left_over.len(), stored = stored.len(), "files that nothing names go to the trash");
    }
    let today = backend.clock.now().date_naive();
    for id in left_over {
        backend.media.trash(id, today).await?;
    }
    backend.media.empty_trash(today - TRASH_AGE).await
}

/// Deletes the files of pictures and recordings that are gone for good, unless a row names them after all.
pub(crate) async fn remove_unnamed(backend: &Backend, ids: Vec<Uuid>) -> Result<()> {
    let named = named(backend, ids.clone()).await?;
    for id in ids.into_iter().filter(|id| !named.contains(id)) {
        super::remove_files(backend, id).await;
    }
    Ok(())
}

/// Those of `ids` that a row names, and maybe others.
async fn named(backend: &Backend, mut ids: Vec<Uuid>) -> Result<HashSet<Uuid>> {
    ids.sort_unstable();
    let mut named = HashSet::new();
    for part in ids.chunks(AT_ONCE) {
        if let [first, ..] = part
            && let [.., last] = part
        {
            named.extend(store::named_between(&backend.db, *first, *last).await?);
        }
    }
    Ok(named)
}
