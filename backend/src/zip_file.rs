//! A ZIP file of unknown origin: its names are checked before anything is unpacked.

use std::io::{self, Read, Seek};
use zip::ZipArchive;

/// A file may unpack to this many times its packed size, and to [`FREE`] bytes in any case.
const RATIO: u64 = 200;
const FREE: u64 = 16 << 20;

/// Why a file is not unpacked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// No ZIP file, or one that is cut off: what the reader says.
    NotZip(String),
    TooMany,
    /// A name that leads out of the file, is a link or is encrypted.
    Unsafe(String),
    /// A name that stands there twice.
    Twice,
    /// What unpacks to far more than it should.
    Bomb(String),
    /// A damaged file: its name and what the reader says.
    Unreadable(String, String),
}

/// A file within the ZIP file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// A safe relative path. One that is not UTF-8 was read as code page 437, as ZIP files have it.
    pub name: String,
    pub at: usize,
    /// Bytes when unpacked; [`ZipFile::with`] reads no more.
    pub bytes: u64,
}

#[derive(derive_more::Debug)]
#[debug("ZipFile")]
pub struct ZipFile<R> {
    zip: ZipArchive<R>,
}

impl<R: Read + Seek> ZipFile<R> {
    /// A ZIP file of at most `most` names.
    pub fn open(file: R, most: usize) -> Result<Self, Refused> {
        let not_zip = |e: zip::result::ZipError| Refused::NotZip(e.to_string());
        let mut zip = ZipArchive::new(file).map_err(not_zip)?;
        if zip.len() > most {
            return Err(Refused::TooMany);
        }
        if zip.has_duplicate_names() {
            return Err(Refused::Twice);
        }
        if zip.has_overlapping_entries().map_err(not_zip)? {
            return Err(Refused::Bomb("a name".into()));
        }
        Ok(Self { zip })
    }

    /// All files but folders.
    pub fn names(&mut self) -> Result<Vec<Name>, Refused> {
        let mut names = Vec::with_capacity(self.zip.len());
        for at in 0..self.zip.len() {
            let file = self.zip.by_index_raw(at).map_err(|e| Refused::NotZip(e.to_string()))?;
            let name = file.name().map_err(|e| Refused::NotZip(e.to_string()))?.into_owned();
            if !is_safe(&name) || file.is_symlink() || file.encrypted() {
                return Err(Refused::Unsafe(name.escape_debug().to_string()));
            }
            if file.size() > file.compressed_size().saturating_mul(RATIO).max(FREE) {
                return Err(Refused::Bomb(name));
            }
            if !file.is_dir() {
                names.push(Name { name, at, bytes: file.size() });
            }
        }
        Ok(names)
    }

    /// Gives the content to `read`, at most `most` bytes and no more than the file is said to have.
    pub fn with<T>(
        &mut self,
        (name, at): (&str, usize),
        most: u64,
        read: impl FnOnce(&mut dyn Read) -> io::Result<T>,
    ) -> Result<T, Refused> {
        let broken = |e: String| Refused::Unreadable(name.to_owned(), e);
        let mut file = self.zip.by_index(at).map_err(|e| broken(e.to_string()))?;
        let size = file.size();
        if size > most {
            return Err(Refused::Bomb(name.to_owned()));
        }
        let mut bounded = (&mut file).take(size + 1);
        let done = read(&mut bounded).map_err(|e| broken(e.to_string()))?;
        if bounded.limit() == 0 { Err(Refused::Bomb(name.to_owned())) } else { Ok(done) }
    }
}

/// A relative path of plain names.
fn is_safe(name: &str) -> bool {
    let is_plain = |part: &str| !matches!(part, "" | "." | "..");
    !name.contains(|c: char| c.is_control() || matches!(c, '\\' | ':'))
        && name.strip_suffix('/').unwrap_or(name).split('/').all(is_plain)
}

#[cfg(test)]
mod tests {
    use super::is_safe;

    #[test]
    fn only_names_below_the_folder_are_safe() {
        for name in ["a", "a/b.jpg", "tagesecho/data/", "ä/ö ü.md"] {
            assert!(is_safe(name), "{name}");
        }
        for name in ["", "/", "/a", "../a", "a/../b", "a//b", "./a", "a\\b", "C:a", "a\0", "a\nb", "a/.."] {
            assert!(!is_safe(name), "{name:?}");
        }
    }
}
