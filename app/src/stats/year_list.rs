//! The entries of a year, a line each, by month.

use crate::{
    components::{
        Icon,
        icon::{self, Symbol, SymbolIcon, Symbols},
    },
    reading::{MarkedProse, anchor, feeling_name},
    request::t,
};
use chrono::{Datelike, NaiveDate};
use domain::{
    Key, Language, Mood, date,
    stats::{DayMark, first_of_month},
};
use leptos::prelude::*;

/// The months of the year, newest first and open, the others folded. `#month-3` opens March. Print shows all, with whole
/// texts (`style/year-print.css`).
#[component]
pub fn YearList(
    year: i32,
    days: Vec<DayMark>,
    /// On the screen, too. Otherwise each day has a line with its first words there.
    is_whole: bool,
    language: Language,
) -> impl IntoView {
    let (href, other) = if is_whole {
        (format!("/yearly?year={year}"), Key::StatsTextsShort)
    } else {
        (format!("/yearly?year={year}&texts=whole"), Key::StatsTextsWhole)
    };
    let months = days.chunk_by(|one, next| one.date.month() == next.date.month()).enumerate().map(|(at, days)| {
        let first = days.first().map_or(NaiveDate::MIN, |day| first_of_month(day.date));
        let count = language.fill(Key::StatsNEntries, &[("n", &days.len().to_string())]);
        let lines = days.iter().map(|day| view! { <Line day language /> });
        view! {
            <details class="year-month" open=is_whole || at == 0>
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
    let months = months.collect_view();
    view! {
        <section class=is_whole.then_some("year-whole") aria-labelledby="months-title">
            <div class="year-months-head">
                <h2 id="months-title">{t(Key::StatsMonthsTitle)}</h2>
                <a href=format!("{href}#months-title")>{t(other)}</a>
            </div>
            <Symbols />
            {months}
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
    let preview = if day.preview.is_empty() { t(Key::CardNoText).to_owned() } else { day.preview.clone() };
    let text = Some(day.text.clone()).filter(|text| !text.trim().is_empty());
    let text = text.map(|text| view! { <div class="year-day-text"><MarkedProse text /></div> });
    view! {
        <li class="year-day" id=anchor(day.id)>
            <a class="year-day-link" href=format!("/entry/{}", day.id)>
                <time class="year-day-date" lang="de" datetime=day.date.to_string()>
                    {date::brief(day.date)}
                </time>
                <span class="year-day-words" dir="auto">{preview}</span>
            </a>
            <span class="year-day-signs">
                {day.is_favorite.then(|| sign(Symbol::Heart, Key::CardFavorite))}
                {(day.photos > 0).then(|| sign(Symbol::Image, Key::StatsCellPhoto))}
                {day.has_sound.then(|| sign(Symbol::Mic, Key::CardRecordingOne))}
                {mood}
            </span>
            {text}
        </li>
    }
}
