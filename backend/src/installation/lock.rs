//! Who works on a data folder: servers and commands share it, `restore` and `move-database` have it alone.

use crate::{Db, Settings, error::StartError};
use std::{
    fs::{File, TryLockError},
    io,
    path::Path,
};

/// Held until it is dropped. The end of the process, however it comes, ends it too.
pub type FolderLock = Option<File>;

/// A folder itself is locked, so that no file of a lock lies in it.
fn locked(folder: &Path, lock: fn(&File) -> Result<(), TryLockError>, busy: &str) -> Result<FolderLock, StartError> {
    let done: io::Result<_> = File::open(folder).and_then(|file| match lock(&file) {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    });
    match done {
        Ok(None) => Err(StartError(format!("{busy} ({}). Nothing was changed", folder.display()))),
        Ok(file) => Ok(file),
        // Some file systems of networks know no locks.
        Err(error) => {
            tracing::warn!(%error, folder = %folder.display(), "the folder cannot be locked: only one server or command should use it");
            Ok(None)
        }
    }
}

pub(super) fn share(data: &Path) -> Result<FolderLock, StartError> {
    locked(data, File::try_lock_shared, "a restore or a move works on the data folder: wait for its end")
}

/// For what nothing else may run beside: refuses if a server or another command uses the data folder, or one of the databases.
pub async fn alone(settings: &Settings, databases: &[&str]) -> Result<FolderLock, StartError> {
    let busy = "a server or another command uses the data folder: stop it first";
    let lock = locked(&settings.data, File::try_lock, busy)?;
    for url in databases {
        if Db::is_served(url).await? {
            return Err(StartError(
                "a server or another command uses the PostgreSQL database: stop it first. Nothing was changed".into(),
            ));
        }
    }
    Ok(lock)
}
