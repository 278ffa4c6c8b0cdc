//! The store's work in a folder of this machine: files move by renaming them, and none is removed while a backup copies the folder.

use super::{FileToImport, IMPORTS, TRASH};
use crate::{Error, Result};
use chrono::{DateTime, NaiveDate, Utc};
use std::{
    fs::{self, File, TryLockError},
    io,
    path::{Path, PathBuf},
    str::FromStr,
};
use uuid::Uuid;

#[derive(Clone, Debug)]
pub(super) struct Folder(pub PathBuf);

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> io::Result<T> + Send + 'static) -> Result<T> {
    tokio::task::spawn_blocking(work).await?.map_err(|error| Error::unavailable("media folder", error))
}

/// A missing file counts as removed.
fn removed(done: io::Result<()>) -> io::Result<()> {
    match done {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// The subfolders whose names parse as `T`. None if the folder does not exist.
fn folders<T: FromStr>(folder: &Path) -> io::Result<Vec<(T, PathBuf)>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut found = Vec::new();
    for entry in entries {
        let entry = entry?;
        if let Some(name) = entry.file_name().to_str().and_then(|name| name.parse().ok()) {
            found.push((name, entry.path()));
        }
    }
    Ok(found)
}

/// Runs `remove` unless a backup holds the folder. Returns whether it did.
fn unless_held(folder: &Path, remove: impl FnOnce() -> io::Result<()>) -> io::Result<bool> {
    let file = File::open(folder)?;
    if matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)) {
        return Ok(false);
    }
    // Locked until `file` is dropped, or on a file system without locks.
    remove().map(|()| true)
}

/// The files to import. One that is still being written has a mark behind its id.
fn files_to_import(folder: PathBuf) -> io::Result<Vec<(PathBuf, FileToImport)>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut found = Vec::new();
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name();
        let id = name.to_str().and_then(|name| name.split('#').next()?.parse().ok());
        if let Some(id) = id {
            match entry.metadata() {
                // It is gone by now, or has got its last name.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                about => {
                    let about = about?;
                    let touched = about.modified()?.into();
                    found.push((entry.path(), FileToImport { id, touched, bytes: about.len() }));
                }
            }
        }
    }
    Ok(found)
}

impl Folder {
    /// Starts with an empty folder. Renames the old one to the path that is returned.
    pub async fn move_aside(&self, now: DateTime<Utc>) -> Result<PathBuf> {
        let folder = self.0.clone();
        blocking(move || {
            let aside = folder.with_file_name(format!("media-before-{}", now.format("%Y-%m-%d-%H%M%S")));
            fs::rename(&folder, &aside)?;
            fs::create_dir_all(folder)?;
            Ok(aside)
        })
        .await
    }

    pub async fn list(&self) -> Result<Vec<(Uuid, DateTime<Utc>)>> {
        let folder = self.0.clone();
        blocking(move || {
            let mut found = Vec::new();
            for entry in fs::read_dir(folder)? {
                let entry = entry?;
                let Some(id) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else { continue };
                found.push((id, entry.metadata()?.modified()?.into()));
            }
            Ok(found)
        })
        .await
    }

    pub async fn hold(&self) -> Result<File> {
        let folder = self.0.clone();
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

    /// False while a backup copies the folder.
    pub async fn remove(&self, id: Uuid) -> Result<bool> {
        let folder = self.0.clone();
        blocking(move || unless_held(&folder, || removed(fs::remove_dir_all(folder.join(id.to_string()))))).await
    }

    /// Does nothing while a backup copies the folder.
    pub async fn trash(&self, id: Uuid, day: NaiveDate) -> Result<()> {
        let folder = self.0.clone();
        blocking(move || {
            unless_held(&folder, || {
                let trash = folder.join(TRASH).join(day.to_string());
                fs::create_dir_all(&trash)?;
                // Its owner may have removed it meanwhile.
                removed(fs::rename(folder.join(id.to_string()), trash.join(id.to_string())))
            })
            .map(drop)
        })
        .await
    }

    pub async fn list_trash(&self) -> Result<Vec<Uuid>> {
        let trash = self.0.join(TRASH);
        blocking(move || {
            let mut ids = Vec::new();
            for (_, day) in folders::<NaiveDate>(&trash)? {
                ids.extend(folders::<Uuid>(&day)?.into_iter().map(|(id, _)| id));
            }
            Ok(ids)
        })
        .await
    }

    pub async fn put_back(&self, id: Uuid) -> Result<()> {
        let folder = self.0.clone();
        blocking(move || {
            for (_, day) in folders::<NaiveDate>(&folder.join(TRASH))? {
                let (from, to) = (day.join(id.to_string()), folder.join(id.to_string()));
                // A file in both places, perhaps from a backup, is deleted from the trash with its day.
                if from.is_dir() && !to.exists() {
                    return fs::rename(from, to);
                }
            }
            Ok(())
        })
        .await
    }

    pub async fn empty_trash(&self, before: NaiveDate) -> Result<()> {
        let trash = self.0.join(TRASH);
        blocking(move || {
            for (date, path) in folders::<NaiveDate>(&trash)? {
                if date < before {
                    fs::remove_dir_all(path)?;
                }
            }
            Ok(())
        })
        .await
    }

    pub async fn files_to_import(&self) -> Result<Vec<FileToImport>> {
        let folder = self.0.join(IMPORTS);
        blocking(move || Ok(files_to_import(folder)?.into_iter().map(|(_, file)| file).collect())).await
    }

    pub async fn remove_import(&self, id: Uuid) -> Result<()> {
        let folder = self.0.join(IMPORTS);
        blocking(move || {
            for (path, file) in files_to_import(folder)? {
                if file.id == id {
                    removed(fs::remove_file(path))?;
                }
            }
            Ok(())
        })
        .await
    }
}
