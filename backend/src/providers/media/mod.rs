//! Stores the files of pictures and recordings in a local folder.

use crate::{Error, Result, Settings, error::StartError};
use bytes::Bytes;
use chrono::{DateTime, Utc};
use domain::{ImageId, RecordingId, Refusal, SoundFormat, media::Rendition};
use futures::{Stream, StreamExt, TryStreamExt};
use object_store::{GetOptions, GetRange, ObjectStore, ObjectStoreExt, PutPayload, local::LocalFileSystem, path::Path};
use std::{
    fs,
    io::{self, Write},
    ops::Range,
    path::{Path as FilePath, PathBuf},
    sync::Arc,
};
use uuid::Uuid;

mod trash;

/// A stored file. It is in the folder of its id as `{rendition}.jpg`, `recording.webm` or `recording.m4a`, and never changes
/// once it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum File {
    Picture(ImageId, Rendition),
    Recording(RecordingId, SoundFormat),
}

impl File {
    /// The file's name in a URL or an `ETag`.
    pub fn name(self) -> String {
        match self {
            Self::Picture(id, rendition) => format!("{}-{}", id.0.simple(), rendition.as_str()),
            Self::Recording(id, format) => format!("{}-{}", id.0.simple(), format.as_str()),
        }
    }

    fn path(self) -> Path {
        Path::from(match self {
            Self::Picture(id, rendition) => format!("{id}/{}.jpg", rendition.as_str()),
            Self::Recording(id, format) => format!("{id}/recording.{}", format.extension()),
        })
    }
}

#[derive(Clone, Debug)]
pub struct MediaStore {
    files: Arc<LocalFileSystem>,
    folder: PathBuf,
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> io::Result<T> + Send + 'static) -> Result<T> {
    tokio::task::spawn_blocking(work).await?.map_err(|error| Error::unavailable("media folder", error))
}

impl MediaStore {
    /// The name of the file that contains the id of the installation that the media belong to.
    pub const MARK: &'static str = "installation";

    pub fn folder(&self) -> &FilePath {
        &self.folder
    }

    /// The id in the mark. `None`: there is no mark yet. An unreadable mark is an error.
    pub async fn installation(&self) -> Result<Option<Uuid>> {
        let file = self.folder.join(Self::MARK);
        blocking(move || match fs::read_to_string(file) {
            Ok(text) => text.trim().parse().map(Some).map_err(io::Error::other),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        })
        .await
    }

    pub async fn mark(&self, id: Uuid) -> Result<()> {
        let folder = self.folder.clone();
        blocking(move || {
            let new = folder.join("installation.new");
            let mut file = fs::File::create(&new)?;
            file.write_all(format!("{id}\n").as_bytes())?;
            file.sync_all()?;
            fs::rename(new, folder.join(Self::MARK))?;
            fs::File::open(folder)?.sync_all()
        })
        .await
    }

    /// Starts with an empty folder. Renames the old one to the path that is returned.
    pub async fn move_aside(&self, now: DateTime<Utc>) -> Result<PathBuf> {
        let folder = self.folder.clone();
        blocking(move || {
            let aside = folder.with_file_name(format!("media-before-{}", now.format("%Y-%m-%d-%H%M%S")));
            fs::rename(&folder, &aside)?;
            fs::create_dir_all(folder)?;
            Ok(aside)
        })
        .await
    }

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

    /// Writes the whole file or nothing. It is on the disk when this returns.
    pub async fn put(&self, file: File, bytes: Bytes) -> Result<()> {
        self.files.put(&file.path(), PutPayload::from_bytes(bytes)).await?;
        Ok(())
    }

    /// Bytes of the file; `None` if it is not there.
    pub async fn size(&self, file: File) -> Result<Option<u64>> {
        match self.files.head(&file.path()).await {
            Ok(file) => Ok(Some(file.size)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Streams a part of the file.
    pub async fn read(
        &self,
        file: File,
        range: Range<u64>,
    ) -> Result<impl Stream<Item = Result<Bytes>> + Send + use<>> {
        if range.is_empty() {
            return Ok(futures::stream::empty().boxed());
        }
        let options = GetOptions { range: Some(GetRange::Bounded(range)), ..GetOptions::default() };
        let found = match self.files.get_opts(&file.path(), options).await {
            // The file was removed meanwhile.
            Err(object_store::Error::NotFound { .. }) => return Err(Refusal::MediaNotFound.into()),
            found => found?,
        };
        Ok(found.into_stream().map_err(Error::from).boxed())
    }

    /// Removes all files of a picture or recording, including partial ones.
    pub async fn remove(&self, id: Uuid) -> Result<()> {
        let folder = self.folder.join(id.to_string());
        tokio::task::spawn_blocking(move || match fs::remove_dir_all(folder) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(Error::broken("media folder", error)),
            _ => Ok(()),
        })
        .await?
    }

    /// All pictures and recordings, with the time at which their folder was last modified.
    pub async fn list(&self) -> Result<Vec<(Uuid, DateTime<Utc>)>> {
        let folder = self.folder.clone();
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
}
