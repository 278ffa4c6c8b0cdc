//! Keeps the files of removed pictures and recordings while a backup copies them.

use super::{MediaStore, blocking, trash::folders};
use crate::Result;
use std::{
    fs::{self, File, TryLockError},
    io,
    path::Path,
};
use uuid::Uuid;

/// A folder in it for each id whose files wait for the end of a backup. No backup copies it.
const REMOVED: &str = "removed";

impl MediaStore {
    /// Nothing is removed until this is dropped: the backup's database may still name it. The next sweep removes it.
    pub async fn hold(&self) -> Result<File> {
        let folder = self.folder.clone();
        blocking(move || {
            let file = File::open(&folder)?;
            // Waits for a removal that has begun.
            if let Err(error) = file.lock() {
                tracing::warn!(%error, folder = %folder.display(), "the folder cannot be locked: what is removed now is missing in the copy");
            }
            Ok(file)
        })
        .await
    }

    /// Removes all files of a picture or recording, including partial ones. While a backup copies the folder, it writes the id down for the sweep.
    pub async fn remove(&self, id: Uuid) -> Result<()> {
        let folder = self.folder.clone();
        blocking(move || {
            let note = folder.join(REMOVED).join(id.to_string());
            let is_done = unless_held(&folder, || {
                match fs::remove_dir_all(folder.join(id.to_string())) {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                    _ => {}
                }
                match fs::remove_dir(&note) {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
                    _ => Ok(()),
                }
            })?;
            if is_done { Ok(()) } else { fs::create_dir_all(note) }
        })
        .await
    }

    /// What was removed while a backup copied the folder, and is still there.
    pub async fn list_removed(&self) -> Result<Vec<Uuid>> {
        let removed = self.folder.join(REMOVED);
        blocking(move || Ok(folders(&removed)?.into_iter().map(|(id, _)| id).collect())).await
    }
}

/// Runs `remove` unless a backup holds the folder. Returns whether it did.
pub(super) fn unless_held(folder: &Path, remove: impl FnOnce() -> io::Result<()>) -> io::Result<bool> {
    let file = File::open(folder)?;
    if matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)) {
        return Ok(false);
    }
    // Locked until `file` is dropped, or on a file system without locks.
    remove().map(|()| true)
}
