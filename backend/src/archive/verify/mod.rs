//! Checks an archive as a file, without a server: `tagesecho verify`.
//!
//! The file may come from anybody. Nothing of it is written anywhere, and what is read of it is bounded.

mod bag;

use super::format::{self, Archive, digest::hex};
use crate::zip_file;
use bag::Bag;
use std::io::{Read, Seek};

/// Most problems that are named.
const NAMED: usize = 50;

/// Most bytes of `eintraege.json`.
const DATA: u64 = 512 << 20;

/// What an archive holds, and what is wrong with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    pub days: usize,
    pub photos: usize,
    pub recordings: usize,
    /// Photos and recordings that the archive names but does not hold.
    pub lost: usize,
    /// The first ones, in sentences.
    pub problems: Vec<String>,
}

/// Why a file is not looked at further.
#[derive(Debug, thiserror::Error)]
pub enum Refused {
    #[error("this is no ZIP file, or it is cut off: {0}")]
    NotZip(String),
    #[error("the file holds more names than an archive can have")]
    TooMany,
    #[error("'{0}' leads out of the archive, is a link or is encrypted")]
    Unsafe(String),
    #[error("'{0}' unpacks to far more than it should")]
    Bomb(String),
    #[error("there is no bagit.txt: this is no archive of Tagesecho")]
    NoBag,
    #[error("'{0}' cannot be read: {1}")]
    Unreadable(String, String),
    #[error("data/eintraege.json is of version {0}; this program knows versions up to {known}", known = format::VERSION)]
    Newer(u32),
}

impl From<zip_file::Refused> for Refused {
    fn from(refused: zip_file::Refused) -> Self {
        match refused {
            zip_file::Refused::NotZip(why) => Self::NotZip(why),
            zip_file::Refused::TooMany => Self::TooMany,
            zip_file::Refused::Unsafe(name) => Self::Unsafe(name),
            zip_file::Refused::Twice => Self::Bomb("a name".into()),
            zip_file::Refused::Bomb(name) => Self::Bomb(name),
            zip_file::Refused::Unreadable(name, why) => Self::Unreadable(name, why),
        }
    }
}

impl Checked {
    fn add(&mut self, problem: String) {
        if self.problems.len() < NAMED {
            self.problems.push(problem);
        }
    }
}

/// Reads the whole file.
pub fn verify(file: impl Read + Seek) -> Result<Checked, Refused> {
    let mut bag = Bag::open(file)?;
    let mut checked = Checked::default();
    let found = bag.check(&mut checked)?;
    let archive: Archive = bag.json("data/eintraege.json", DATA)?;
    if archive.format != format::NAME {
        checked.add(format!("data/eintraege.json is of the format {:?}, not {:?}", archive.format, format::NAME));
    }
    if archive.version > format::VERSION {
        return Err(Refused::Newer(archive.version));
    }
    checked.days = archive.days.len();
    for day in archive.days.iter().chain(&archive.bin) {
        if format::digest::of_day(day).ok().as_deref() != Some(day.digest.as_str()) {
            checked.add(format!("{}: the day is not what it was when it was exported", day.date));
        }
        let photos = day.photos.iter().map(|photo| (&photo.file, &photo.sha256, true));
        let sound = day.recording.iter().map(|sound| (&sound.file, &sound.sha256, false));
        for (file, sha256, is_photo) in photos.chain(sound) {
            let Some(sha256) = sha256 else {
                checked.lost += 1;
                continue;
            };
            match found.get(&format!("data/{file}")) {
                Some(digest) if hex(digest) == *sha256 => {
                    *(if is_photo { &mut checked.photos } else { &mut checked.recordings }) += 1;
                }
                Some(_) => {
                    checked.add(format!("{}: data/{} is another file than the day had", day.date, file.escape_debug()));
                }
                None => {
                    checked.lost += 1;
                    checked.add(format!("{}: data/{} is missing", day.date, file.escape_debug()));
                }
            }
        }
    }
    Ok(checked)
}
