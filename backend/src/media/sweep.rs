//! Removes files of deleted rows. Moves other files without a row to the trash and deletes them later, but only if the database surely belongs
//! to them (product 2.7).

use super::{removed::remove_noted, store};
use crate::{Backend, Error, Result, installation};
use chrono::{DateTime, TimeDelta, Utc};
use std::collections::HashSet;
use uuid::Uuid;

/// How long a file may be without a row before it is left over.
const ORPHAN_AGE: TimeDelta = TimeDelta::hours(1);
const TRASH_AGE: TimeDelta = TimeDelta::days(30);
/// The largest part of all stored files that the sweep moves, as one in this many. More left-over files mean that something else is wrong.
const LARGEST_PART: usize = 20;
/// Up to this many may always be moved.
const FEW: usize = 20;
/// Ids per statement.
const AT_ONCE: usize = 500;

/// Removes the files of deleted rows, moves other files that have no row and are older than an hour to the trash, restores files that a row
/// names again, and deletes files that have been in the trash for 30 days.
pub async fn sweep(backend: &Backend) -> Result<()> {
    let stored = backend.media.list().await?;
    let trashed = backend.media.list_trash().await?;
    let ids = stored.iter().map(|(id, _)| *id).chain(trashed.iter().copied()).collect();
    let named = named(backend, ids).await?;
    let old = backend.clock.now() - ORPHAN_AGE;
    let is_left_over = |(id, touched): &&(Uuid, DateTime<Utc>)| *touched < old && !named.contains(id);
    let mut left_over: Vec<Uuid> = stored.iter().filter(is_left_over).map(|(id, _)| *id).collect();
    // Checked after the queries, so that nothing is done with answers from another database.
    if !installation::is_whole(&backend.db, &backend.media).await? {
        return Err(untouched("the database and the media store are not of the same installation"));
    }
    // Deleted files are no surprise, however many they are.
    let noted = store::list_removed(&backend.db).await?;
    let removed = remove_noted(backend, &noted).await;
    let noted: HashSet<Uuid> = noted.into_iter().collect();
    left_over.retain(|id| !noted.contains(id));
    for id in trashed.into_iter().filter(|id| named.contains(id)) {
        backend.media.put_back(id).await?;
    }
    if left_over.len() > FEW.max(stored.len() / LARGEST_PART) {
        return Err(untouched(&format!(
            "{} of {} pictures and recordings are named nowhere, so the database may be the wrong one or an older one",
            left_over.len(),
            stored.len()
        )));
    }
    if !left_over.is_empty() {
        tracing::warn!(left_over = left_over.len(), stored = stored.len(), "files that nothing names go to the trash");
    }
    let today = backend.clock.now().date_naive();
    for id in left_over {
        backend.media.trash(id, today).await?;
    }
    backend.media.empty_trash(today - TRASH_AGE).await?;
    removed
}

fn untouched(reason: &str) -> Error {
    Error::broken("media", format!("{reason}; no left-over file is touched"))
}

/// How many pictures and recordings in the store have had no row for an hour, without those that wait for their removal.
pub(crate) async fn left_over(backend: &Backend) -> Result<usize> {
    let stored = backend.media.list().await?;
    let mut named = named(backend, stored.iter().map(|(id, _)| *id).collect()).await?;
    named.extend(store::list_removed(&backend.db).await?);
    let old = backend.clock.now() - ORPHAN_AGE;
    Ok(stored.iter().filter(|(id, touched)| *touched < old && !named.contains(id)).count())
}

/// Whether a row names this picture or recording.
pub(crate) async fn is_named(backend: &Backend, id: Uuid) -> Result<bool> {
    Ok(!store::named_between(&backend.db, id, id).await?.is_empty())
}

/// The ids that a row names. The result contains all of those in `ids`, and may contain others.
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
