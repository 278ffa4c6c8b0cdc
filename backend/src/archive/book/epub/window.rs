//! A writer for a ZIP file that is sent while it is written, and may be corrected within its last file.
//!
//! Readers of e-books want the sizes of a file in front of it, so each waits here until they are known.

use crate::archive::download::Pieces;
use std::io::{self, Read, Seek, SeekFrom, Write};

#[derive(Debug)]
pub struct Window {
    pieces: Pieces,
    /// Bytes that were sent before those that wait.
    sent: u64,
    waiting: Vec<u8>,
    /// Place in those that wait.
    at: usize,
}

impl Window {
    pub fn new(pieces: Pieces) -> Self {
        Self { pieces, sent: 0, waiting: Vec::new(), at: 0 }
    }

    /// The end: nothing can be corrected any more.
    pub fn finish(mut self) -> io::Result<()> {
        self.flush()?;
        self.pieces.flush()
    }
}

impl Write for Window {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let over = bytes.len().min(self.waiting.len() - self.at);
        self.waiting[self.at..self.at + over].copy_from_slice(&bytes[..over]);
        self.waiting.extend_from_slice(&bytes[over..]);
        self.at += bytes.len();
        Ok(bytes.len())
    }

    /// The ZIP writer calls it at the end of each file.
    fn flush(&mut self) -> io::Result<()> {
        self.pieces.write_all(&self.waiting)?;
        self.sent += self.waiting.len() as u64;
        self.waiting.clear();
        self.at = 0;
        Ok(())
    }
}

/// The ZIP writer wants it of a writer that it flushes after each file, and does not use it.
impl Read for Window {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = (&self.waiting[self.at..]).read(into)?;
        self.at += read;
        Ok(read)
    }
}

impl Seek for Window {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let end = self.sent + self.waiting.len() as u64;
        let place = match to {
            SeekFrom::Start(place) => Some(place),
            SeekFrom::End(from) => end.checked_add_signed(from),
            SeekFrom::Current(from) => (self.sent + self.at as u64).checked_add_signed(from),
        };
        let at = place.filter(|place| *place <= end).and_then(|place| place.checked_sub(self.sent));
        let at = at.and_then(|at| usize::try_from(at).ok());
        self.at = at.ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
        Ok(self.sent + self.at as u64)
    }
}
