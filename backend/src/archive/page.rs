//! `index.html` of an archive: the diary as a page to read, without a network, a script or another file than the photos and recordings.

use super::{
    format::{Day, Photo, Recording},
    store::Extent,
};
use crate::prose;
use chrono::{Datelike, NaiveDate};
use domain::{Key, Language, date, media::Image};
use html_escape::{encode_double_quoted_attribute as attribute, encode_text as escaped};
use std::fmt::Write;

const STYLE: &str = include_str!("page.css");

/// The page loads nothing from elsewhere, whatever stands in a text.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' file:; media-src 'self' file:; \
                      base-uri 'none'; form-action 'none'";

/// The part of the page that was not written yet. Writing to a `String` cannot fail.
#[derive(Debug)]
pub struct Page {
    html: String,
    language: Language,
    /// The month that was begun last.
    month: Option<(i32, u32)>,
}

impl Page {
    pub fn new(language: Language) -> Self {
        Self { html: String::new(), language, month: None }
    }

    /// What was added since the last call.
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.html)
    }

    /// Everything above the days. `dates`: the days that follow.
    pub fn begin(&mut self, title: &str, dates: &[NaiveDate], extent: Extent, today: NaiveDate) {
        let language = self.language;
        let (days, photos) = (extent.days.to_string(), extent.photos.to_string());
        let counts = language.fill(Key::ArchiveCounts, &[("n", &days), ("photos", &photos)]);
        let exported = language.fill(Key::ArchiveExported, &[("date", &date::short(today))]);
        let _ = writeln!(
            self.html,
            "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n\
             <body>\n<header>\n<h1>{title}</h1>\n<p>{counts}</p>\n<p class=\"soft\">{exported}</p>\n</header>",
            language.as_str(),
            title = escaped(title),
        );
        self.push_months(dates);
        self.html.push_str("<main>\n");
    }

    /// Links to the months, by year.
    fn push_months(&mut self, dates: &[NaiveDate]) {
        let mut months: Vec<_> = dates.iter().map(|date| (date.year(), date.month())).collect();
        months.dedup();
        if months.len() < 2 {
            return;
        }
        let _ = writeln!(self.html, "<nav aria-label=\"{}\">", attribute(self.language.text(Key::ArchiveMonths)));
        for of_year in months.chunk_by(|one, other| one.0 == other.0) {
            let year = of_year[0].0;
            let _ = write!(self.html, "<p><strong>{year}</strong>");
            for (_, month) in of_year {
                let name = date::month_name(self.language, *month);
                let _ = write!(self.html, " <a href=\"#m{year}-{month:02}\">{name}</a>");
            }
            self.html.push_str("</p>\n");
        }
        self.html.push_str("</nav>\n");
    }

    /// `images`: the sizes of the day's photos, in their order.
    pub fn push_day(&mut self, day: &Day, images: &[Image]) {
        let month = (day.date.year(), day.date.month());
        if self.month != Some(month) {
            self.html.push_str(if self.month.is_some() { "</section>\n" } else { "" });
            let name = date::month_name(self.language, month.1);
            let _ = writeln!(
                self.html,
                "<section id=\"m{year}-{number:02}\">\n<h2>{name} {year}</h2>",
                year = month.0,
                number = month.1,
            );
            self.month = Some(month);
        }
        let _ = writeln!(
            self.html,
            "<article id=\"d{date}\">\n<h3><time datetime=\"{date}\">{}</time></h3>",
            date::day(day.date),
            date = day.date,
        );
        self.push_mood(day);
        if !day.texts.text.trim().is_empty() {
            let _ = writeln!(self.html, "<div class=\"prose\">{}</div>", prose::html(&day.texts.text));
        }
        self.push_photos(&day.photos, images);
        if let Some(Recording { file, sha256: Some(_), .. }) = &day.recording {
            let label = attribute(self.language.text(Key::EntryRecording));
            let _ = writeln!(
                self.html,
                "<audio controls preload=\"none\" src=\"{}\" aria-label=\"{label}\"></audio>",
                attribute(file)
            );
        }
        self.push_part(Key::EntryTranscript, &day.texts.audio_transcript);
        self.push_part(Key::EntryTopMoment, &day.texts.top_moment);
        for answer in &day.answers {
            let _ = write!(self.html, "<h4 dir=\"auto\">{}</h4>\n{}", escaped(&answer.question), plain(&answer.answer));
        }
        self.push_part(Key::EntrySummary, &day.texts.summary);
        self.html.push_str("</article>\n");
    }

    fn push_mood(&mut self, day: &Day) {
        let mut line = day.mood_line(self.language);
        if day.is_favorite {
            let favorite = format!("♥ {}", self.language.text(Key::CardFavorite));
            line = if line.is_empty() { favorite } else { format!("{favorite} · {line}") };
        }
        if !line.is_empty() {
            let _ = writeln!(self.html, "<p class=\"mood\">{}</p>", escaped(&line));
        }
    }

    fn push_photos(&mut self, photos: &[Photo], images: &[Image]) {
        let there: Vec<_> = photos.iter().zip(images).filter(|(photo, _)| photo.sha256.is_some()).collect();
        if there.is_empty() {
            return;
        }
        let _ = writeln!(self.html, "<div class=\"photos\" data-count=\"{}\">", there.len().min(3));
        for (photo, Image { width, height, .. }) in there {
            let (file, alt) = (attribute(&photo.file), attribute(&photo.alt));
            let _ = writeln!(
                self.html,
                "<a href=\"{file}\"><img src=\"{file}\" alt=\"{alt}\" width=\"{width}\" height=\"{height}\" \
                 loading=\"lazy\" decoding=\"async\"></a>",
            );
        }
        self.html.push_str("</div>\n");
    }

    fn push_part(&mut self, heading: Key, words: &str) {
        if !words.trim().is_empty() {
            let _ = write!(self.html, "<h4>{}</h4>\n{}", escaped(self.language.text(heading)), plain(words));
        }
    }

    pub fn finish(&mut self) {
        self.html.push_str(if self.month.is_some() { "</section>\n" } else { "" });
        self.html.push_str("</main>\n</body>\n</html>\n");
    }
}

/// Words as they were typed, in which signs mean nothing.
fn plain(words: &str) -> String {
    format!("<p class=\"plain\" dir=\"auto\">{}</p>\n", escaped(words.trim_end()))
}
