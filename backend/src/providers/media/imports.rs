//! Files to import: sealed while they come in, and read at any place without ever lying open on the disk.

use super::{MediaStore, blocking};
use crate::{
    Result,
    sealing::{CHUNK, FileKey, HEADER, Header, Layout, Sealer},
};
use chrono::{DateTime, Utc};
use object_store::{ObjectStoreExt, WriteMultipart, local::LocalFileSystem, path::Path};
use std::{
    fs,
    io::{self, Read, Seek, SeekFrom},
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};
use tokio::{runtime::Handle, time::Instant};
use uuid::Uuid;

const FOLDER: &str = "imports";
/// Parts of a file that are written at the same time.
const AT_ONCE: usize = 2;
/// Chunks that are opened together.
const WINDOW: u32 = 4;

fn path(id: Uuid) -> Path {
    Path::from(format!("{FOLDER}/{id}"))
}

/// The name that the key of a file to import is made for.
pub fn key_name(id: Uuid) -> String {
    format!("import-{}", id.simple())
}

/// A file that comes in. Dropped before its end, nothing of it stays.
#[derive(derive_more::Debug)]
#[debug("IncomingFile")]
pub struct IncomingFile {
    upload: WriteMultipart,
    sealer: Sealer,
}

impl IncomingFile {
    pub async fn push(&mut self, plain: &[u8]) -> Result<()> {
        let sealed = self.sealer.push(plain)?;
        self.upload.wait_for_capacity(AT_ONCE).await?;
        self.upload.write(&sealed);
        Ok(())
    }

    /// The whole file is on the disk when this returns.
    pub async fn finish(mut self) -> Result<()> {
        let sealed = self.sealer.finish()?;
        self.upload.write(&sealed);
        self.upload.finish().await?;
        Ok(())
    }

    pub async fn abort(self) {
        if let Err(error) = self.upload.abort().await {
            tracing::warn!(%error, "a part of a file to import stays until the next sweep");
        }
    }
}

impl MediaStore {
    pub async fn begin_import(&self, id: Uuid, key: FileKey) -> Result<IncomingFile> {
        let upload = self.files.put_multipart(&path(id)).await?;
        Ok(IncomingFile { upload: WriteMultipart::new(upload), sealer: Sealer::new(key)? })
    }

    /// Reads a file to import, from a blocking thread. `None`: it is not there. After `deadline` every read fails.
    pub async fn open_import(&self, id: Uuid, key: FileKey, deadline: Option<Instant>) -> Result<Option<SealedFile>> {
        let path = path(id);
        let size = match self.files.head(&path).await {
            Ok(found) => found.size,
            Err(object_store::Error::NotFound { .. }) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        // One that was cut off is as good as gone.
        let Some(layout) = Layout::of(size) else { return Ok(None) };
        let header = self.files.get_range(&path, 0..HEADER as u64).await?;
        let Ok(header) = Header::try_from(header.as_ref()) else { return Ok(None) };
        Ok(Some(SealedFile {
            runtime: Handle::current(),
            files: Arc::clone(&self.files),
            path,
            key,
            header,
            layout,
            at: 0,
            window: (0, Vec::new()),
            deadline,
            is_late: Arc::default(),
            is_broken: Arc::default(),
        }))
    }

    /// Removes the file, also one of which only a part came in.
    pub async fn remove_import(&self, id: Uuid) -> Result<()> {
        let folder = self.folder.join(FOLDER);
        blocking(move || {
            for found in files(folder)? {
                if found.id == id {
                    remove(found.path)?;
                }
            }
            Ok(())
        })
        .await
    }

    /// The ids of all files to import, with the time at which each was last written to.
    pub async fn list_imports(&self) -> Result<Vec<(Uuid, DateTime<Utc>)>> {
        let folder = self.folder.join(FOLDER);
        blocking(move || Ok(files(folder)?.into_iter().map(|file| (file.id, file.touched)).collect())).await
    }

    /// The bytes of all files to import.
    pub async fn import_bytes(&self) -> Result<u64> {
        let folder = self.folder.join(FOLDER);
        blocking(move || Ok(files(folder)?.into_iter().map(|file| file.bytes).sum())).await
    }
}

struct Found {
    id: Uuid,
    path: PathBuf,
    touched: DateTime<Utc>,
    bytes: u64,
}

/// A file that is still being written has a mark behind its id.
fn files(folder: PathBuf) -> io::Result<Vec<Found>> {
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
                    found.push(Found { id, path: entry.path(), touched, bytes: about.len() });
                }
            }
        }
    }
    Ok(found)
}

