//! Where the files of pictures lie: a local folder.

use crate::{Error, Result, Settings, error::StartError};
use bytes::Bytes;
use chrono::{DateTime, Utc};
use domain::{ImageId, Refusal, media::Rendition};
use futures::{Stream, StreamExt, TryStreamExt};
use object_store::{GetOptions, GetRange, ObjectStore, ObjectStoreExt, PutPayload, local::LocalFileSystem, path::Path};
use std::{fs, io, ops::Range, path::PathBuf, sync::Arc};

/// Files are named `{id}/{rendition}.jpg` and never change once they are written.
#[derive(Clone, Debug)]
pub struct MediaStore {
    files: Arc<LocalFileSystem>,
    folder: PathBuf,
}

impl MediaStore {
    pub fn open(settings: &Settings) -> Result<Self, StartError> {
        let folder = settings.data.join("media");
        let fail = |e: String| StartError(format!("the media folder {} cannot be used: {e}", folder.display()));
        fs::create_dir_all(&folder).map_err(|e| fail(e.to_string()))?;
        let files = LocalFileSystem::new_with_prefix(&folder)
            .map_err(|e| fail(e.to_string()))?
            // An acknowledged save survives a power cut.
            .with_fsync(true);
        Ok(Self { files: Arc::new(files), folder })
    }

    /// Whole or not at all, and on the disk when it returns.
    pub async fn put(&self, id: ImageId, rendition: Rendition, bytes: Bytes) -> Result<()> {
        self.files.put(&path(id, rendition), PutPayload::from_bytes(bytes)).await?;
        Ok(())
    }

    /// Bytes of the file; `None` if it is not there.
    pub async fn size(&self, id: ImageId, rendition: Rendition) -> Result<Option<u64>> {
        match self.files.head(&path(id, rendition)).await {
            Ok(file) => Ok(Some(file.size)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// A part of the file, streamed.
    pub async fn read(
        &self,
        id: ImageId,
        rendition: Rendition,
        range: Range<u64>,
    ) -> Result<impl Stream<Item = Result<Bytes>> + Send + use<>> {
        if range.is_empty() {
            return Ok(futures::stream::empty().boxed());
        }
        let options = GetOptions { range: Some(GetRange::Bounded(range)), ..GetOptions::default() };
        let found = match self.files.get_opts(&path(id, rendition), options).await {
            // Removed since it was looked at.
            Err(object_store::Error::NotFound { .. }) => return Err(Refusal::MediaNotFound.into()),
            found => found?,
        };
        Ok(found.into_stream().map_err(Error::from).boxed())
    }

    /// All files of a picture, half-written ones too.
    pub async fn remove(&self, id: ImageId) -> Result<()> {
        let folder = self.folder.join(id.to_string());
        tokio::task::spawn_blocking(move || match fs::remove_dir_all(folder) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(Error::broken("media folder", error)),
            _ => Ok(()),
        })
        .await?
    }

    /// Pictures whose folder has not been touched since `before`.
    pub async fn list(&self, before: DateTime<Utc>) -> Result<Vec<ImageId>> {
        let folder = self.folder.clone();
        tokio::task::spawn_blocking(move || -> io::Result<Vec<ImageId>> {
            let mut ids = Vec::new();
            for entry in fs::read_dir(folder)? {
                let entry = entry?;
                let Some(id) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else { continue };
                if DateTime::<Utc>::from(entry.metadata()?.modified()?) < before {
                    ids.push(id);
                }
            }
            Ok(ids)
        })
        .await?
        .map_err(|error| Error::broken("media folder", error))
    }
}

fn path(id: ImageId, rendition: Rendition) -> Path {
    Path::from(format!("{id}/{}.jpg", rendition.as_str()))
}
