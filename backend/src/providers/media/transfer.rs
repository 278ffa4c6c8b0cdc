//! Copies all files into another store. They are sealed, and stay so.

use super::{IMPORTS, MediaStore, TRASH};
use crate::{Error, Result};
use futures::{StreamExt, TryStreamExt, stream};
use object_store::{GetResult, ObjectStore, ObjectStoreExt, PutPayload, WriteMultipart, path::Path};
use ring::digest::{Context, Digest, SHA256};
use std::collections::HashMap;
use uuid::Uuid;

/// A file lies in it until it has been read back. Under its own name every file is a proved copy, so an interrupted transfer goes on there.
const STAGED: &str = "moving";
/// Files that are copied at the same time.
const AT_ONCE: usize = 8;
/// A larger file is written in parts, so that memory holds only some of them.
const LARGE: u64 = 8 * 1024 * 1024;
/// Parts of a large file that are written at the same time.
const PARTS: usize = 2;

/// The result of a transfer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Transferred {
    pub files: u64,
    pub bytes: u64,
    /// Files that were there already.
    pub before: u64,
    /// Copies that were removed because their files are gone.
    pub removed: u64,
}

/// Whether a file with this path is one of the diary's, and not the mark or something that only this place knows.
fn is_movable(path: &Path) -> bool {
    let first = path.parts().next();
    first.is_some_and(|part| matches!(part.as_ref(), TRASH | IMPORTS) || part.as_ref().parse::<Uuid>().is_ok())
}

async fn digest(found: GetResult) -> Result<Digest> {
    let mut digest = Context::new(&SHA256);
    let mut parts = found.into_stream();
    while let Some(part) = parts.try_next().await? {
        digest.update(&part);
    }
    Ok(digest.finish())
}

impl MediaStore {
    /// Whether there is neither a mark nor any file.
    pub async fn is_empty(&self) -> Result<bool> {
        Ok(self.mark().await?.is_none() && self.movable().await?.is_empty())
    }

    /// Paths and sizes of all files.
    async fn movable(&self) -> Result<HashMap<Path, u64>> {
        let mut found = HashMap::new();
        let mut all = self.files.list(None);
        while let Some(file) = all.try_next().await? {
            if is_movable(&file.location) {
                found.insert(file.location, file.size);
            }
        }
        Ok(found)
    }

    /// Copies all files that the other store does not have, and reads each copy back. Removes copies whose files are gone here.
    pub async fn transfer_to(&self, other: &Self) -> Result<Transferred> {
        let there = other.movable().await?;
        let here = self.movable().await?;
        let mut done = Transferred::default();
        let mut missing = Vec::new();
        for (path, size) in &here {
            if there.get(path) == Some(size) {
                done.before += 1;
            } else {
                missing.push(path.clone());
            }
        }
        let mut copies = stream::iter(missing).map(|path| self.copy_to(other, path)).buffer_unordered(AT_ONCE);
        while let Some(copied) = copies.try_next().await? {
            if let Some(bytes) = copied {
                done.files += 1;
                done.bytes += bytes;
                if done.files.is_multiple_of(1000) {
                    tracing::info!(files = done.files, bytes = done.bytes, "copied");
                }
            }
        }
        drop(copies);
        let gone: Vec<Path> = there.into_keys().filter(|path| !here.contains_key(path)).collect();
        done.removed = gone.len() as u64;
        other.delete(gone).await?;
        let staged = other.files.list(Some(&Path::from(STAGED))).map_ok(|file| file.location);
        let staged: Vec<Path> = staged.try_collect().await?;
        other.delete(staged).await?;
        Ok(done)
    }

    async fn delete(&self, paths: Vec<Path>) -> Result<()> {
        for path in paths {
            match self.files.delete(&path).await {
                Err(object_store::Error::NotFound { .. }) => {}
                deleted => deleted?,
            }
        }
        Ok(())
    }

    /// Returns the bytes of a file that was copied. `None`: it is gone.
    async fn copy_to(&self, other: &Self, path: Path) -> Result<Option<u64>> {
        let found = match self.files.get(&path).await {
            Err(object_store::Error::NotFound { .. }) => return Ok(None),
            found => found?,
        };
        let size = found.meta.size;
        let staged: Path = Path::from(STAGED).parts().chain(path.parts()).collect();
        let mut sent = Context::new(&SHA256);
        if size > LARGE {
            let mut parts = WriteMultipart::new(other.files.put_multipart(&staged).await?);
            let mut read = found.into_stream();
            let written = async {
                while let Some(part) = read.try_next().await? {
                    sent.update(&part);
                    parts.wait_for_capacity(PARTS).await?;
                    parts.put(part);
                }
                Ok::<(), object_store::Error>(())
            };
            if let Err(error) = written.await {
                drop(parts.abort().await);
                return Err(error.into());
            }
            parts.finish().await?;
        } else {
            let bytes = found.bytes().await?;
            sent.update(&bytes);
            other.files.put(&staged, PutPayload::from(bytes)).await?;
        }
        let kept = digest(other.files.get(&staged).await?).await?;
        if kept.as_ref() != sent.finish().as_ref() {
            return Err(Error::broken(
                "media",
                format!("the copy of {path} in {other} differs from the file in {self}"),
            ));
        }
        other.files.rename(&staged, &path).await?;
        Ok(Some(size))
    }
}
