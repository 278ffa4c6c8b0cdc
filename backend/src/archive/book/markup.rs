//! A month of a book as markup that is both HTML and XHTML.

use super::{Month, hyphens::hyphenated};
use crate::{Error, archive::format::Day, prose};
use chrono::{Datelike, Days, NaiveDate};
use domain::{Key, Language, assistant::SummaryMark, date, media::Image};
use html_escape::{encode_double_quoted_attribute as attribute, encode_text as escaped};
use std::{borrow::Cow, fmt::Write};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Medium {
    /// Our own page, with soft hyphens.
    Page,
    /// Readers of e-books hyphenate themselves. Addresses are no links there, because only well-formed ones may be.
    Epub,
}

/// Writing to a `String` cannot fail.
#[derive(Debug)]
pub struct Markup {
    html: String,
    medium: Medium,
    language: Language,
}

impl Markup {
    pub fn new(medium: Medium, language: Language) -> Self {
        Self { html: String::new(), medium, language }
    }

    /// A month that could not be read.
    pub fn failed(mut self, first: NaiveDate, error: &Error) -> String {
        self.begin_month(first);
        let text = self.language.error_text(&error.refusal());
        let _ = writeln!(self.html, "</header>\n<p class=\"book-missing\">{}</p>\n</section>", escaped(&text));
        self.html
    }

    fn begin_month(&mut self, first: NaiveDate) {
        let name = date::month_name(self.language, first.month());
        let _ = writeln!(
            self.html,
            "<section class=\"book-month\" id=\"month-{number}\" data-month=\"{number}\">\n\
             <header class=\"book-month-head\">\n<h2>{name}</h2>",
            number = first.month(),
        );
    }

    /// `source`: the address of a photo by its entry's day and its place. None: it is left out.
    pub fn month(mut self, month: &Month, source: impl Fn(&Image, NaiveDate, usize) -> Option<String>) -> String {
        self.begin_month(month.first);
        self.push_calendar(month);
        self.html.push_str("</header>\n");
        let mut unreadable = month.unreadable.iter().copied().peekable();
        for (entry, day) in &month.entries {
            while let Some(date) = unreadable.next_if(|date| *date < day.date) {
                self.push_unreadable(date);
            }
            let images = entry.stored.images.iter().enumerate();
            let photos: Vec<_> =
                images.filter_map(|(at, image)| Some((image, at, source(image, day.date, at)?))).collect();
            self.push_day(day, &photos, entry.stored.main_image_index);
        }
        unreadable.for_each(|date| self.push_unreadable(date));
        self.html.push_str("</section>\n");
        self.html
    }

    /// The days of the month in weeks, with the level of each. Weeks begin on Monday.
    fn push_calendar(&mut self, month: &Month) {
        let language = self.language;
        self.html.push_str("<table class=\"book-days\">\n<thead><tr>");
        for name in language.text(Key::StatsWeekdays).split(' ') {
            let _ = write!(self.html, "<th scope=\"col\">{name}</th>");
        }
        self.html.push_str("</tr></thead>\n<tbody>\n");
        let number = month.first.month();
        let mut monday = month.first - Days::new(u64::from(month.first.weekday().num_days_from_monday()));
        while monday.month() == number || monday < month.first {
            self.html.push_str("<tr>");
            for date in monday.iter_days().take(7) {
                if date.month() == number {
                    self.push_cell(month, date);
                } else {
                    self.html.push_str("<td></td>");
                }
            }
            self.html.push_str("</tr>\n");
            monday = monday + Days::new(7);
        }
        self.html.push_str("</tbody>\n</table>\n");
    }

    fn push_cell(&mut self, month: &Month, date: NaiveDate) {
        let number = date.day();
        let entry = month.entries.iter().find(|(_, day)| day.date == date).map(|(entry, _)| &entry.stored);
        if entry.is_none() && !month.unreadable.contains(&date) {
            let _ = write!(self.html, "<td>{number}</td>");
            return;
        }
        let mood = entry.map(|entry| &entry.content.mood);
        let level = mood.and_then(|mood| Some((mood.chosen_level()?, mood.band())));
        let mut label = date::in_label(self.language, date, date::day);
        if let Some((level, _)) = level {
            let level = self.language.fill(Key::StatsCellMood, &[("n", &level.to_string())]);
            let _ = write!(label, ", {level}");
        }
        let _ = write!(self.html, "<td><a href=\"#d{date}\" aria-label=\"{}\">{number}", attribute(&label));
        if let Some((level, band)) = level {
            let _ = write!(self.html, "<span class=\"book-level\" data-band=\"{band}\">{level}</span>");
        }
        self.html.push_str("</a></td>");
    }

