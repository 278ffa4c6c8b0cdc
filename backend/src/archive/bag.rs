//! A `BagIt` bag (RFC 8493) as a ZIP file that is written as a stream: the manifest comes last, when all digests are known.

use super::{download::Pieces, format::digest::hex};
use crate::{Error, Result};
use chrono::{DateTime, Utc};
use ring::digest::{Context, SHA256};
use std::{
    fmt::Write as _,
    io::{self, Write},
};
use zip::{
    CompressionMethod, ZipWriter,
    result::ZipError,
    write::{SimpleFileOptions, StreamWriter},
};

/// One below `data/`, with the digest of its content.
type Payload = (String, [u8; 32]);

#[derive(derive_more::Debug)]
#[debug("Bag({folder})")]
pub struct Bag {
    zip: ZipWriter<StreamWriter<Pieces>>,
    folder: String,
    made_at: DateTime<Utc>,
    options: SimpleFileOptions,
    manifest: Vec<Payload>,
    bytes: u64,
    /// The file that is being written.
    digest: Context,
}

impl Bag {
    /// `local`: the time that the files bear, as the person's clock shows it.
    pub fn begin(pieces: Pieces, folder: String, made_at: DateTime<Utc>, local: chrono::NaiveDateTime) -> Result<Self> {
        let local = zip::DateTime::try_from(local).unwrap_or_default();
        let mut bag = Self {
            zip: ZipWriter::new_stream(pieces),
            folder,
            made_at,
            options: SimpleFileOptions::default().last_modified_time(local),
            manifest: Vec::new(),
            bytes: 0,
            digest: Context::new(&SHA256),
        };
        bag.tag("bagit.txt", "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n")?;
        Ok(bag)
    }

    /// Begins a file below `data/`. What is written next is its content.
    pub fn file(&mut self, name: &str) -> Result<()> {
        self.start(&format!("data/{name}"), CompressionMethod::Deflated)
    }

    /// Ends the file, and returns its digest.
    pub fn end(&mut self, name: &str) -> [u8; 32] {
        let digest = std::mem::replace(&mut self.digest, Context::new(&SHA256)).finish();
        let mut bytes = [0; 32];
        bytes.copy_from_slice(digest.as_ref());
        self.manifest.push((name.to_owned(), bytes));
        bytes
    }

    pub fn text(&mut self, name: &str, text: &str) -> Result<()> {
        self.file(name)?;
        self.write_all(text.as_bytes()).map_err(failed)?;
        self.end(name);
        Ok(())
    }

    /// A file that is compressed already.
    pub fn media<T: AsRef<[u8]>>(&mut self, name: &str, parts: &[T]) -> Result<[u8; 32]> {
        self.start(&format!("data/{name}"), CompressionMethod::Stored)?;
        for part in parts {
            self.write_all(part.as_ref()).map_err(failed)?;
        }
        Ok(self.end(name))
    }

    fn start(&mut self, path: &str, method: CompressionMethod) -> Result<()> {
        let options = self.options.compression_method(method);
        self.zip.start_file(format!("{}/{path}", self.folder), options).map_err(broken)
    }

    /// A file about the bag, beside `data/`.
    fn tag(&mut self, name: &str, text: &str) -> Result<()> {
        self.start(name, CompressionMethod::Deflated)?;
        self.zip.write_all(text.as_bytes()).map_err(failed)
    }

    /// Writes what is about all files, and ends the ZIP file.
    pub fn finish(mut self) -> Result<()> {
        let mut manifest = String::new();
        for (name, digest) in &self.manifest {
            // `write!` to a `String` cannot fail.
            let _ = writeln!(manifest, "{}  data/{name}", hex(digest));
        }
        self.tag("manifest-sha256.txt", &manifest)?;
        let info = format!(
            "Source-Organization: Tagesecho\nBagging-Date: {}\nPayload-Oxum: {}.{}\n",
            self.made_at.format("%Y-%m-%d"),
            self.bytes,
            self.manifest.len(),
        );
        self.tag("bag-info.txt", &info)?;
        let mut pieces = self.zip.finish().map_err(broken)?.into_inner();
        pieces.flush().map_err(failed)
    }
}

impl Write for Bag {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.zip.write(bytes)?;
        self.digest.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.zip.flush()
    }
}

pub fn failed(error: io::Error) -> Error {
    Error::broken("archive", error)
}

fn broken(error: ZipError) -> Error {
    Error::broken("archive", error)
}
