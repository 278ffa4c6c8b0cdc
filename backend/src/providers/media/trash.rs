//! The trash: left-over files stay in it, in one folder per day, before they are deleted.

use super::{MediaStore, blocking, hold::unless_held};
use crate::Result;
use chrono::NaiveDate;
use std::{
    fs, io,
    path::{Path, PathBuf},
};
use uuid::Uuid;

const TRASH: &str = "trash";

/// The subfolders whose names parse as `T`. None if the folder does not exist.
pub(super) fn folders<T: std::str::FromStr>(folder: &Path) -> io::Result<Vec<(T, PathBuf)>> {
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

impl MediaStore {
    /// Moves all files of a picture or recording to the trash of `day`, unless a backup copies them.
    pub async fn trash(&self, id: Uuid, day: NaiveDate) -> Result<()> {
        let folder = self.folder.clone();
        blocking(move || {
            unless_held(&folder, || {
                let trash = folder.join(TRASH).join(day.to_string());
                fs::create_dir_all(&trash)?;
                match fs::rename(folder.join(id.to_string()), trash.join(id.to_string())) {
                    // Its owner has removed it meanwhile.
                    Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
                    moved => moved,
                }
            })
            .map(drop)
        })
        .await
    }

    pub async fn list_trash(&self) -> Result<Vec<Uuid>> {
        let trash = self.folder.join(TRASH);
        blocking(move || {
            let mut ids = Vec::new();
            for (_, day) in folders::<NaiveDate>(&trash)? {
                ids.extend(folders::<Uuid>(&day)?.into_iter().map(|(id, _)| id));
            }
            Ok(ids)
        })
        .await
    }

    /// Moves a picture or recording from the trash back to its place.
    pub async fn put_back(&self, id: Uuid) -> Result<()> {
        let folder = self.folder.clone();
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

    /// Deletes what was moved to the trash before `day`.
    pub async fn empty_trash(&self, day: NaiveDate) -> Result<()> {
        let trash = self.folder.join(TRASH);
        blocking(move || {
            for (date, path) in folders::<NaiveDate>(&trash)? {
                if date < day {
                    fs::remove_dir_all(path)?;
                }
            }
            Ok(())
        })
        .await
    }
}
