//! `/yearly`: a year in review (spec 2, 9).

use super::{
    streak_card::days,
    year_drawings::{mood_line, year_dots},
    year_list::YearList,
};
use crate::{
    PageRequest, archive,
    components::{EmptyState, Frame, Icon, Section, drawing::Drawing, icon, refused::refused},
    request::t,
};
use backend::stats::{self, Year};
use chrono::Datelike;
use domain::{
    Key, Language, date,
    stats::{Stats, Totals},
};
use leptos::prelude::*;
use std::sync::Arc;

pub async fn year_page(request: Arc<PageRequest>) -> AnyView {
    // A year that is no number counts as year 0, which no diary has.
    let year = request.query("year").filter(|year| !year.is_empty()).map(|year| year.parse().unwrap_or(0));
    let is_whole = request.query("texts").as_deref() == Some("whole");
    match stats::year(&request.backend, &request.viewer, year).await {
        Ok(year) => {
            let size = if year.days.is_empty() { None } else { archive::extent(&request, Some(year.year)).await };
            page(year, is_whole, size.map(|size| archive::size(&request, size)), request.language)
        }
        Err(error) => refused(&request, &error, "/yearly".into(), Key::NavYear),
    }
}

/// `is_whole` (`?texts=whole`): the months are open, with whole texts as on paper. `size`: of the export.
fn page(shown: Year, is_whole: bool, size: Option<String>, language: Language) -> AnyView {
    let Year { year, choices, written, totals, all, days } = shown;
    let title = language.fill(Key::StatsYearTitle, &[("year", &year.to_string())]);
    let is_current = choices.first() == Some(&year);
    let links = choices.into_iter().map(move |choice| {
        view! {
            <a
                href=format!("/yearly?year={choice}")
                class=(!written.contains(&choice)).then_some("year-empty")
                aria-current=(choice == year).then_some("page")
            >
                {choice}
            </a>
        }
    });
    let has_entries = !days.is_empty();
    let content = if days.is_empty() {
        empty(is_current, all.total_entries > 0).into_any()
    } else {
        let average = average(&totals, language);
        let line = mood_line(year, &days, t(Key::StatsMoodLine), language);
        let dots = year_dots(year, &days, language);
        let mood = average.map(|average| {
            view! {
                <section class="year-mood" aria-labelledby="mood-title">
                    <h2 id="mood-title">{t(Key::StatsMoodTitle)}</h2>
                    <p class="year-text">{average}</p>
                    {line}
                </section>
            }
        });
        view! {
            <Tiles totals language />
            <section class="year-calendar" aria-labelledby="calendar-title">
                <h2 id="calendar-title">{t(Key::StatsCalendarTitle)}</h2>
                <p class="year-text">{t(Key::StatsCalendarText)}</p>
                {dots}
                <Legend />
            </section>
            {mood}
            <All stats=all language />
            <YearList year days is_whole language />
        }
        .into_any()
    };
    let export = has_entries.then(|| {
        view! {
            <a class="button" href=format!("/yearly/{year}/book")>
                <Icon of=icon::BOOK_OPEN />
                {t(Key::BookLink)}
            </a>
            <a class="button" href=format!("/api/archive/{year}")>
                <Icon of=icon::DOWNLOAD />
                {t(Key::StatsYearExport)}
            </a>
        }
    });
    view! {
        <Frame title=title.clone() section=Section::Year class="year">
            <header class="year-head">
                <h1>{title}</h1>
                <div class="row">
                    <a class="button" href="/calendar">
                        <Icon of=icon::CALENDAR />
                        {t(Key::StatsMonthTitle)}
                    </a>
                    {export}
                </div>
                {size.map(|size| view! { <p class="year-size">{size}</p> })}
                <nav class="year-choice" aria-label=t(Key::StatsYearChoice)>
                    {links.collect_view()}
                </nav>
            </header>
            {content}
        </Frame>
    }
    .into_any()
}