    fn push_head(&mut self, date: NaiveDate) {
        // The day's number never parts from its month.
        let _ = writeln!(
            self.html,
            "<article class=\"book-day\" id=\"d{date}\">\n<h3><time lang=\"de\" {}datetime=\"{date}\">{}</time></h3>",
            if self.medium == Medium::Epub { "xml:lang=\"de\" " } else { "" },
            date::day(date).replace(". ", ".\u{a0}"),
        );
    }

    fn push_unreadable(&mut self, date: NaiveDate) {
        self.push_head(date);
        let text = self.language.text(Key::EntryUnreadableTitle);
        let _ = writeln!(self.html, "<p class=\"book-missing\">{text}</p>\n</article>");
    }

    fn push_day(&mut self, day: &Day, photos: &[(&Image, usize, String)], main: usize) {
        self.push_head(day.date);
        let mood = day.mood_line(self.language);
        let favorite = if day.is_favorite { "♥" } else { "" };
        let line: Vec<_> = [favorite, &mood].into_iter().filter(|part| !part.is_empty()).collect();
        if !line.is_empty() {
            let _ = writeln!(self.html, "<p class=\"book-mood\">{}</p>", escaped(&line.join(" · ")));
        }
        if !day.texts.text.trim().is_empty() {
            let text = self.words(&prose::html(&day.texts.text));
            let _ = writeln!(self.html, "<div class=\"prose\">{text}</div>");
        }
        self.push_photos(day.date, photos, main);
        self.push_part("book-moment", Key::EntryTopMoment, &day.texts.top_moment);
        for answer in &day.answers {
            let question = self.words(&escaped(&answer.question));
            let _ = writeln!(self.html, "<div class=\"book-part\">\n<h4 dir=\"auto\">{question}</h4>");
            self.push_plain(&answer.answer);
        }
        self.push_part("book-part", Key::EntryTranscript, &day.texts.audio_transcript);
        let by_program = SummaryMark::of(&day.texts.summary_source).map(|mark| match mark {
            SummaryMark::Ai => Key::CardAiSummary,
            SummaryMark::Automatic => Key::CardOwnSummary,
        });
        self.push_part("book-part", by_program.unwrap_or(Key::EntrySummary), &day.texts.summary);
        self.html.push_str("</article>\n");
    }

    /// The main photo first and large.
    fn push_photos(&mut self, day: NaiveDate, photos: &[(&Image, usize, String)], main: usize) {
        if photos.is_empty() {
            return;
        }
        self.html.push_str("<div class=\"book-photos\">\n");
        let (first, others): (Vec<_>, Vec<_>) = photos.iter().partition(|(_, at, _)| *at == main);
        for (at, (image, number, source)) in first.into_iter().chain(others).enumerate() {
            let alt = image.alt_text(self.language, number + 1, day);
            let shape = match (at, image.height > image.width) {
                (0, true) => "main-tall",
                (0, false) => "main",
                (_, true) => "tall",
                (_, false) => "wide",
            };
            let lazy = if self.medium == Medium::Page { " loading=\"lazy\" decoding=\"async\"" } else { "" };
            let _ = writeln!(
                self.html,
                "<img class=\"book-photo\" data-shape=\"{shape}\" src=\"{}\" alt=\"{}\" width=\"{}\" height=\"{}\"{lazy}/>",
                attribute(source),
                attribute(&alt),
                image.width.max(1),
                image.height.max(1),
            );
        }
        self.html.push_str("</div>\n");
    }

    fn push_part(&mut self, class: &str, heading: Key, words: &str) {
        if !words.trim().is_empty() {
            let _ = writeln!(self.html, "<div class=\"{class}\">\n<h4>{}</h4>", escaped(self.language.text(heading)));
            self.push_plain(words);
        }
    }

    /// Words as they were typed, in which signs mean nothing, and the end of their part.
    fn push_plain(&mut self, words: &str) {
        let words = self.words(&escaped(words.trim_end()));
        let _ = writeln!(self.html, "<p class=\"book-plain\" dir=\"auto\">{words}</p>\n</div>");
    }

    /// Text as the medium needs it. `html` may hold the tags of [`prose::html`].
    fn words(&self, html: &str) -> String {
        match self.medium {
            Medium::Page => hyphenated(html, self.language),
            Medium::Epub => without_links(html).replace("<br>", "<br/>").replace("<hr>", "<hr/>"),
        }
    }
}

