//! Removes files that no row names any more. The transaction that deletes a row notes its id (`removed_media`), and the note goes when the
//! files are gone: whatever was cut off or failed, the sweep does (product 2.7).

use super::{StoredRecording, store};
use crate::{Backend, Result};
use domain::media::Image;
use futures::future::join_all;
use uuid::Uuid;

/// Pictures and recordings whose files are removed at the same time.
const AT_ONCE: usize = 16;

/// The ids of pictures and of a recording, which are the names of their files' folders.
pub(crate) fn ids<'a>(images: impl IntoIterator<Item = &'a Image>, recording: Option<StoredRecording>) -> Vec<Uuid> {
    images.into_iter().map(|image| image.id.0).chain(recording.map(|recording| recording.id.0)).collect()
}

/// Removes the files of rows that were deleted, after the commit.
pub(crate) async fn remove(backend: &Backend, ids: &[Uuid]) {
    if let Err(error) = remove_noted(backend, ids).await {
        tracing::warn!(%error, "files of deleted pictures or recordings stay until the next sweep");
    }
}

/// Removes files that never got a row.
pub(crate) async fn discard(backend: &Backend, ids: &[Uuid]) {
    note(backend, ids).await;
    remove(backend, ids).await;
}

/// [`discard`] in the background: the store has just failed, and nobody waits until it fails again.
pub(super) async fn discard_later(backend: &Backend, ids: Vec<Uuid>) {
    note(backend, &ids).await;
    let own = backend.clone();
    backend.background.spawn(async move { remove(&own, &ids).await });
}

async fn note(backend: &Backend, ids: &[Uuid]) {
    if ids.is_empty() {
        return;
    }
    if let Err(error) = store::note_all_removed(&backend.db, ids).await {
        tracing::warn!(%error, "files that never got a row may stay until the sweep finds them");
    }
}

/// Ends at the first ids of which none can be removed: the store is away, or a backup copies it.
pub(super) async fn remove_noted(backend: &Backend, ids: &[Uuid]) -> Result<()> {
    let mut done = Ok(());
    for some in ids.chunks(AT_ONCE) {
        let removals = some.iter().copied().map(|id| async move { (id, backend.media.remove(id).await) });
        let mut gone = Vec::new();
        for (id, removed) in join_all(removals).await {
            match removed {
                Ok(true) => gone.push(id),
                Ok(false) => {}
                Err(error) => done = Err(error),
            }
        }
        if gone.is_empty() {
            break;
        }
        store::forget_removed(&backend.db, &gone).await?;
    }
    done
}
