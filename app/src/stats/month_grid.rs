//! A month as a table of days: which have an entry, how they felt, whether there is a photo.

use super::names::month_and_year;
use crate::{
    components::{Icon, icon},
    markup::shown,
    reading::feeling_name,
    request::{encoded, t},
};
use backend::stats::Month;
use chrono::{Datelike, Days, NaiveDate};
use domain::{
    Key, Language, Mood, date,
    limits::FIRST_YEAR,
    stats::{DayCell, neighbours},
};
use leptos::prelude::*;
use maud::{Markup, html};
use std::cmp::Ordering;

/// Weeks begin on Monday. Days with an entry lead to it; other days that are over lead to what the calendar says of them.
#[component]
pub fn MonthGrid(
    month: Month,
    /// The day that the page speaks of.
    #[prop(optional_no_strip)]
    chosen: Option<NaiveDate>,
    /// The search that led to the calendar: the other months lead back to it as well.
    #[prop(optional_no_strip)]
    from: Option<String>,
    /// Whether another month is above it, which has the links to other months.
    #[prop(optional)]
    is_second: bool,
    language: Language,
) -> impl IntoView {
    let from = from.map_or(String::new(), |from| format!("&from={}", encoded(&from)));
    let Month { first, today, days } = month;
    let start = first - Days::new(u64::from(first.weekday().num_days_from_monday()));
    let weeks = (0..6_u64).map(|week| start + Days::new(week * 7)).filter(|monday| shows(*monday, first));
    let grid = html! {
        table class="month-days" aria-labelledby=(first.format("month-%Y-%m")) {
            thead {
                tr {
                    @for name in t(Key::StatsWeekdays).split(' ') {
                        th scope="col" { (name) }
                    }
                }
            }
            tbody {
                @for monday in weeks {
                    tr {
                        @for date in (0..7_u64).map(|day| monday + Days::new(day)) {
                            @if date.month() == first.month() {
                                (cell(date, today, days.iter().find(|mark| mark.date == date), chosen == Some(date), language))
                            } @else {
                                td {}
                            }
                        }
                    }
                }
            }
        }
    };
    let (before, after) = neighbours(first);
    let name = month_and_year(first, language);
    let id = first.format("month-%Y-%m").to_string();
    let now = (!is_second && name != month_and_year(today, language)).then(|| {
        view! {
            <p class="month-now">
                <a href="/calendar">{t(Key::StatsMonthNow)}</a>
            </p>
        }
    });
    let turn = |month: NaiveDate, label, icon| {
        let label = language.fill(label, &[("month", &month_and_year(month, language))]);
        view! {
            <a class="icon-button" href=format!("/calendar?month={}{from}", month.format("%Y-%m")) aria-label=label>
                <Icon of=icon />
            </a>
        }
    };
    let after = (after <= today).then(|| turn(after, Key::StatsMonthAfter, icon::CHEVRON_RIGHT));
    let head = if is_second {
        view! {
            <h2 class="month-earlier" id=id>
                {name}
            </h2>
        }
        .into_any()
    } else {
        view! {
            <div class="month-head">
                {(before.year() >= FIRST_YEAR).then(|| turn(before, Key::StatsMonthBefore, icon::CHEVRON_LEFT))}
                <p class="month-name" id=id>
                    {name}
                </p>
                {after}
            </div>
        }
        .into_any()
    };
    view! {
        <div class="month">
            {head}
            // The grid is one stop of the Tab key with a script (`frontend-react/src/features/stats/month-grid.ts`).
            <month-grid>{shown(grid)}</month-grid>
            {now}
        </div>
    }
}

/// Whether the week of `monday` has a day of the month.
fn shows(monday: NaiveDate, first: NaiveDate) -> bool {
    monday.month() == first.month() || (monday + Days::new(6)).month() == first.month()
}

/// A day of the month. `mark`: its entry.
fn cell(date: NaiveDate, today: NaiveDate, mark: Option<&DayCell>, is_chosen: bool, language: Language) -> Markup {
    let current = (date == today).then_some("date");
    let number = date.day();
    let day = date::in_label(language, date, date::day);
    let Some(mark) = mark else {
        return match date.cmp(&today) {
            Ordering::Greater => html! { td class="month-ahead" { (number) } },
            Ordering::Equal => html! {
                td {
                    a class="month-empty" href="/create" aria-label={ (day) ", " (t(Key::StatsWriteToday)) } aria-current=[current] {
                        (number)
                    }
                }
            },
            Ordering::Less => html! {
                td {
                    a class="month-empty" href={ "/calendar?day=" (date) } aria-label={ (day) ", " (t(Key::StatsCellEmpty)) }
                        aria-current=[is_chosen.then_some("true")] {
                        (number)
                    }
                }
            },
        };
    };
    let mut label = vec![day];
    if let Some(level) = mark.level {
        label.push(language.fill(Key::StatsCellMood, &[("n", &level.to_string())]));
    }
    if let Some(feeling) = mark.feeling {
        label.push(feeling_name(feeling, language).to_owned());
    }
    if mark.has_photo {
        label.push(t(Key::StatsCellPhoto).to_owned());
    }
    html! {
        td {
            a class="month-day" href={ "/entry/" (mark.id) } aria-label=(label.join(", ")) aria-current=[current] {
                (number)
                // A day has room for one sign.
                @if let Some(level) = mark.level {
                    span class="month-mood" data-band=(Mood::at(level).band()) { (level) }
                } @else if let Some(feeling) = mark.feeling {
                    span class="month-feeling" { (feeling.emoji()) }
                }
                @if mark.has_photo {
                    span class="month-photo" {}
                }
            }
        }
    }
}
