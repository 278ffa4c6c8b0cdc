//! A year as two drawings: a dot for each day, and a line of its moods. The list of the page says the same in words.

use chrono::{Datelike, Months, NaiveDate};
use domain::{Language, date, stats::DayMark};
use leptos::prelude::*;
use std::{collections::HashMap, fmt::Write};

/// Width of a day and height of a month, and the room for the months' names.
const STEP: u32 = 12;
const ROW: u32 = 16;
const NAMES: u32 = 30;

/// The radius of a dot in tenths, by the mood's band: the better the day, the larger.
const RADII: [u32; 6] = [0, 22, 30, 38, 46, 54];

/// A row for each month. Nobody needs a mouse for it: its links are those of the list.
pub fn year_dots(year: i32, days: &[DayMark], language: Language) -> impl IntoView {
    let by_date: HashMap<NaiveDate, &DayMark> = days.iter().map(|day| (day.date, day)).collect();
    let mut drawing = String::new();
    for month in months(year) {
        let y = month.month0() * ROW + ROW / 2;
        let name = date::month_short(language, month.month());
        // `write!` to a `String` cannot fail.
        let _ = write!(drawing, "<text x=\"0\" y=\"{}\">{name}</text>", y + 4);
        for day in month.iter_days().take_while(|day| day.month() == month.month()) {
            let x = NAMES + day.day0() * STEP + STEP / 2;
            let _ = match by_date.get(&day).map(|mark| (mark, mark.mood.as_ref().filter(|mood| mood.is_set))) {
                None => write!(drawing, "<circle class=\"none\" cx=\"{x}\" cy=\"{y}\" r=\"1.3\"/>"),
                Some((mark, None)) => write!(
                    drawing,
                    "<a href=\"/entry/{}\" tabindex=\"-1\"><rect class=\"unset\" x=\"{}\" y=\"{}\" width=\"5\" height=\"5\"/></a>",
                    mark.id,
                    f64::from(x) - 2.5,
                    f64::from(y) - 2.5
                ),
                Some((mark, Some(mood))) => {
                    let band = mood.band();
                    let radius = f64::from(RADII[usize::from(band).min(5)]) / 10.0;
                    write!(
                        drawing,
                        "<a href=\"/entry/{}\" tabindex=\"-1\"><circle class=\"mood\" data-band=\"{band}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/></a>",
                        mark.id
                    )
                }
            };
        }
    }
    let size = format!("0 0 {} {}", NAMES + 31 * STEP, 12 * ROW);
    view! { <svg class="year-dots" viewBox=size aria-hidden="true" inner_html=drawing></svg> }
}

/// Height of a level of the line.
const LEVEL: i64 = 8;

/// The moods that were chosen, as a line that ends where more than two weeks have none. `None`: there are too few for one.
pub fn mood_line(year: i32, days: &[DayMark], label: &str) -> Option<impl IntoView + use<>> {
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
    Some(view! {
        <svg class="mood-line" viewBox=format!("0 0 384 {height}") role="img" aria-label=label.to_owned()>
            <g class="mood-line-grid">{grid.into_iter().collect_view()}<path d=seams></path></g>
            <path class="mood-line-path" d=path></path>
        </svg>
    })
}

/// The first day of each month.
fn months(year: i32) -> impl Iterator<Item = NaiveDate> {
    let first = NaiveDate::from_ymd_opt(year, 1, 1);
    (0..12).filter_map(move |month| first?.checked_add_months(Months::new(month)))
}
