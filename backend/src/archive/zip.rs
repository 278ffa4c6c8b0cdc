//! A ZIP file that is written while it is sent: a thread writes, the channel holds a few pieces, and who stops taking them ends the work.

use crate::{Backend, Error, Result, per_key::Counted, providers::media::File};
use bytes::{Bytes, BytesMut};
use chrono::NaiveDateTime;
use domain::UserId;
use futures::{Stream, TryStreamExt, stream};
use std::{
    io::{self, Write},
    pin::pin,
};
use tokio::{
    runtime::Handle,
    sync::{SemaphorePermit, mpsc},
};
use zip::{CompressionMethod, DateTime, ZipWriter, write::SimpleFileOptions};

/// Size of a piece, and how many wait for the reader.
const PIECE: usize = 64 * 1024;
const WAITING: usize = 4;

/// What the archive holds.
pub struct Plan {
    pub folder: String,
    pub texts: Vec<(String, Vec<u8>)>,
    pub files: Vec<(String, File)>,
    /// The time that the files bear, as the person's clock shows it.
    pub made_at: NaiveDateTime,
    /// Stands above the names of files that are not there.
    pub missing: &'static str,
}

/// The bytes of the archive. `held` is dropped after the last one.
pub fn stream(
    backend: Backend,
    held: (SemaphorePermit<'static>, Counted<UserId>),
    plan: Plan,
) -> impl Stream<Item = io::Result<Bytes>> + Send + use<> {
    let (sender, receiver) = mpsc::channel(WAITING);
    let runtime = Handle::current();
    tokio::task::spawn_blocking(move || {
        let _held = held;
        let pieces = Pieces { buffer: BytesMut::with_capacity(PIECE), sender: sender.clone() };
        if let Err(error) = write(&backend, &runtime, plan, pieces) {
            // A broken download must not look like a whole one. Who went away hears nothing.
            let _ = sender.blocking_send(Err(io::Error::other(error)));
        }
    });
    stream::unfold(receiver, async |mut receiver| receiver.recv().await.map(|piece| (piece, receiver)))
}

fn write(backend: &Backend, runtime: &Handle, plan: Plan, pieces: Pieces) -> Result<()> {
    let broken = |e: zip::result::ZipError| Error::broken("archive", e);
    let failed = |e: io::Error| Error::broken("archive", e);
    let Plan { folder, texts, files, made_at, missing } = plan;
    let made_at = DateTime::try_from(made_at).unwrap_or_default();
    let options = |method| SimpleFileOptions::default().compression_method(method).last_modified_time(made_at);
    let mut zip = ZipWriter::new_stream(pieces);
    for (name, text) in texts {
        zip.start_file(format!("{folder}/{name}"), options(CompressionMethod::Deflated)).map_err(broken)?;
        zip.write_all(&text).map_err(failed)?;
    }
    let mut lost = Vec::new();
    for (name, file) in files {
        let Some(size) = runtime.block_on(backend.media.size(file))? else {
            lost.push(name);
            continue;
        };
        let content = match runtime.block_on(backend.media.read(file, 0..size)) {
            Ok(content) => content,
            // It was removed meanwhile.
            Err(Error::Refused(_)) => {
                lost.push(name);
                continue;
            }
            Err(error) => return Err(error),
        };
        let mut content = pin!(content);
        // They are compressed already.
        zip.start_file(format!("{folder}/{name}"), options(CompressionMethod::Stored)).map_err(broken)?;
        while let Some(piece) = runtime.block_on(content.try_next())? {
            zip.write_all(&piece).map_err(failed)?;
        }
    }
    if !lost.is_empty() {
        zip.start_file(format!("{folder}/FEHLT.md"), options(CompressionMethod::Deflated)).map_err(broken)?;
        zip.write_all(format!("{missing}\n\n- {}\n", lost.join("\n- ")).as_bytes()).map_err(failed)?;
    }
    let mut pieces = zip.finish().map_err(broken)?.into_inner();
    pieces.flush().map_err(failed)
}

/// Sends what is written in pieces, and waits for a slow reader.
struct Pieces {
    buffer: BytesMut,
    sender: mpsc::Sender<io::Result<Bytes>>,
}

impl Pieces {
    fn send(&mut self) -> io::Result<()> {
        let piece = self.buffer.split().freeze();
        self.sender.blocking_send(Ok(piece)).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}

impl Write for Pieces {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(PIECE - self.buffer.len());
        self.buffer.extend_from_slice(&bytes[..taken]);
        if self.buffer.len() == PIECE {
            self.send()?;
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.buffer.is_empty() { Ok(()) } else { self.send() }
    }
}
