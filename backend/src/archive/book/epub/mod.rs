//! A year as an EPUB 3. It is written month by month while it is sent.

pub mod package;
mod window;

use super::{
    Book, Month,
    markup::{Markup, Medium},
};
use crate::{
    Backend, Error, Result, Viewer,
    archive::{
        Archive, Turn,
        bag::failed,
        download::{self, Pieces},
        files::content,
        record,
    },
    providers::media::File,
    sealing::DataKey,
};
use bytes::Bytes;
use chrono::{DateTime, Datelike, NaiveDateTime, Utc};
use domain::{ImageId, Language, date, media::Rendition};
use futures::Stream;
use package::Photo;
use std::{
    collections::HashSet,
    io::{self, Write},
};
use tokio::runtime::Handle;
use window::Window;
use zip::{CompressionMethod, ZipWriter, result::ZipError, write::SimpleFileOptions};

/// The viewer's year as an e-book, on every plan. A year without entries: `not_found`.
pub async fn export(
    backend: &Backend,
    viewer: &Viewer,
    language: Language,
    year: i32,
) -> Result<Archive<impl Stream<Item = io::Result<Bytes>> + Send + use<>>> {
    let account = viewer.account()?;
    let turn = Turn::take(backend, account.user.id).await?;
    let book = Box::pin(super::read(backend, viewer, language, year)).await?;
    record(backend, account.user.id, Some(year)).await?;
    let now = backend.clock.now();
    let local = now.with_timezone(&account.zone).naive_local();
    let name = format!("tagesecho-{year}.epub");
    let runtime = Handle::current();
    let content =
        download::stream(turn, download::LIMITS, move |pieces| Writer::new(book, runtime, pieces, local).write(now));
    Ok(Archive { name, content })
}

struct Writer {
    book: Book,
    runtime: Handle,
    zip: ZipWriter<Window>,
    options: SimpleFileOptions,
    photos: Vec<Photo>,
}

impl Writer {
    /// `local`: the time that the files bear, as the person's clock shows it.
    fn new(book: Book, runtime: Handle, pieces: Pieces, local: NaiveDateTime) -> Self {
        let mut zip = ZipWriter::new(Window::new(pieces));
        zip.set_flush_on_finish_file(true);
        let local = zip::DateTime::try_from(local).unwrap_or_default();
        let options = SimpleFileOptions::default().last_modified_time(local);
        Self { book, runtime, zip, options, photos: Vec::new() }
    }

    fn write(mut self, now: DateTime<Utc>) -> Result<()> {
        // First and stored, so that the file's kind is at a fixed place.
        self.file("mimetype", CompressionMethod::Stored, b"application/epub+zip")?;
        self.text("META-INF/container.xml", package::CONTAINER)?;
        self.text("EPUB/style.css", package::STYLE)?;
        let key = self.runtime.block_on(self.book.backend.db.data_key(self.book.owner));
        // The key of all photos, and of all entries.
        let key = self.book.backend.db.keyring().or_skip(key)?;
        self.write_cover(key.as_ref())?;
        self.text("EPUB/nav.xhtml", &package::contents(&self.book))?;
        for at in 0..self.book.months.len() {
            let month = self.runtime.block_on(self.book.month(self.book.months[at].first))?;
            self.write_month(&month, key.as_ref())?;
        }
        self.text("EPUB/package.opf", &package::package(&self.book, &self.photos, now))?;
        self.zip.finish().map_err(broken)?.finish().map_err(failed)
    }

    fn write_cover(&mut self, key: Option<&DataKey>) -> Result<()> {
        let cover = self.book.cover.clone();
        let photo = match cover {
            Some((image, day)) if self.photo("cover", image.id, key)? => {
                Some(("photos/cover.jpg".to_owned(), image.alt_text(self.book.language, 1, day)))
            }
            _ => None,
        };
        self.text("EPUB/cover.xhtml", &package::cover(&self.book, photo.as_ref()))
    }

    fn write_month(&mut self, month: &Month, key: Option<&DataKey>) -> Result<()> {
        let mut there = HashSet::new();
        for (entry, day) in &month.entries {
            for (at, image) in entry.stored.images.iter().enumerate() {
                if self.photo(&format!("p{}-{}", day.date, at + 1), image.id, key)? {
                    there.insert(image.id);
                }
            }
        }
        let content = Markup::new(Medium::Epub, self.book.language)
            .month(month, |image, day, at| there.contains(&image.id).then(|| format!("photos/p{day}-{}.jpg", at + 1)));
        let number = month.first.month();
        let title = format!("{} {}", date::month_name(self.book.language, number), self.book.year);
        let page = package::xhtml(self.book.language, &title, &content);
        self.text(&format!("EPUB/month-{number:02}.xhtml"), &page)
    }

    /// Whether the photo could be read. A book has whole photos only.
    fn photo(&mut self, id: &str, image: ImageId, key: Option<&DataKey>) -> Result<bool> {
        let Some(key) = key else { return Ok(false) };
        let file = File::Picture(image, Rendition::Optimized);
        let Some(parts) = self.runtime.block_on(content(&self.book.backend, key, file))? else { return Ok(false) };
        let href = format!("photos/{id}.jpg");
        self.file(&format!("EPUB/{href}"), CompressionMethod::Stored, &parts.concat())?;
        self.photos.push(Photo { is_cover: id == "cover", id: id.to_owned(), href });
        Ok(true)
    }

    fn text(&mut self, name: &str, text: &str) -> Result<()> {
        self.file(name, CompressionMethod::Deflated, text.as_bytes())
    }

    fn file(&mut self, name: &str, method: CompressionMethod, bytes: &[u8]) -> Result<()> {
        self.zip.start_file(name, self.options.compression_method(method)).map_err(broken)?;
        self.zip.write_all(bytes).map_err(failed)
    }
}

fn broken(error: ZipError) -> Error {
    Error::broken("e-book", error)
}
