//! A month as a table of days: which have an entry, how they felt, whether there is a photo.

use super::names::month_and_year;
use crate::{
    components::{Icon, icon},
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
    let weekdays = t(Key::StatsWeekdays).split(' ').map(|name| view! { <th scope="col">{name}</th> });
    let start = first - Days::new(u64::from(first.weekday().num_days_from_monday()));
    let weeks = (0..6_u64).map(|week| start + Days::new(week * 7)).filter(|monday| shows(*monday, first));
    let rows = weeks.map(|monday| {
        let cells = (0..7_u64).map(|day| {
            let date = monday + Days::new(day);
            if date.month() != first.month() {
                return view! { <td></td> }.into_any();
            }
            let mark = days.iter().find(|mark| mark.date == date).copied();
            view! { <Cell date today mark is_chosen=chosen == Some(date) language /> }.into_any()
        });
        view! { <tr>{cells.collect_view()}</tr> }
    });
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
    let labelled_by = id.clone();
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
            <month-grid>
                <table class="month-days" aria-labelledby=labelled_by>
                    <thead>
                        <tr>{weekdays.collect_view()}</tr>
                    </thead>
                    <tbody>{rows.collect_view()}</tbody>
                </table>
            </month-grid>
            {now}
        </div>
    }
}

/// Whether the week of `monday` has a day of the month.
fn shows(monday: NaiveDate, first: NaiveDate) -> bool {
    monday.month() == first.month() || (monday + Days::new(6)).month() == first.month()
}

#[component]
fn Cell(
    date: NaiveDate,
    today: NaiveDate,
    mark: Option<DayCell>,
    is_chosen: bool,
    language: Language,
) -> impl IntoView {
    let current = (date == today).then_some("date");
    let number = date.day();
    let day = date::in_label(language, date, date::day);
    let Some(mark) = mark else {
        return match date.cmp(&today) {
            std::cmp::Ordering::Greater => view! { <td class="month-ahead">{number}</td> }.into_any(),
            std::cmp::Ordering::Equal => {
                let label = format!("{day}, {}", t(Key::StatsWriteToday));
                view! {
                    <td>
                        <a class="month-empty" href="/create" aria-label=label aria-current=current>
                            {number}
                        </a>
                    </td>
                }
                .into_any()
            }
            std::cmp::Ordering::Less => {
                let label = format!("{day}, {}", t(Key::StatsCellEmpty));
                view! {
                    <td>
                        <a
                            class="month-empty"
                            href=format!("/calendar?day={date}")
                            aria-label=label
                            aria-current=is_chosen.then_some("true")
                        >
                            {number}
                        </a>
                    </td>
                }
                .into_any()
            }
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
    let photo = (mark.has_photo).then(|| view! { <span class="month-photo"></span> });
    // A day has room for one sign.
    let mood = match (mark.level, mark.feeling) {
        (Some(level), _) => {
            let band = Mood::at(level).band().to_string();
            Some(view! { <span class="month-mood" data-band=band>{level}</span> }.into_any())
        }
        (None, Some(feeling)) => Some(view! { <span class="month-feeling">{feeling.emoji()}</span> }.into_any()),
        (None, None) => None,
    };
    view! {
        <td>
            <a class="month-day" href=format!("/entry/{}", mark.id) aria-label=label.join(", ") aria-current=current>
                {number}
                {mood}
                {photo}
            </a>
        </td>
    }
    .into_any()
}
