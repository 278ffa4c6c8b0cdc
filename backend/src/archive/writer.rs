//! The content of a year's ZIP file, written month by month.

use super::{day::Day, download::Pieces, store};
use crate::{Backend, Error, Result, entries, media, providers::media::File, reflection, sealing::DataKey};
use bytes::Bytes;
use chrono::{Months, NaiveDate, NaiveDateTime};
use domain::{Key, Language, UserId};
use futures::{Stream, TryStreamExt};
use std::{
    collections::HashMap,
    io::{self, Write},
    pin::pin,
};
use tokio::runtime::Handle;
use zip::{
    CompressionMethod, DateTime, ZipWriter,
    result::ZipError,
    write::{SimpleFileOptions, StreamWriter},
};

type Zip = ZipWriter<StreamWriter<Pieces>>;

/// A year of one person, and what is needed to read it.
pub struct Year {
    pub backend: Backend,
    pub runtime: Handle,
    pub owner: UserId,
    pub number: i32,
    pub days: i64,
    pub language: Language,
    /// The time that the files bear, as the person's clock shows it.
    pub made_at: NaiveDateTime,
}

impl Year {
    pub fn folder(&self) -> String {
        format!("tagesecho-{}", self.number)
    }

    pub fn write(self, pieces: Pieces) -> Result<()> {
        let mut zip = ZipWriter::new_stream(pieces);
        self.text(&mut zip, "LIESMICH.md", self.readme().as_bytes())?;
        // The download begins before any text is read.
        zip.flush().map_err(failed)?;
        let (mut days, mut lost) = (Vec::new(), Vec::new());
        for month in 1..=12 {
            let (opened, unreadable) = self.runtime.block_on(self.month(month))?;
            lost.extend(unreadable.iter().map(|date| format!("tage/{date}.md")));
            for day in opened {
                self.text(&mut zip, &format!("tage/{}.md", day.date), day.markdown(self.language).as_bytes())?;
                days.push(day);
            }
        }
        self.begin(&mut zip, "eintraege.json", CompressionMethod::Deflated)?;
        serde_json::to_writer_pretty(&mut zip, &days).map_err(|e| Error::broken("archive as JSON", e))?;
        let key = self.runtime.block_on(self.backend.db.data_key(self.owner))?;
        for (name, file) in days.iter().flat_map(Day::files) {
            if !self.file(&mut zip, &name, &key, file)? {
                lost.push(name);
            }
        }
        if !lost.is_empty() {
            let missing = format!("{}\n\n- {}\n", self.language.text(Key::ArchiveMissing), lost.join("\n- "));
            self.text(&mut zip, "FEHLT.md", missing.as_bytes())?;
        }
        let mut pieces = zip.finish().map_err(broken)?.into_inner();
        pieces.flush().map_err(failed)
    }

    fn readme(&self) -> String {
        let (year, days) = (self.number.to_string(), self.days.to_string());
        self.language.fill(Key::ArchiveReadme, &[("year", &year), ("n", &days)])
    }

    /// The days of a month, the first one first, and the dates of those of which something does not open.
    async fn month(&self, month: u32) -> Result<(Vec<Day>, Vec<NaiveDate>)> {
        let first = NaiveDate::from_ymd_opt(self.number, month, 1);
        let last = first.and_then(|first| first.checked_add_months(Months::new(1))?.pred_opt());
        let Some((first, last)) = first.zip(last) else { return Ok((Vec::new(), Vec::new())) };
        let rows = entries::store::list_between(&self.backend.db, self.owner, first, last).await?;
        let mut unreadable: Vec<_> = rows.iter().rev().map(entries::store::Row::date).collect();
        let stored = entries::store::open_all(&self.backend.db, rows)?;
        unreadable.retain(|date| stored.iter().all(|entry| entry.date != *date));
        let mut answers: HashMap<_, Vec<_>> = HashMap::new();
        for (entry, answer) in store::list_answers(&self.backend.db, self.owner, first, last).await? {
            match answer {
                Some(answer) => answers.entry(entry).or_default().push(reflection::as_shared(answer, self.language)),
                None => unreadable.extend(stored.iter().find(|stored| stored.id == entry).map(|stored| stored.date)),
            }
        }
        let days = stored.into_iter().rev().map(|entry| {
            let answers = answers.remove(&entry.id).unwrap_or_default();
            Day::of(entry, answers)
        });
        Ok((days.collect(), unreadable))
    }

    fn begin(&self, zip: &mut Zip, name: &str, method: CompressionMethod) -> Result<()> {
        let made_at = DateTime::try_from(self.made_at).unwrap_or_default();
        let options = SimpleFileOptions::default().compression_method(method).last_modified_time(made_at);
        zip.start_file(format!("{}/{name}", self.folder()), options).map_err(broken)
    }

    fn text(&self, zip: &mut Zip, name: &str, text: &[u8]) -> Result<()> {
        self.begin(zip, name, CompressionMethod::Deflated)?;
        zip.write_all(text).map_err(failed)
    }

    /// Whether the whole file is there. One that was changed ends before the chunk that does not open.
    fn file(&self, zip: &mut Zip, name: &str, key: &DataKey, file: File) -> Result<bool> {
        let Some(content) = or_missing(self.runtime.block_on(self.content(key, file)))? else { return Ok(false) };
        let mut content = pin!(content);
        // Pictures and recordings are compressed already.
        self.begin(zip, name, CompressionMethod::Stored)?;
        loop {
            match or_missing(self.runtime.block_on(content.try_next()))? {
                Some(Some(piece)) => zip.write_all(&piece).map_err(failed)?,
                Some(None) => return Ok(true),
                None => return Ok(false),
            }
        }
    }

    async fn content(&self, key: &DataKey, file: File) -> Result<impl Stream<Item = Result<Bytes>> + use<>> {
        let file = media::file(&self.backend, key, file).await?;
        file.read(&self.backend, 0..file.size).await
    }
}

/// `None` for a file that was removed or changed.
fn or_missing<T>(found: Result<T>) -> Result<Option<T>> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(Error::Refused(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

fn broken(error: ZipError) -> Error {
    Error::broken("archive", error)
}

fn failed(error: io::Error) -> Error {
    Error::broken("archive", error)
}