/// Texts of an empty year. A past year has no button if the person has entries.
fn empty(is_current: bool, has_entries: bool) -> impl IntoView {
    let (title, text) = if is_current || !has_entries {
        (Key::StatsYearEmptyTitle, Key::StatsYearEmptyText)
    } else {
        (Key::StatsYearPastTitle, Key::StatsYearPastText)
    };
    let button = match (has_entries, is_current) {
        (false, _) => Some(Key::DashboardEmptyButton),
        (true, true) => Some(Key::StatsWriteToday),
        (true, false) => None,
    };
    let button = button.map(|label| {
        view! {
            <a class="button button-main" href="/create">
                {t(label)}
            </a>
        }
    });
    view! {
        <EmptyState drawing=Drawing::Shelf title=t(title) text=t(text) level=2>
            {button}
        </EmptyState>
    }
}

/// 'Im Schnitt 6,4 von 10, an 120 Tagen …'. `None` without any mood.
fn average(totals: &Totals, language: Language) -> Option<String> {
    let mood = decimal(totals.average_mood()?, language);
    Some(language.fill(Key::StatsMoodAverage, &[("n", &mood), ("days", &totals.mood_days.to_string())]))
}

fn decimal(number: f64, language: Language) -> String {
    let text = format!("{number:.1}");
    if language == Language::En { text } else { text.replace('.', ",") }
}

/// The four tiles and the favourites (spec 9).
#[component]
fn Tiles(totals: Totals, language: Language) -> impl IntoView {
    let month =
        totals.most_active_month.map_or_else(|| "–".into(), |month| date::month_short(language, month.month()).into());
    let tiles = [
        (Key::StatsEntries, totals.entries.to_string()),
        (Key::StatsBestStreak, days(totals.best_streak, language)),
        (Key::StatsMostActive, month),
        (Key::StatsPhotos, totals.photos.to_string()),
        (Key::StatsFavorites, totals.favorites.to_string()),
    ];
    view! { <dl class="year-tiles">{figures(tiles)}</dl> }
}

/// Everything since the first entry.
#[component]
fn All(stats: Stats, language: Language) -> impl IntoView {
    let rows = [
        (Key::StatsEntries, stats.total_entries.to_string()),
        (Key::StatsThisMonth, stats.entries_this_month.to_string()),
        (Key::StatsPhotos, stats.total_photos.to_string()),
        (Key::StatsFavorites, stats.favorites.to_string()),
        (Key::StatsStreakNow, days(stats.current_streak, language)),
        (Key::StatsBestStreak, days(stats.best_streak, language)),
        (Key::StatsWords, stats.total_words.to_string()),
        (Key::StatsAverageWords, stats.average_words.to_string()),
        (Key::StatsLongest, language.fill(Key::StatsInWords, &[("n", &stats.longest_entry.to_string())])),
    ];
    view! {
        <section class="year-all" aria-labelledby="all-title">
            <h2 id="all-title">{t(Key::StatsAllTitle)}</h2>
            <dl class="year-figures">{figures(rows)}</dl>
        </section>
    }
}

fn figures<const N: usize>(figures: [(Key, String); N]) -> impl IntoView {
    let figures = figures.into_iter().map(|(label, value)| {
        view! {
            <div>
                <dt>{t(label)}</dt>
                <dd>{value}</dd>
            </div>
        }
    });
    figures.collect_view()
}

/// The legend of the dots, in sizes and words.
#[component]
fn Legend() -> impl IntoView {
    let levels = ["1–2", "3–4", "5–6", "7–8", "9–10"].into_iter().zip(1..).map(|(levels, band)| {
        view! {
            <li>
                <span class="year-legend-dot" data-band=band.to_string()></span>
                {levels}
            </li>
        }
    });
    view! {
        <ul class="year-legend">
            {levels.collect_view()} <li>
                <span class="year-legend-unset"></span>
                {t(Key::StatsLegendUnset)}
            </li> <li>
                <span class="year-legend-none"></span>
                {t(Key::StatsLegendEmpty)}
            </li>
        </ul>
    }
}
