//! Keeps the files of removed pictures and recordings while a backup copies them.

use super::{MediaStore, blocking};
use crate::Result;
use std::{
    fs::{File, TryLockError},
    io,
    path::Path,
};

impl MediaStore {
    /// Nothing is removed until this is dropped: the backup's database may still name it. The sweep removes it afterwards.
    pub async fn hold(&self) -> Result<File> {
        let folder = self.folder.clone();
        blocking(move || {
            let file = File::open(folder)?;
            // Waits for a removal that has begun.
            file.lock()?;
            Ok(file)
        })
        .await
    }
}

/// Runs `remove` unless a backup holds the folder.
pub(super) fn unless_held(folder: &Path, remove: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
    let file = File::open(folder)?;
    if matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)) {
        return Ok(());
    }
    // Locked until `file` is dropped, or on a file system without locks.
    remove()
}
