//! Files to import: sealed while they come in, and read at any place without ever lying open on the disk.

use super::{IMPORTS, MediaStore};
use crate::{
    Result,
    sealing::{CHUNK, FileKey, HEADER, Header, Layout, Sealer},
};
use chrono::{DateTime, Utc};
use object_store::{ObjectStore, ObjectStoreExt, WriteMultipart, path::Path};
use std::{
    io::{self, Read, Seek, SeekFrom},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};
use tokio::{runtime::Handle, time::Instant};
use uuid::Uuid;

/// Parts of a file that are written at the same time.
const AT_ONCE: usize = 2;
/// Chunks that are opened together.
const WINDOW: u32 = 4;

pub(super) fn path(id: Uuid) -> Path {
    Path::from(format!("{IMPORTS}/{id}"))
}

/// A file to import in the store.
#[derive(Clone, Copy, Debug)]
pub struct FileToImport {
    pub id: Uuid,
    /// When it was last written to.
    pub touched: DateTime<Utc>,
    pub bytes: u64,
}

/// The name that the key of a file to import is made for.
pub fn key_name(id: Uuid) -> String {
    format!("import-{}", id.simple())
}

/// A file that comes in. Dropped before its end, nothing of it stays.
#[derive(derive_more::Debug)]
#[debug("IncomingFile")]
pub struct IncomingFile {
    upload: Upload,
    sealer: Sealer,
}

/// Parts of a file in the place where they become one.
struct Upload {
    /// Until the end.
    parts: Option<WriteMultipart>,
    /// Parts lie at a service, which has to be told that nothing will become of them. In a folder they go with this.
    is_remote: bool,
}

impl Drop for Upload {
    fn drop(&mut self) {
        if let Some(parts) = self.parts.take().filter(|_| self.is_remote)
            && let Ok(runtime) = Handle::try_current()
        {
            runtime.spawn(abort(parts));
        }
    }
}

async fn abort(parts: WriteMultipart) {
    if let Err(error) = parts.abort().await {
        tracing::warn!(%error, "a part of a file to import stays behind");
    }
}

impl IncomingFile {
    pub async fn push(&mut self, plain: &[u8]) -> Result<()> {
        let sealed = self.sealer.push(plain)?;
        if let Some(parts) = &mut self.upload.parts {
            parts.wait_for_capacity(AT_ONCE).await?;
            parts.write(&sealed);
        }
        Ok(())
    }

    /// The whole file is in its place when this returns.
    pub async fn finish(self) -> Result<()> {
        let Self { mut upload, sealer } = self;
        let sealed = sealer.finish()?;
        if let Some(mut parts) = upload.parts.take() {
            parts.write(&sealed);
            parts.finish().await?;
        }
        Ok(())
    }

    pub async fn abort(mut self) {
        if let Some(parts) = self.upload.parts.take() {
            abort(parts).await;
        }
    }
}

impl MediaStore {
    pub async fn begin_import(&self, id: Uuid, key: FileKey) -> Result<IncomingFile> {
        let parts = Some(WriteMultipart::new(self.files.put_multipart(&path(id)).await?));
        let upload = Upload { parts, is_remote: self.folder().is_none() };
        Ok(IncomingFile { upload, sealer: Sealer::new(key)? })
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
}

/// The plain bytes of a sealed file. Only for blocking threads.
#[derive(derive_more::Debug)]
#[debug("SealedFile")]
pub struct SealedFile {
    runtime: Handle,
    files: Arc<dyn ObjectStore>,
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
        // A task of its own reads: whatever it starts has the usual priority.
        let (files, path) = (Arc::clone(&self.files), self.path.clone());
        let sealed = self.runtime.spawn(async move { files.get_range(&path, begin..end).await });
        let sealed =
            self.runtime.block_on(sealed).map_err(io::Error::other).and_then(|read| read.map_err(io::Error::other));
        let sealed = sealed.inspect_err(|_| self.is_broken.store(true, Ordering::Relaxed))?;
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