fn remove(file: PathBuf) -> io::Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// The plain bytes of a sealed file. Only for blocking threads.
#[derive(derive_more::Debug)]
#[debug("SealedFile")]
pub struct SealedFile {
    runtime: Handle,
    files: Arc<LocalFileSystem>,
    path: Path,
    key: FileKey,
    header: Header,
    layout: Layout,
    at: u64,
    /// The number of a chunk, and the plain bytes of it and of some chunks behind it.
    window: (u32, Vec<u8>),
    deadline: Option<Instant>,
    is_late: Arc<AtomicBool>,
    is_broken: Arc<AtomicBool>,
}

impl SealedFile {
    /// From now on `is_broken` becomes true when the disk does not give what should be there.
    #[must_use]
    pub fn telling(self, is_broken: Arc<AtomicBool>) -> Self {
        Self { is_broken, ..self }
    }

    /// True from the first read after the deadline on, also once the file itself is gone.
    pub fn lateness(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.is_late)
    }

    fn begin(number: u32) -> u64 {
        u64::from(number) * CHUNK as u64
    }

    /// Opens the chunk with this number and some behind it.
    fn load(&mut self, number: u32) -> io::Result<()> {
        if self.deadline.is_some_and(|deadline| Instant::now() > deadline) {
            self.is_late.store(true, Ordering::Relaxed);
            return Err(io::ErrorKind::TimedOut.into());
        }
        let last = number.saturating_add(WINDOW - 1).min(self.layout.last());
        let begin = Layout::begin(number);
        let end = Layout::begin(last) + self.layout.length(last) as u64;
        let sealed = self.runtime.block_on(self.files.get_range(&self.path, begin..end)).map_err(|error| {
            self.is_broken.store(true, Ordering::Relaxed);
            io::Error::other(error)
        })?;
        let mut plain = Vec::with_capacity(sealed.len());
        let mut rest = sealed.as_ref();
        for number in number..=last {
            let damaged = || io::Error::new(io::ErrorKind::InvalidData, "a chunk of a file to import does not open");
            let (chunk, behind) = rest.split_at_checked(self.layout.length(number)).ok_or_else(damaged)?;
            let mut chunk = chunk.to_vec();
            let opened = self.key.open(self.header, number, self.layout.is_last(number), &mut chunk);
            plain.extend_from_slice(opened.ok_or_else(damaged)?);
            rest = behind;
        }
        self.window = (number, plain);
        Ok(())
    }
}

impl Read for SealedFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at >= self.layout.size() || buffer.is_empty() {
            return Ok(0);
        }
        let is_here = |(number, plain): &(u32, Vec<u8>)| {
            let begin = Self::begin(*number);
            (begin..begin + plain.len() as u64).contains(&self.at)
        };
        if !is_here(&self.window) {
            self.load(Layout::chunk_of(self.at))?;
        }
        let (number, plain) = &self.window;
        let from = usize::try_from(self.at - Self::begin(*number)).map_err(io::Error::other)?;
        let found = plain.get(from..).unwrap_or_default();
        let length = found.len().min(buffer.len());
        buffer[..length].copy_from_slice(&found[..length]);
        self.at += length as u64;
        Ok(length)
    }
}

impl Seek for SealedFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
            SeekFrom::End(by) => self.layout.size().checked_add_signed(by),
        };
        self.at = at.ok_or(io::ErrorKind::InvalidInput)?;
        Ok(self.at)
    }
}
