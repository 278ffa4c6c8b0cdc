//! The store's work in a bucket, where nothing can be renamed: files are copied first, and deleted when all are copied.
//!
//! Cut off in between, it is done once more from the beginning: a file never changes, so a second copy of it is the same.

use super::{DELETED, FileToImport, IMPORTS, TRASH};
use crate::Result;
use chrono::{DateTime, NaiveDate, Utc};
use futures::{StreamExt, TryStreamExt};
use object_store::{ObjectMeta, ObjectStore, ObjectStoreExt, PutPayload, path::Path};
use std::{
    collections::{HashMap, HashSet},
    str::FromStr,
    sync::Arc,
};
use uuid::Uuid;

#[derive(Clone, Debug)]
pub(super) struct Bucket(pub Arc<dyn ObjectStore>);

/// The part of the path at this place, if it is a `T`.
fn part<T: FromStr>(path: &Path, at: usize) -> Option<T> {
    path.parts().nth(at)?.as_ref().parse().ok()
}

fn folder(id: Uuid) -> Path {
    Path::from(id.to_string())
}

fn trash(day: NaiveDate) -> Path {
    Path::from(TRASH).join(day.to_string())
}

impl Bucket {
    async fn files(&self, folder: &Path) -> Result<Vec<ObjectMeta>> {
        Ok(self.0.list(Some(folder)).try_collect().await?)
    }

    async fn delete(&self, files: Vec<ObjectMeta>) -> Result<()> {
        let paths = futures::stream::iter(files).map(|file| Ok(file.location)).boxed();
        Ok(self.0.delete_stream(paths).try_for_each(async |_| Ok(())).await?)
    }

    /// Copies files into another folder. One that is gone by now, another server has moved.
    async fn copy(&self, files: &[ObjectMeta], to: &Path) -> Result<()> {
        for file in files {
            let Some(name) = file.location.filename() else { continue };
            match self.0.copy(&file.location, &to.clone().join(name)).await {
                Err(object_store::Error::NotFound { .. }) => {}
                copied => copied?,
            }
        }
        Ok(())
    }

    pub async fn list(&self) -> Result<Vec<(Uuid, DateTime<Utc>)>> {
        let mut found: HashMap<Uuid, DateTime<Utc>> = HashMap::new();
        let mut all = self.0.list(None);
        while let Some(file) = all.try_next().await? {
            if let Some(id) = part(&file.location, 0) {
                let touched = found.entry(id).or_insert(file.last_modified);
                *touched = file.last_modified.max(*touched);
            }
        }
        Ok(found.into_iter().collect())
    }

    pub async fn remove(&self, id: Uuid) -> Result<()> {
        self.delete(self.files(&folder(id)).await?).await
    }

    pub async fn trash(&self, id: Uuid, day: NaiveDate) -> Result<()> {
        let files = self.files(&folder(id)).await?;
        self.copy(&files, &trash(day).join(id.to_string())).await?;
        self.delete(files).await
    }

    pub async fn list_trash(&self) -> Result<Vec<Uuid>> {
        let files = self.files(&Path::from(TRASH)).await?;
        let ids: HashSet<Uuid> = files.iter().filter_map(|file| part(&file.location, 2)).collect();
        Ok(ids.into_iter().collect())
    }

    async fn days(&self) -> Result<Vec<NaiveDate>> {
        let folders = self.0.list_with_delimiter(Some(&Path::from(TRASH))).await?.common_prefixes;
        Ok(folders.iter().filter_map(|folder| part(folder, 1)).collect())
    }

    pub async fn put_back(&self, id: Uuid) -> Result<()> {
        for day in self.days().await? {
            let trashed = self.files(&trash(day).join(id.to_string())).await?;
            self.copy(&trashed, &folder(id)).await?;
            self.delete(trashed).await?;
        }
        Ok(())
    }

    pub async fn empty_trash(&self, before: NaiveDate) -> Result<()> {
        for day in self.days().await?.into_iter().filter(|day| *day < before) {
            self.delete(self.files(&trash(day)).await?).await?;
        }
        Ok(())
    }

    /// Parts of an upload that was cut off are not listed. The service forgets them, if its rules say so.
    pub async fn files_to_import(&self) -> Result<Vec<FileToImport>> {
        let files = self.files(&Path::from(IMPORTS)).await?;
        let about = |file: ObjectMeta| {
            let id = part(&file.location, 1)?;
            Some(FileToImport { id, touched: file.last_modified, bytes: file.size })
        };
        Ok(files.into_iter().filter_map(about).collect())
    }

    pub async fn remove_import(&self, id: Uuid) -> Result<()> {
        match self.0.delete(&super::imports::path(id)).await {
            Err(object_store::Error::NotFound { .. }) => Ok(()),
            deleted => Ok(deleted?),
        }
    }

    pub async fn note_deleted(&self, id: Uuid, day: NaiveDate) -> Result<()> {
        self.0.put(&Path::from(DELETED).join(format!("{day}_{id}")), PutPayload::default()).await?;
        Ok(())
    }

    pub async fn list_deleted(&self) -> Result<Vec<(Uuid, NaiveDate)>> {
        let files = self.files(&Path::from(DELETED)).await?;
        let line = |file: &ObjectMeta| {
            let (day, id) = file.location.filename()?.split_once('_')?;
            Some((id.parse().ok()?, day.parse().ok()?))
        };
        Ok(files.iter().filter_map(line).collect())
    }
}
