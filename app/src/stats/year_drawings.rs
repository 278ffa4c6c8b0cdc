//! A year as two drawings: a dot for each day, and a line of its moods. The list of the page says the same in words.

use chrono::{Datelike, Months, NaiveDate};
use domain::{Language, date, stats::DayMark};
use leptos::prelude::*;
use std::{collections::HashMap, fmt::Write};

/// Dots in a row for each month, on a phone in a column (`style/year-dots.css`). They need no keyboard access, since
/// the list has the same links.
pub fn year_dots(year: i32, days: &[DayMark], language: Language) -> impl IntoView {
    let by_date: HashMap<NaiveDate, &DayMark> = days.iter().map(|day| (day.date, day)).collect();
    let mut cells = String::from("<i></i>");
    for day in 1..=31_u32 {
        let name = if day == 1 || day % 5 == 0 { day.to_string() } else { String::new() };
        // `write!` to a `String` cannot fail.
        let _ = write!(cells, "<i>{name}</i>");
    }
    for month in months(year) {
        let _ = write!(cells, "<i>{}</i>", date::month_short(language, month.month()));
        for day in 1..=31 {
            let _ = match month.with_day(day).map(|day| by_date.get(&day)) {
                None => write!(cells, "<i></i>"),
                Some(None) => write!(cells, "<b></b>"),
                Some(Some(mark)) => {
                    let mood = mark.mood.as_ref().filter(|mood| mood.is_set);
                    let band = mood.map(|mood| format!(" data-band=\"{}\"", mood.band())).unwrap_or_default();
                    write!(cells, "<a href=\"/entry/{}\" tabindex=\"-1\"{band}></a>", mark.id)
                }
            };
        }
    }
    view! { <div class="year-dots" aria-hidden="true" inner_html=cells></div> }
}

/// Height of a level of the line.
const LEVEL: i64 = 8;

/// Height of the names of the months below the line.
const NAMES: i64 = 12;

/// The moods that were chosen, as a line that ends where more than two weeks have none. `None`: there are too few for one.
pub fn mood_line(year: i32, days: &[DayMark], label: &str, language: Language) -> Option<impl IntoView + use<>> {
    let first = NaiveDate::from_ymd_opt(year, 1, 1)?;
    let mut points: Vec<(i64, i64)> = days
        .iter()
        .filter_map(|day| Some(((day.date - first).num_days(), i64::from(day.mood.as_ref()?.chosen_level()?))))
        .collect();
    points.sort_unstable();
    if points.len() < 2 {
        return None;
    }
    let height = 11 * LEVEL;
    let mut path = String::new();
    let mut before: Option<i64> = None;
    for (day, level) in points {
        let goes_on = before.is_some_and(|before| day - before <= 14);
        let _ = write!(path, "{}{day} {}", if goes_on { 'L' } else { 'M' }, height - level * LEVEL);
        before = Some(day);
    }
    let grid = [1, 5, 10].map(|level| {
        let y = height - level * LEVEL;
        view! {
            <line x1="0" x2="366" y1=y y2=y></line>
            <text x="370" y=y + 4>
                {level}
            </text>
        }
    });
    let seams = months(year)
        .map(|month| month.ordinal0())
        .skip(1)
        .fold(String::new(), |path, day| path + &format!("M{day} {}v6", height - LEVEL + 2));
    let names = months(year).map(|month| {
        view! {
            <text class="mood-line-month" x=month.ordinal0() + 15 y=height + NAMES - 3>
                {date::month_short(language, month.month())}
            </text>
        }
    });
    Some(view! {
        <svg class="mood-line" viewBox=format!("0 0 384 {}", height + NAMES) role="img" aria-label=label.to_owned()>
            <g class="mood-line-grid">{grid.into_iter().collect_view()}<path d=seams></path>{names.collect_view()}</g>
            <path class="mood-line-path" d=path></path>
        </svg>
    })
}

/// The first day of each month.
fn months(year: i32) -> impl Iterator<Item = NaiveDate> {
    let first = NaiveDate::from_ymd_opt(year, 1, 1);
    (0..12).filter_map(move |month| first?.checked_add_months(Months::new(month)))
}
