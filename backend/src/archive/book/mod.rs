//! A year as a book: a page for paper and an e-book, with the same months.

mod epub;
mod hyphens;
mod markup;

pub use epub::export;

use super::{
    bounds,
    files::Files,
    format::Day,
    store::{self, Entry, Next},
};
use crate::{
    Backend, Error, Result, Viewer,
    heavy::{self, Kind},
    throttle::Action,
};
use bytes::Bytes;
use chrono::{Datelike, Months, NaiveDate};
use domain::{
    Key, Language, Refusal, UserId,
    media::{Image, Rendition},
    stats::first_of_month,
};
use futures::{Stream, stream};
use markup::{Markup, Medium};
use std::convert::Infallible;

/// The viewer's own entries of a year. Their texts are read month by month.
#[derive(Clone, Debug)]
pub struct Book {
    backend: Backend,
    owner: UserId,
    language: Language,
    pub year: i32,
    /// The name on the cover.
    pub author: String,
    pub months: Vec<MonthOfBook>,
    pub days: i64,
    pub photos: i64,
    /// The photo on the cover, and its day.
    pub cover: Option<(Image, NaiveDate)>,
}

/// A month with entries, for the table of contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MonthOfBook {
    pub first: NaiveDate,
    pub days: usize,
}

/// The viewer's book for the page. A year without entries: `not_found`.
pub async fn open(backend: &Backend, viewer: &Viewer, language: Language, year: i32) -> Result<Book> {
    // Each opens every word of a year.
    backend.throttle.take(Action::Book, &viewer.account()?.user.id.to_string()).await?;
    Box::pin(read(backend, viewer, language, year)).await
}

async fn read(backend: &Backend, viewer: &Viewer, language: Language, year: i32) -> Result<Book> {
    let account = viewer.account()?;
    let owner = account.user.id;
    let (first, last) = bounds(Some(year))?;
    let (extent, dates, cover) = tokio::try_join!(
        store::extent(&backend.db, owner, first, last),
        store::list_dates(&backend.db, owner, first, last),
        store::find_cover(&backend.db, owner, first, last),
    )?;
    if dates.is_empty() {
        return Err(Refusal::NotFound.into());
    }
    let months = dates.chunk_by(|one, next| one.month() == next.month());
    let months = months.map(|days| MonthOfBook { first: first_of_month(days[0]), days: days.len() });
    let cover = cover.and_then(|entry| {
        let image = entry.images.get(entry.main_image_index).or_else(|| entry.images.first())?;
        Some((image.clone(), entry.date))
    });
    Ok(Book {
        backend: backend.clone(),
        owner,
        language,
        year,
        author: format!("{} {}", account.user.first_name, account.user.last_name).trim().to_owned(),
        months: months.collect(),
        days: extent.days,
        photos: extent.photos,
        cover,
    })
}

/// The entries of a month in memory.
struct Month {
    first: NaiveDate,
    entries: Vec<(Entry, Day)>,
    /// The days whose entries do not open.
    unreadable: Vec<NaiveDate>,
}

impl Book {
    /// 'Mein Jahr 2026'.
    pub fn title(&self) -> String {
        self.language.fill(Key::ArchiveTitleYear, &[("year", &self.year.to_string())])
    }

    /// '365 Tage, 60 Fotos'.
    pub fn counts(&self) -> String {
        let (days, photos) = (self.days.to_string(), self.photos.to_string());
        self.language.fill(Key::ArchiveCounts, &[("n", &days), ("photos", &photos)])
    }

    /// The months as HTML for the page, each when the reader has taken the one before. A failure is logged and said in its place.
    pub fn pages(self) -> impl Stream<Item = std::result::Result<Bytes, Infallible>> + Send + use<> {
        let months = self.months.clone().into_iter();
        stream::unfold((self, months), async |(book, mut months)| {
            let first = months.next()?.first;
            let html = book.page(first).await.unwrap_or_else(|error| {
                tracing::error!(%error, "a month of a book was not written");
                Markup::new(Medium::Page, book.language).failed(first, &error)
            });
            Some((Ok(Bytes::from(html)), (book, months)))
        })
    }

    async fn page(&self, first: NaiveDate) -> Result<String> {
        let (month, language) = (self.month(first).await?, self.language);
        // Splitting a long month into syllables takes a while.
        let work = heavy::spawn(Kind::Files, move || {
            Markup::new(Medium::Page, language).month(&month, |image, _, _| Some(image.url(Rendition::Optimized)))
        });
        work.await.map_err(|e| Error::broken("book", e))
    }

    async fn month(&self, first: NaiveDate) -> Result<Month> {
        let last = first.checked_add_months(Months::new(1)).and_then(|next| next.pred_opt()).unwrap_or(first);
        // A part holds a whole month.
        let part = store::part(&self.backend.db, self.owner, Next::Days(first, last)).await?;
        let (entries, unreadable) = part.map(|part| (part.entries, part.unreadable)).unwrap_or_default();
        let entries = entries.into_iter().map(|entry| {
            let day = Day::of(&entry, &Files::default(), Vec::new(), self.language)?;
            Ok((entry, day))
        });
        Ok(Month { first, entries: entries.collect::<Result<_>>()?, unreadable })
    }
}
