//! The entries of a year, a line each, by month.

use crate::{
    components::{
        Icon,
        icon::{self, Symbol, SymbolIcon, Symbols},
    },
    reading::{anchor, feeling_name},
    request::t,
};
use chrono::{Datelike, NaiveDate};
use domain::{
    Key, Language, Mood, date,
    stats::{DayMark, first_of_month},
};
use leptos::prelude::*;

/// The newest month first. On a phone the others are folded (`style/year.css`); `#month-3` leads to March and opens it.
#[component]
pub fn YearList(days: Vec<DayMark>, language: Language) -> impl IntoView {
    let months = days.chunk_by(|one, next| one.date.month() == next.date.month()).enumerate().map(|(at, days)| {
        let first = days.first().map_or(NaiveDate::MIN, |day| first_of_month(day.date));
        let count = language.fill(Key::StatsNEntries, &[("n", &days.len().to_string())]);
        let lines = days.iter().map(|day| view! { <Line day language /> });
        view! {
            <details class="year-month" open=at == 0>
                <summary class="fold">
                    <h3 class="year-month-head">
                        {date::month_name(language, first.month())} " " <span class="year-month-count">{count}</span>
                    </h3>
                    <Icon of=icon::CHEVRON_DOWN />
                </summary>
                <ol class="year-days" id=format!("month-{}", first.month())>
                    {lines.collect_view()}
                </ol>
            </details>
        }
    });
    view! {
        <section aria-labelledby="months-title">
            <h2 id="months-title">{t(Key::StatsMonthsTitle)}</h2>
            <Symbols />
            {months.collect_view()}
        </section>
    }
}

/// A mood without a level: its feeling and own emoji, without words in sight.
fn face(mood: &Mood, language: Language) -> impl IntoView + use<> {
    let feeling = mood.feeling.map(|feeling| {
        view! {
            <span aria-hidden="true">{feeling.emoji()}</span>
            <span class="visually-hidden">{feeling_name(feeling, language)}</span>
        }
    });
    view! { <span class="month-feeling">{feeling} {mood.custom_emoji.clone()}</span> }
}

#[component]
fn Line<'a>(day: &'a DayMark, language: Language) -> impl IntoView + use<> {
    let mood = day.mood.as_ref().map(|mood| {
        let Some(level) = mood.chosen_level() else { return face(mood, language).into_any() };
        let label = language.fill(Key::StatsCellMood, &[("n", &level.to_string())]);
        view! {
            <span class="month-mood" data-band=mood.band().to_string()>
                <span aria-hidden="true">{level}</span>
                <span class="visually-hidden">{label}</span>
            </span>
        }
        .into_any()
    });
    let sign = |symbol, label: Key| {
        view! {
            <span class="year-day-sign">
                <SymbolIcon of=symbol />
                <span class="visually-hidden">{t(label)}</span>
            </span>
        }
    };
    let words = if day.preview.is_empty() { t(Key::CardNoText).to_owned() } else { day.preview.clone() };
    view! {
        <li class="year-day" id=anchor(day.id)>
            <a class="year-day-link" href=format!("/entry/{}", day.id)>
                <time class="year-day-date" lang="de" datetime=day.date.to_string()>
                    {date::brief(day.date)}
                </time>
                <span class="year-day-words" dir="auto">
                    {words}
                </span>
            </a>
            <span class="year-day-signs">
                {day.is_favorite.then(|| sign(Symbol::Heart, Key::CardFavorite))}
                {(day.photos > 0).then(|| sign(Symbol::Image, Key::StatsCellPhoto))}
                {day.has_sound.then(|| sign(Symbol::Mic, Key::CardRecordingOne))}
                {mood}
            </span>
        </li>
    }
}