fn without_links(html: &str) -> Cow<'_, str> {
    if !html.contains("<a ") {
        return Cow::Borrowed(html);
    }
    let mut parts = html.split("<a ");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push_str(part.split_once('>').map_or("", |(_, text)| text));
    }
    Cow::Owned(out.replace("</a>", ""))
}

#[cfg(test)]
mod tests {
    use super::{Markup, Medium, without_links};
    use crate::archive::{book::epub::package::xhtml, format::Day};
    use chrono::NaiveDate;
    use domain::{Language, media::Image};
    use proptest::{collection::vec, prelude::*};
    use roxmltree::{Document, ParsingOptions};
    use serde_json::json;

    fn day(words: &str, mood: &str) -> Day {
        let json = json!({
            "date": "2026-11-20", "text": words, "summary": words, "summarySource": words, "topMoment": words,
            "audioTranscript": words, "emojis": mood, "mood": {"level": 8, "feeling": "happy", "customEmoji": mood},
            "visibility": "private", "isFavorite": true, "isBackfilled": false, "isHiddenMemory": false,
            "createdAt": "2026-11-20T20:00:00Z", "updatedAt": "2026-11-20T20:00:00Z", "photos": [], "digest": "",
            "answers": [{"questionId": "song", "question": words, "answer": words}],
        });
        serde_json::from_value(json).unwrap()
    }

    fn written(medium: Medium, words: &str) -> String {
        let id = "0197e9a0-0000-7000-8000-000000000000".parse().unwrap();
        let image = Image { id, width: 4, height: 3, placeholder: String::new(), alt: words.into() };
        let mut markup = Markup::new(medium, Language::De);
        markup.push_day(&day(words, words), &[(&image, 0, "photos/1.jpg".into())], 0);
        markup.html
    }

    #[test]
    fn addresses_are_links_on_the_page_only() {
        let words = "Siehe https://example.org/a?b=1&c=2 und *dort*";
        let page = written(Medium::Page, words);
        assert!(page.contains("<a href=\"https://example.org/a?b=1&amp;c=2\" rel=\"nofollow noopener\">"), "{page}");
        assert!(!written(Medium::Epub, words).contains("<a "));
        let html = "<p><a href=\"x\" rel=\"y\">x</a> &gt; <em>z</em><a href=\"x\">x</a></p>";
        assert_eq!(without_links(html), "<p>x &gt; <em>z</em>x</p>");
    }

    #[test]
    fn a_month_that_could_not_be_read_is_named() {
        let first = NaiveDate::from_ymd_opt(2026, 11, 1).unwrap();
        let month = Markup::new(Medium::Page, Language::De).failed(first, &crate::Error::broken("test", "gone"));
        assert!(month.contains("id=\"month-11\"") && month.contains("<h2>November</h2>"), "{month}");
        assert!(month.contains("class=\"book-missing\"") && !month.contains("gone"), "{month}");
    }

    #[test]
    fn a_summary_by_a_program_says_so() {
        let page = written(Medium::Page, "Beispiel-KI");
        assert!(page.contains("<h4>KI-Zusammenfassung</h4>"), "{page}");
    }

    /// Signs that break markup, between any characters.
    fn nasty() -> impl Strategy<Value = String> {
        let parts = [
            "<",
            ">",
            "&",
            "\"",
            "'",
            "]]>",
            "<!--",
            "--",
            "<![CDATA[",
            "<?xml",
            "&#1;",
            "&nbsp;",
            "https://a.b/<c>&d",
            "*",
            "**",
            "\n",
            "\n\n",
            "\n- ",
            "\n> ",
            "\n1. ",
            "\u{0}",
            "\u{8}",
            "\u{b}",
            "\u{fffe}",
            "\u{ffff}",
            "\u{202e}",
            "🦔",
        ];
        let part = prop_oneof![
            prop::sample::select(parts.to_vec()).prop_map(str::to_owned),
            any::<char>().prop_map(String::from)
        ];
        vec(part, 0..60).prop_map(|parts| parts.concat())
    }

    proptest! {
        #[test]
        fn every_text_makes_a_well_formed_page(words in nasty()) {
            let page = xhtml(Language::De, &words, &written(Medium::Epub, &words));
            let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
            let document = Document::parse_with_options(&page, options);
            prop_assert!(document.is_ok(), "{:?}: {}", document.err(), page);
            let ids = document.iter().flat_map(Document::descendants).filter_map(|node| node.attribute("id"));
            prop_assert_eq!(ids.collect::<Vec<_>>(), [format!("d{}", NaiveDate::from_ymd_opt(2026, 11, 20).unwrap())]);
        }
    }
}
