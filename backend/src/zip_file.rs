//! A ZIP file of unknown origin: its names are checked before anything is unpacked.

use std::io::{self, Read, Seek, SeekFrom};
use zip::ZipArchive;

/// A file may unpack to this many times its packed size, and to [`FREE`] bytes in any case.
const RATIO: u64 = 200;
const FREE: u64 = 16 << 20;

/// Bytes in which the end of a file lies: a comment, and the records before it.
const END: u64 = (64 << 10) + 256;

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

/// Which paths a file may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paths {
    /// Those that every system can unpack.
    Portable,
    /// Also those with backslashes, colons and signs of control: nothing is unpacked under its name.
    Any,
}

/// A file within the ZIP file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
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
    pub fn open(mut file: R, most: usize) -> Result<Self, Refused> {
        let not_zip = |e: zip::result::ZipError| Refused::NotZip(e.to_string());
        // The reader holds all names before it gives their number.
        match said_names(&mut file).map_err(|e| Refused::NotZip(e.to_string()))? {
            None => return Err(Refused::NotZip("it has no end".into())),
            Some(names) if names > most as u64 => return Err(Refused::TooMany),
            Some(_) => {}
        }
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

    /// All files but folders. A path that leads elsewhere is refused.
    pub fn names(&mut self, paths: Paths) -> Result<Vec<Member>, Refused> {
        let mut names = Vec::with_capacity(self.zip.len());
        for at in 0..self.zip.len() {
            let file = self.zip.by_index_raw(at).map_err(|e| Refused::NotZip(e.to_string()))?;
            let name = file.name().map_err(|e| Refused::NotZip(e.to_string()))?;
            let name = if paths == Paths::Any { relative(&name) } else { name.into_owned() };
            let is_safe = if paths == Paths::Any { is_below(&name) } else { is_portable(&name) };
            if !is_safe || file.is_symlink() || file.encrypted() {
                return Err(Refused::Unsafe(name.escape_debug().to_string()));
            }
            if file.size() > file.compressed_size().saturating_mul(RATIO).max(FREE) {
                return Err(Refused::Bomb(name));
            }
            if !file.is_dir() && !name.ends_with('/') {
                names.push(Member { name, at, bytes: file.size() });
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

/// How many names the end of the file speaks of; of several ends, the largest number. `None`: there is no end.
fn said_names(file: &mut (impl Read + Seek)) -> io::Result<Option<u64>> {
    let length = file.seek(SeekFrom::End(0))?;
    let begin = length.saturating_sub(END);
    file.seek(SeekFrom::Start(begin))?;
    let mut tail = Vec::new();
    file.take(END).read_to_end(&mut tail)?;
    let mut most = None;
    for at in memchr::memmem::find_iter(&tail, b"PK\x05\x06") {
        let count = tail.get(at + 10..at + 12).and_then(|bytes| bytes.try_into().ok()).map(u16::from_le_bytes);
        most = most.max(count.map(u64::from));
    }
    for at in memchr::memmem::find_iter(&tail, b"PK\x06\x07") {
        // A file of more than 65,535 names says here where its number is.
        let place = tail.get(at + 8..at + 16).and_then(|bytes| bytes.try_into().ok()).map(u64::from_le_bytes);
        if let Some(place) = place.and_then(|place| place.checked_add(32)).filter(|place| *place < length) {
            file.seek(SeekFrom::Start(place))?;
            let mut count = [0; 8];
            if file.read_exact(&mut count).is_ok() {
                most = most.max(Some(u64::from_le_bytes(count)));
            }
        }
    }
    file.rewind()?;
    Ok(most)
}

/// Windows programs write backslashes, and others `./` before each name.
fn relative(name: &str) -> String {
    let name = name.replace('\\', "/");
    name.strip_prefix("./").map(str::to_owned).unwrap_or(name)
}

/// A relative path that stays below its folder.
fn is_below(name: &str) -> bool {
    let is_plain = |part: &str| !matches!(part, "" | "." | "..");
    !name.contains('\0') && name.strip_suffix('/').unwrap_or(name).split('/').all(is_plain)
}

/// Such a path that every system can have.
fn is_portable(name: &str) -> bool {
    is_below(name) && !name.contains(|c: char| c.is_control() || matches!(c, '\\' | ':'))
}

#[cfg(test)]
mod tests {
    use super::{is_below, is_portable, relative};

    #[test]
    fn only_names_below_the_folder_are_safe() {
        for name in ["a", "a/b.jpg", "tagesecho/data/", "ä/ö ü.md"] {
            assert!(is_portable(name), "{name}");
        }
        for name in ["", "/", "/a", "../a", "a/../b", "a//b", "./a", "a\\b", "C:a", "a\0", "a\nb", "a/.."] {
            assert!(!is_portable(name), "{name:?}");
        }
    }

    #[test]
    fn other_systems_write_names_in_their_own_way() {
        for (name, expected) in [("a\\b.md", "a/b.md"), ("./a", "a"), ("10:30.md", "10:30.md"), ("Icon\r", "Icon\r")] {
            assert!(is_below(expected) && relative(name) == expected, "{name}");
        }
        for name in ["", "\\\\a\\b", "..\\a", "a\\..\\b", "/a", "././a", "a\0"] {
            assert!(!is_below(&relative(name)), "{name:?}");
        }
    }
}
