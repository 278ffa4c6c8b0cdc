//! Stores the files of pictures and recordings in a local folder or in a bucket, sealed: no plain byte is ever there, not of an upload either.

use crate::{Result, Settings, error::StartError, sealing::FileKey, settings::media::Place as Chosen};
use bucket::Bucket;
use bytes::Bytes;
use chrono::{DateTime, NaiveDate, Utc};
use domain::{ImageId, RecordingId, SoundFormat, media::Rendition};
use folder::Folder;
use object_store::{ObjectStore, ObjectStoreExt, PutPayload, local::LocalFileSystem, path::Path};
use std::{
    fmt, fs,
    path::{Path as FilePath, PathBuf},
    sync::Arc,
};
use uuid::Uuid;

mod bucket;
mod folder;
mod imports;
mod mark;
mod reading;
mod s3;
mod transfer;

pub use imports::{FileToImport, IncomingFile, SealedFile, key_name as import_key_name};
pub use mark::Mark;
pub use transfer::Transferred;

/// Left-over files stay in it, in one folder per day, before they are deleted.
const TRASH: &str = "trash";
const IMPORTS: &str = "imports";
/// The list of deleted accounts in a bucket: empty files with a day and an id as their name.
const DELETED: &str = "deleted";

/// A stored file. It is in the folder of its id as `{rendition}.jpg`, `recording.webm` or `recording.m4a`, and never changes
/// once it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum File {
    Picture(ImageId, Rendition),
    Recording(RecordingId, SoundFormat),
}

impl File {
    /// The file's name in an `ETag`, and the one that its key is made for.
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

/// Cheap to clone.
#[derive(Clone, Debug)]
pub struct MediaStore {
    files: Arc<dyn ObjectStore>,
    place: Place,
    name: Arc<str>,
}

/// The parts that differ between a folder and a bucket.
#[derive(Clone, Debug)]
enum Place {
    Folder(Folder),
    Bucket(Bucket),
}

/// The name of the place for messages.
impl fmt::Display for MediaStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// The folder of pictures and recordings, if they lie in one.
pub fn folder(data: &FilePath) -> PathBuf {
    data.join("media")
}

impl MediaStore {
    pub async fn open(settings: &Settings) -> Result<Self, StartError> {
        Self::at(&settings.media, settings).await
    }

    /// Opens a place that may be another one than that of the settings. A bucket must exist, and be readable with the key.
    pub async fn at(chosen: &Chosen, settings: &Settings) -> Result<Self, StartError> {
        let Chosen::Bucket { name, prefix } = chosen else { return Self::in_folder(&settings.data) };
        let files = s3::open(name, prefix, &settings.s3)?;
        let place = Place::Bucket(Bucket(Arc::clone(&files)));
        let store = Self { files, place, name: chosen.to_string().into() };
        store
            .read_mark()
            .await
            .map_err(|error| s3::explain(chosen, &settings.s3, &error))?
            .map_err(|error| StartError(error.to_string()))?;
        Ok(store)
    }

    fn in_folder(data: &FilePath) -> Result<Self, StartError> {
        let folder = folder(data);
        let fail = |e: String| StartError(format!("the media folder {} cannot be used: {e}", folder.display()));
        fs::create_dir_all(&folder).map_err(|e| fail(e.to_string()))?;
        let files = LocalFileSystem::new_with_prefix(&folder)
            .map_err(|e| fail(e.to_string()))?
            // An acknowledged save survives a power cut.
            .with_fsync(true);
        let name = folder.display().to_string().into();
        Ok(Self { files: Arc::new(files), place: Place::Folder(Folder(folder)), name })
    }

    /// Checks that files can be written, listed and deleted. A folder is tried out by the mark.
    pub async fn try_out(&self, chosen: &Chosen, settings: &Settings) -> Result<(), StartError> {
        match &self.place {
            Place::Folder(_) => Ok(()),
            Place::Bucket(_) => {
                s3::try_out(&*self.files).await.map_err(|error| s3::explain(chosen, &settings.s3, &error))
            }
        }
    }

    /// The folder, if it is one.
    pub fn folder(&self) -> Option<&FilePath> {
        match &self.place {
            Place::Folder(folder) => Some(&folder.0),
            Place::Bucket(_) => None,
        }
    }

