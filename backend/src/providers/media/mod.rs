//! Stores the files of pictures and recordings in a local folder, sealed: no plain byte is ever on the disk, not of an upload either.

use crate::{
    Error, Result, Settings,
    error::StartError,
    sealing::{CHUNK, FileKey, HEADER, Header, Layout, Unreadable},
};
use bytes::Bytes;
use chrono::{DateTime, Utc};
use domain::{ImageId, RecordingId, Refusal, SoundFormat, media::Rendition};
use futures::{Stream, StreamExt, TryStreamExt, stream};
use object_store::{
    GetOptions, GetRange, GetResult, ObjectStore, ObjectStoreExt, PutPayload, local::LocalFileSystem, path::Path,
};
use std::{
    fs,
    io::{self, Write},
    ops::Range,
    path::{Path as FilePath, PathBuf},
    sync::Arc,
};
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio_util::io::StreamReader;
use uuid::Uuid;

mod hold;
mod imports;
mod trash;

pub use imports::{IncomingFile, SealedFile, key_name as import_key_name};

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

    /// Seals and writes the whole file, or nothing. It is on the disk when this returns.
    pub async fn put(&self, file: File, key: FileKey, bytes: Bytes) -> Result<()> {
        let sealed = tokio::task::spawn_blocking(move || key.seal(&bytes)).await??;
        self.files.put(&file.path(), PutPayload::from(sealed)).await?;
        Ok(())
    }

    /// Plain bytes of the file; `None` if it is not there.
    pub async fn size(&self, file: File) -> Result<Option<u64>> {
        match self.files.head(&file.path()).await {
            Ok(found) => Ok(Some(layout(file, found.size)?.size())),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Streams a part of the file, chunk by chunk. The first chunk is opened before this returns; [`Unreadable`] inside a broken error, here or
    /// in the stream, if one does not open.
    pub async fn read(
        &self,
        file: File,
        key: FileKey,
        range: Range<u64>,
    ) -> Result<impl Stream<Item = Result<Bytes>> + Send + use<>> {
        let Some(last) = range.end.checked_sub(1).filter(|last| *last >= range.start) else {
            return Ok(stream::empty().right_stream());
        };
        let (number, last) = (Layout::chunk_of(range.start), Layout::chunk_of(last));
        let path = file.path();
        // A file's first chunk comes with the header in one request.
        let (header, found) = if number == 0 {
            (None, self.get(&path, 0..Layout::end(last)).await?)
        } else {
            let header = self.get(&path, 0..HEADER as u64).await?.bytes().await?;
            (Some(header), self.get(&path, Layout::begin(number)..Layout::end(last)).await?)
        };
        let layout = layout(file, found.meta.size)?;
        let mut sealed = StreamReader::new(found.into_stream().map_err(io::Error::from));
        let mut begin = Header::default();
        match header {
            Some(header) => begin = header.as_ref().try_into().map_err(|_| unreadable(file))?,
            None => drop(sealed.read_exact(&mut begin).await.map_err(|e| broken_off(file, e))?),
        }
        let mut chunks = Chunks { sealed, file, key, header: begin, layout, number, last, range };
        let first = chunks.next().await?;
        let rest = stream::try_unfold(chunks, async |mut chunks| Ok(chunks.next().await?.map(|chunk| (chunk, chunks))));
        Ok(stream::iter(first.map(Ok)).chain(rest).left_stream())
    }

    async fn get(&self, path: &Path, range: Range<u64>) -> Result<GetResult> {
        let options = GetOptions { range: Some(GetRange::Bounded(range)), ..GetOptions::default() };
        match self.files.get_opts(path, options).await {
            // The file was removed meanwhile.
            Err(object_store::Error::NotFound { .. }) => Err(Refusal::MediaNotFound.into()),
            found => Ok(found?),
        }
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

fn unreadable(file: File) -> Error {
    Error::broken("sealed file", Unreadable(format!("file {}", file.name())))
}

fn layout(file: File, sealed: u64) -> Result<Layout> {
    Layout::of(sealed).ok_or_else(|| unreadable(file))
}

fn broken_off(file: File, error: io::Error) -> Error {
    // A file never changes, so one that ends early was cut off.
    if error.kind() == io::ErrorKind::UnexpectedEof {
        unreadable(file)
    } else {
        Error::unavailable("media folder", error)
    }
}

/// The chunks that are left of a range.
struct Chunks<R> {
    sealed: R,
    file: File,
    key: FileKey,
    header: Header,
    layout: Layout,
    number: u32,
    /// The last chunk of the range.
    last: u32,
    range: Range<u64>,
}

impl<R: AsyncRead + Unpin> Chunks<R> {
    /// The plain bytes of the next chunk that are in the range.
    async fn next(&mut self) -> Result<Option<Bytes>> {
        let number = self.number;
        if number > self.last {
            return Ok(None);
        }
        self.number += 1;
        let mut chunk = vec![0; self.layout.length(number)];
        self.sealed.read_exact(&mut chunk).await.map_err(|e| broken_off(self.file, e))?;
        let opened = self.key.open(self.header, number, self.layout.is_last(number), &mut chunk);
        let length = opened.ok_or_else(|| unreadable(self.file))?.len();
        let begin = u64::from(number) * CHUNK as u64;
        let within = |at: u64| usize::try_from(at.saturating_sub(begin)).unwrap_or(length).min(length);
        let (from, to) = (within(self.range.start), within(self.range.end));
        Ok(Some(Bytes::from(chunk).slice(from..to)))
    }
}
