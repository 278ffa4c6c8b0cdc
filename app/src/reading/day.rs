//! Parts of a day that the entry's page and its secret link show alike.

use super::photo::{Loading, Look, Photo, Source, photo};
use crate::{
    components::{Icon, icon},
    markup::shown,
};
use chrono::{Datelike, NaiveDate};
use domain::{
    Entry, Feeling, Key, Language, Mood, date,
    media::{Image, Rendition},
};
use leptos::prelude::*;
use maud::{Markup, html};

/// Day and month large, the year smaller behind them; the day's number never parts from its month.
#[component]
pub fn DateHeadline(date: NaiveDate) -> impl IntoView {
    shown(date_headline(date))
}

/// [`DateHeadline`] as markup.
pub fn date_headline(date: NaiveDate) -> Markup {
    html! {
        time class="day" lang="de" datetime=(date) data-transition="date" {
            span class="day-date" { (date::day(date).replace(". ", ".\u{a0}")) }
            " "
            span class="day-year" { (date.year()) }
        }
    }
}

/// A sentence with a `{date}`, whose German names (spec 9) are marked as German.
#[component]
pub fn Dated(text: &'static str, date: NaiveDate) -> impl IntoView {
    let (before, after) = text.split_once("{date}").unwrap_or((text, ""));
    view! {
        {before}
        <time lang="de" datetime=date.to_string()>
            {date::long(date)}
        </time>
        {after}
    }
}

#[component]
pub fn TopMoment(text: String, language: Language) -> impl IntoView {
    shown(html! {
        section class="moment" {
            h2 class="entry-label" { (language.text(Key::EntryTopMoment)) }
            p dir="auto" { (text) }
        }
    })
}

/// The feeling's name.
pub fn feeling_name(feeling: Feeling, language: Language) -> &'static str {
    language.text(match feeling {
        Feeling::Happy => Key::EditorMoodFeelingsHappy,
        Feeling::Love => Key::EditorMoodFeelingsLove,
        Feeling::Cool => Key::EditorMoodFeelingsCool,
        Feeling::Grateful => Key::EditorMoodFeelingsGrateful,
        Feeling::Tired => Key::EditorMoodFeelingsTired,
        Feeling::Stressed => Key::EditorMoodFeelingsStressed,
        Feeling::Sad => Key::EditorMoodFeelingsSad,
        Feeling::Angry => Key::EditorMoodFeelingsAngry,
        Feeling::Thoughtful => Key::EditorMoodFeelingsThoughtful,
        Feeling::Relaxed => Key::EditorMoodFeelingsRelaxed,
        Feeling::Excited => Key::EditorMoodFeelingsExcited,
        Feeling::Overwhelmed => Key::EditorMoodFeelingsOverwhelmed,
    })
}

/// Face and number of the level, never colour alone, then the feeling and the emoji. Unchosen parts are left out.
#[component]
pub fn MoodMark(mood: Mood, language: Language) -> impl IntoView {
    shown(mood_mark(&mood, language))
}

/// [`MoodMark`] as markup.
pub fn mood_mark(mood: &Mood, language: Language) -> Markup {
    let level = mood.chosen_level();
    html! {
        p class="mood-mark" data-band=[level.map(|_| mood.band())] {
            @if let Some(level) = level {
                (icon::mood(mood.band()).drawn())
                (language.fill(Key::EntryMoodValue, &[("n", &level.to_string())]))
            }
            (mood_face(mood, language))
        }
    }
}

/// The feeling with its name, and the own emoji.
pub fn mood_face(mood: &Mood, language: Language) -> Markup {
    html! {
        @if let Some(feeling) = mood.feeling {
            span class="mood-feeling" {
                span class="emojis" aria-hidden="true" { (feeling.emoji()) }
                (feeling_name(feeling, language))
            }
        }
        @if let Some(emoji) = &mood.custom_emoji {
            span class="emojis" { (emoji) }
        }
    }
}

/// The day's picture in the width of the column. It links to the original, or opens the lightbox. `is_beside`: it is
/// beside the main one.
#[component]
pub fn MainPhoto(image: Image, alt: String, source: Source, #[prop(optional)] is_beside: bool) -> impl IntoView {
    let look = Look {
        class: "photo-wide",
        sizes: Some("(min-width: 44rem) 42rem, 100vw"),
        loading: if is_beside { Loading::Eager } else { Loading::First },
        transition: (!is_beside).then_some("photo"),
    };
    shown(html! {
        a class="entry-photo" href=(source.url(&image, Rendition::Original)) data-photo=(image.alt) {
            (photo(&image, &source, &alt, look))
        }
    })
}

/// All pictures in small, the main one with a star. Each links to the original, or opens the lightbox. Only eager
/// ones are loaded when the page is printed.
#[component]
pub fn Gallery(
    images: Vec<Image>,
    main: Option<usize>,
    source: Source,
    day: NaiveDate,
    language: Language,
    #[prop(optional)] loading: Loading,
) -> impl IntoView {
    let items = images.into_iter().enumerate().map(|(at, image)| {
        let href = source.url(&image, Rendition::Original);
        let described = image.alt.clone();
        view! {
            <li>
                <a href=href data-photo=described>
                    <Photo
                        alt=image.alt_text(language, at + 1, day)
                        source=source.clone()
                        image
                        class="photo-crop"
                        sizes="(min-width: 42rem) 14rem, 45vw"
                        loading
                    />
                </a>
                {(main == Some(at))
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

/// For its owner: where the entry came from, or that it was written on a later day.
pub fn origin(entry: &Entry, language: Language) -> Option<String> {
    match entry.origin {
        Some(origin) => Some(language.fill(Key::EntryOrigin, &[("name", origin.name())])),
        None => entry.is_backfilled.then(|| language.text(Key::EntryBackfilled).to_owned()),
    }
}
