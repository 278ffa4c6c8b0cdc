//! What a file to import holds, whatever its format. Nothing here writes anything.
//!
//! The file may come from anybody: names, sizes, counts and depths are bounded before anything is unpacked.

mod bag;
mod daily_txt;
mod dates;
mod day_one;
mod diarium;
mod files;
mod journiv;
mod json;
mod markdown;
mod merge;
mod reading;
mod recognised;
mod text;

pub use merge::merge;

use crate::zip_file::Member;
use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use domain::{EntryTexts, Mood, day::Zone, limits};
use files::{Content, Files};
use reading::Reading;
use std::io::{Read, Seek};

/// The program that wrote the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    Tagesecho,
    DayOne,
    Markdown,
    Diarium,
    DailyTxt,
    Journiv,
}

/// Why a file is not looked at further. Nothing of it was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// No format that is known, or nothing in it.
    Unknown,
    /// No ZIP file, or a damaged one.
    NotZip,
    /// A name leads out of the file, is a link, is encrypted or stands there twice.
    Unsafe,
    /// It unpacks to far more than it should, or holds more than an import may.
    TooLarge,
    /// The encrypted kind of an export, which only its own program reads.
    Encrypted,
    /// Written by a later version of Tagesecho.
    Newer,
}

/// A file within the imported one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// As the report names it.
    pub name: String,
    pub at: usize,
    pub bytes: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Photo {
    pub file: File,
    pub alt: String,
    pub is_main: bool,
}

/// One entry of the source. A day may have several.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The same in each export of the same entry: the source's own id, else the day and a digest of the content.
    pub key: String,
    /// Of the entry's own zone.
    pub time: Option<NaiveTime>,
    /// The text is Markdown as our editor writes it, with the tags as `#words` in a last line.
    pub texts: EntryTexts,
    pub emojis: String,
    pub mood: Mood,
    pub is_favorite: bool,
    pub is_hidden_memory: bool,
    /// The question's id and the answer.
    pub answers: Vec<(String, String)>,
    pub photos: Vec<Photo>,
    pub recordings: Vec<File>,
    pub created_at: Option<DateTime<Utc>>,
    /// The digest of the day in our own archive.
    pub digest: Option<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Day {
    pub date: NaiveDate,
    /// In order of time.
    pub parts: Vec<Part>,
}

/// What cannot be taken over, and where: one line of the report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub kind: ProblemKind,
    /// The file, or the entry's date or id.
    pub name: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProblemKind {
    NoDate,
    /// The day is before the first one that an entry may have, or after the last one.
    OutOfRange,
    /// The entry is not as its format says.
    Unreadable,
    /// The entry names a photo or recording that is not in the file.
    MissingFile,
    /// A video, a PDF, a website or any other kind that is not taken.
    UnsupportedFile,
    /// A photo or recording above the limits of an upload.
    LargeFile,
    /// A text above [`LONGEST_TEXT`] characters, which is cut: its end is left out.
    LongText,
    /// More than one recording on a day: the first stays.
    SecondRecording,
    /// A photo or recording beside the texts that none of them shows.
    UnusedFile,
    /// A field of entries that has no place here, such as the weather. Each is named once.
    Field,
}

/// Characters of an imported text. What is longer than an entry may be elsewhere stays whole up to here.
pub const LONGEST_TEXT: usize = 30_000;

/// A file that was recognised and read, but for its photos and recordings.
#[derive(derive_more::Debug)]
#[debug("Source {{ format: {format:?}, .. }}")]
pub struct Source<R> {
    pub format: Format,
    /// The first day first.
    pub days: Vec<Day>,
    pub problems: Vec<Problem>,
    content: Content<R>,
}

impl<R: Read + Seek> Source<R> {
    /// Recognises the format by the content; `name` only tells the day of a single text. What says no zone is of `zone`. Blocks.
    pub fn open(file: R, name: &str, zone: Zone) -> Result<Self, Refused> {
        let mut files = Files::open(file, name)?;
        let mut reading = Reading::of(zone);
        let format = recognised::read(&mut files, &mut reading)?;
        let (days, problems) = reading.finish()?;
        Ok(Self { format, days, problems, content: files.content })
    }

    /// The bytes of a photo or recording of [`Self::days`]. Blocks.
    pub fn read(&mut self, file: &File) -> Result<Vec<u8>, Refused> {
        let name = Member { name: file.name.clone(), at: file.at, bytes: file.bytes };
        let most = limits::IMAGE_BYTES.max(limits::AUDIO_BYTES) as u64;
        self.content.bytes(&name, most)?.ok_or(Refused::NotZip)
    }
}