    /// Starts with an empty folder. Renames the old one to the path that is returned. `None`: it is a bucket, where nothing is done.
    pub async fn move_aside(&self, now: DateTime<Utc>) -> Result<Option<PathBuf>> {
        match &self.place {
            Place::Folder(folder) => folder.move_aside(now).await.map(Some),
            Place::Bucket(_) => Ok(None),
        }
    }

    /// Seals and writes the whole file, or nothing. It is in its place when this returns.
    pub async fn put(&self, file: File, key: FileKey, bytes: Bytes) -> Result<()> {
        let sealed = tokio::task::spawn_blocking(move || key.seal(&bytes)).await??;
        self.files.put(&file.path(), PutPayload::from(sealed)).await?;
        Ok(())
    }

    /// All pictures and recordings, with the time at which one of their files was last written or removed.
    pub async fn list(&self) -> Result<Vec<(Uuid, DateTime<Utc>)>> {
        match &self.place {
            Place::Folder(folder) => folder.list().await,
            Place::Bucket(bucket) => bucket.list().await,
        }
    }

    /// Nothing is removed until this is dropped: the backup's database may still name it. `None`: it is a bucket.
    pub async fn hold(&self) -> Result<Option<fs::File>> {
        match &self.place {
            Place::Folder(folder) => folder.hold().await.map(Some),
            Place::Bucket(_) => Ok(None),
        }
    }

    /// Removes all files of a picture or recording, including partial ones. False: they are still there, since a backup copies the folder.
    pub async fn remove(&self, id: Uuid) -> Result<bool> {
        match &self.place {
            Place::Folder(folder) => folder.remove(id).await,
            Place::Bucket(bucket) => bucket.remove(id).await.map(|()| true),
        }
    }

    /// Moves all files of a picture or recording to the trash of `day`, unless a backup copies them.
    pub async fn trash(&self, id: Uuid, day: NaiveDate) -> Result<()> {
        match &self.place {
            Place::Folder(folder) => folder.trash(id, day).await,
            Place::Bucket(bucket) => bucket.trash(id, day).await,
        }
    }

    pub async fn list_trash(&self) -> Result<Vec<Uuid>> {
        match &self.place {
            Place::Folder(folder) => folder.list_trash().await,
            Place::Bucket(bucket) => bucket.list_trash().await,
        }
    }

    /// Moves a picture or recording from the trash back to its place.
    pub async fn put_back(&self, id: Uuid) -> Result<()> {
        match &self.place {
            Place::Folder(folder) => folder.put_back(id).await,
            Place::Bucket(bucket) => bucket.put_back(id).await,
        }
    }

    /// Deletes what was moved to the trash before `day`.
    pub async fn empty_trash(&self, day: NaiveDate) -> Result<()> {
        match &self.place {
            Place::Folder(folder) => folder.empty_trash(day).await,
            Place::Bucket(bucket) => bucket.empty_trash(day).await,
        }
    }

    /// All files to import.
    pub async fn list_imports(&self) -> Result<Vec<FileToImport>> {
        match &self.place {
            Place::Folder(folder) => folder.files_to_import().await,
            Place::Bucket(bucket) => bucket.files_to_import().await,
        }
    }

    /// Removes a file to import, also one of which only a part came into a folder.
    pub async fn remove_import(&self, id: Uuid) -> Result<()> {
        match &self.place {
            Place::Folder(folder) => folder.remove_import(id).await,
            Place::Bucket(bucket) => bucket.remove_import(id).await,
        }
    }

    /// Adds a line to the list of deleted accounts in a bucket. It is there when this returns. A folder has none: the list is a file beside it.
    pub async fn note_deleted(&self, id: Uuid, day: NaiveDate) -> Result<()> {
        match &self.place {
            Place::Folder(_) => Ok(()),
            Place::Bucket(bucket) => bucket.note_deleted(id, day).await,
        }
    }

    /// The list of deleted accounts in a bucket. A folder has none.
    pub async fn list_deleted(&self) -> Result<Vec<(Uuid, NaiveDate)>> {
        match &self.place {
            Place::Folder(_) => Ok(Vec::new()),
            Place::Bucket(bucket) => bucket.list_deleted().await,
        }
    }
}
