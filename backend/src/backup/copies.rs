//! The folder of copies: one folder for each, named by its time. What is not finished has another name.

use super::{
    files::{at, new_folder, remove_folder, sync_folder},
    manifest,
};
use chrono::{DateTime, NaiveDateTime, TimeDelta, Utc};
use std::{
    ffi::OsStr,
    fs::{self, File, TryLockError},
    io,
    path::{Path, PathBuf},
};

const NAME: &str = "%Y-%m-%dT%H%M%SZ";
const UNFINISHED: &str = ".unfinished";

#[derive(Debug)]
pub struct Copies {
    pub folder: PathBuf,
    /// One backup at a time writes to the folder.
    _lock: File,
}

/// The finished copies in a folder, the oldest first.
pub fn list(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in at(folder, fs::read_dir(folder))? {
        let path = at(folder, entry)?.path();
        let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
        if NaiveDateTime::parse_from_str(name, NAME).is_ok() && manifest::is_in(&path) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

impl Copies {
    /// Makes the folder if it is missing, and removes what backups left that were interrupted.
    pub fn open(folder: &Path) -> io::Result<Self> {
        if !folder.is_dir() {
            if let Some(parent) = folder.parent().filter(|parent| *parent != Path::new("")) {
                at(parent, fs::create_dir_all(parent))?;
            }
            new_folder(folder)?;
        }
        let folder = at(folder, folder.canonicalize())?;
        let lock = at(&folder, File::open(&folder))?;
        if matches!(lock.try_lock(), Err(TryLockError::WouldBlock)) {
            return at(&folder, Err(io::Error::other("another backup writes to this folder")));
        }
        for entry in at(&folder, fs::read_dir(&folder))? {
            let path = at(&folder, entry)?.path();
            if path.file_name().is_some_and(|name| name.to_string_lossy().ends_with(UNFINISHED)) {
                remove_folder(&path)?;
            }
        }
        Ok(Self { folder, _lock: lock })
    }

    /// A new folder for a copy, and the name that it gets at the end.
    pub fn begin(&self, mut now: DateTime<Utc>) -> io::Result<(PathBuf, PathBuf)> {
        loop {
            let name = now.format(NAME).to_string();
            let last = self.folder.join(&name);
            if !last.exists() {
                let new = self.folder.join(name + UNFINISHED);
                new_folder(&new)?;
                return Ok((new, last));
            }
            now += TimeDelta::seconds(1);
        }
    }

    pub fn finish(&self, new: &Path, last: &Path) -> io::Result<()> {
        at(last, fs::rename(new, last))?;
        sync_folder(&self.folder)
    }

    /// Removes the oldest copies, so that `keep` stay. Returns how many went.
    pub fn forget(&self, keep: usize, made: &Path) -> io::Result<usize> {
        let mut others = list(&self.folder)?;
        // The clock may have been set back: then its name is not the newest.
        others.retain(|path| path != made);
        let old = &others[..others.len().saturating_sub(keep.saturating_sub(1))];
        for path in old {
            // Renamed first: what is removed by half is no copy.
            let mut name = path.clone().into_os_string();
            name.push(UNFINISHED);
            at(path, fs::rename(path, &name))?;
            remove_folder(Path::new(&name))?;
        }
        Ok(old.len())
    }
}
