//! Parts of a day that the entry's page and its secret link show alike.

use super::photo::{Photo, Source};
use crate::components::{Icon, icon};
use chrono::{Datelike, NaiveDate};
use domain::{
    Key, Language, Mood, date,
    media::{Image, Rendition},
};
use leptos::prelude::*;

/// Day and month large, the year smaller behind them; the day's number never parts from its month.
#[component]
pub fn DateHeadline(date: NaiveDate) -> impl IntoView {
    view! {
        <time class="day" lang="de" datetime=date.to_string() data-transition="date">
            <span class="day-date">{date::day(date).replace(". ", ".\u{a0}")}</span>
            " "
            <span class="day-year">{date.year()}</span>
        </time>
    }
}

#[component]
pub fn TopMoment(text: String, language: Language) -> impl IntoView {
    view! {
        <section class="moment">
            <h2 class="entry-label">{language.text(Key::EntryTopMoment)}</h2>
            <p dir="auto">{text}</p>
        </section>
    }
}

/// The face of the level's band with its number: never by colour alone.
#[component]
pub fn MoodMark(mood: Mood, language: Language) -> impl IntoView {
    view! {
        <p class="mood-mark" data-band=mood.band().to_string()>
            <Icon of=icon::mood(mood.band()) />
            {language.fill(Key::EntryMoodValue, &[("n", &mood.level.to_string())])}
        </p>
    }
}

/// What a picture is called for those who do not see it.
pub fn alt(language: Language, number: usize, day: NaiveDate) -> String {
    language.fill(Key::EntryImage, &[("n", &number.to_string()), ("date", &date::long(day))])
}

/// The day's picture in the width of the column; it leads to all its pixels.
#[component]
pub fn MainPhoto(image: Image, alt: String, source: Source) -> impl IntoView {
    let href = source.url(&image, Rendition::Original);
    view! {
        <a class="entry-photo" href=href>
            <Photo
                image
                source
                alt
                class="photo-wide"
                sizes="(min-width: 44rem) 42rem, 100vw"
                transition="photo"
                eager=true
            />
        </a>
    }
}

/// All pictures small, the main one with a star; each leads to the picture itself.
#[component]
pub fn Gallery(images: Vec<Image>, main: usize, source: Source, day: NaiveDate, language: Language) -> impl IntoView {
    let items = images.into_iter().enumerate().map(|(at, image)| {
        let href = source.url(&image, Rendition::Original);
        view! {
            <li>
                <a href=href>
                    <Photo
                        alt=alt(language, at + 1, day)
                        source=source.clone()
                        image
                        class="photo-crop"
                        sizes="(min-width: 42rem) 14rem, 45vw"
                    />
                </a>
                {(at == main)
                    .then(|| {
                        view! {
                            <span class="gallery-main">
                                <Icon of=icon::STAR />
                                <span class="visually-hidden">{language.text(Key::EntryMainImage)}</span>
                            </span>
                        }
                    })}
            </li>
        }
    });
    view! { <ul class="gallery">{items.collect_view()}</ul> }
}
