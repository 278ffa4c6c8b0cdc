//! `/calendar`: a month, and the way to any day.

use super::{calendar_jumps::CalendarJumps, month_grid::MonthGrid, names::month_and_year};
use crate::{
    PageRequest,
    components::{Frame, Icon, ProLine, Section, icon, refused::refused},
    reading::Dated,
    request::t,
};
use backend::{Result, stats};
use chrono::{Datelike, NaiveDate};
use domain::{
    Key, day,
    limits::FIRST_YEAR,
    stats::{first_of_month, neighbours},
};
use leptos::prelude::*;
use std::sync::Arc;

/// `?month=2026-11` or `?year=2026&month=11` shows a month, `?day=2026-11-20` leads to the entry of that day or says that there is none.
/// `?from=` is the search that led here.
pub async fn calendar_page(request: Arc<PageRequest>) -> AnyView {
    match load(&request).await {
        Ok(Target::Entry(path)) => {
            leptos_axum::redirect(&path);
            ().into_any()
        }
        Ok(Target::Months(months, asked, years)) => page(&request, *months, asked, years),
        Err(error) => refused(&request, &error, "/calendar".into(), Key::StatsMonthTitle),
    }
}

enum Target {
    Entry(String),
    /// The requested month and the one before, the requested day, and the years to choose from.
    Months(Box<[stats::Month; 2]>, Asked, Vec<i32>),
}

enum Asked {
    Nothing,
    /// A day without an entry.
    Day(NaiveDate),
    /// A date that no diary can have.
    Unknown,
}

async fn load(request: &PageRequest) -> Result<Target> {
    let account = request.viewer.account()?;
    let today = account.today(&request.backend.clock);
    let address = |name| request.query(name).filter(|value| !value.is_empty());
    let month = address("month").map(|month| match address("year") {
        Some(year) => format!("{year}-{month:0>2}-01"),
        None => format!("{month}-01"),
    });
    let (asked, named) = (address("day"), month);
    let is_unknown = [&asked, &named].into_iter().flatten().any(|day| day::named(day).is_none());
    let [asked, named] = [asked, named].map(|day| day.as_deref().and_then(day::named));
    let date = stats::within_calendar(asked.or(named).unwrap_or(today), today);
    let (before, _) = neighbours(first_of_month(date));
    let month = |date| stats::month(&request.backend, &request.viewer, date);
    let (month, earlier) = tokio::try_join!(month(date), month(before))?;
    let found = asked.and_then(|day| month.days.iter().find(|mark| mark.date == day));
    if let Some(mark) = found {
        return Ok(Target::Entry(format!("/entry/{}", mark.id)));
    }
    let mut years = backend::search::years(&request.backend, &request.viewer).await?;
    for year in [today.year(), month.first.year()] {
        if !years.contains(&year) {
            years.push(year);
        }
    }
    years.sort_unstable();
    years.reverse();
    let asked = if is_unknown { Asked::Unknown } else { asked.map_or(Asked::Nothing, Asked::Day) };
    Ok(Target::Months(Box::new([month, earlier]), asked, years))
}

/// The search that led here; the other months lead back to it as well.
fn search_before(request: &PageRequest) -> Option<String> {
    let address = request.query("from").or_else(|| request.referrer.clone());
    address.filter(|address| address.split('?').next() == Some("/search"))
}

fn page(request: &Arc<PageRequest>, [month, earlier]: [stats::Month; 2], asked: Asked, years: Vec<i32>) -> AnyView {
    let today = month.today;
    let language = request.language;
    let chosen = if let Asked::Day(day) = asked { Some(day) } else { None };
    let (notice, value) = match asked {
        Asked::Nothing => (None, today),
        Asked::Unknown => {
            (Some(view! { <p class="alert" role="alert">{t(Key::ErrorsInvalidDate)}</p> }.into_any()), today)
        }
        Asked::Day(day) => (Some(view! { <Notice day today request=request.clone() /> }.into_any()), day),
    };
    let from = search_before(request);
    let first = month.first;
    let has_earlier = earlier.first < first && earlier.first.year() >= FIRST_YEAR;
    let (back, label) =
        from.clone().map_or(("/dashboard".to_owned(), Key::EntryBack), |search| (search, Key::EditorBack));
    let title = format!("{}, {}", t(Key::StatsMonthTitle), month_and_year(month.first, language));
    view! {
        <Frame title section=Section::Year class="calendar">
            <a class="back-link" href=back>
                <Icon of=icon::ARROW_LEFT />
                {t(label)}
            </a>
            <h1>{t(Key::StatsMonthTitle)}</h1>
            {notice}
            <MonthGrid month chosen from=from.clone() language />
            {has_earlier.then(|| view! { <MonthGrid month=earlier chosen is_second=true language /> })}
            <p class="calendar-legend">{t(Key::StatsMonthLegend)}</p>
            <CalendarJumps first day=value today years from language />
        </Frame>
    }
    .into_any()
}

/// The text for a day without an entry, and the link to write it.
#[component]
fn Notice(day: NaiveDate, today: NaiveDate, request: Arc<PageRequest>) -> impl IntoView {
    let text = t(if day > today { Key::StatsNotYet } else { Key::StatsNoEntry });
    let reaches = request
        .account()
        .is_some_and(|account| account.plan.missed_days().is_none_or(|days| (today - day).num_days() <= days));
    let way = if day > today {
        ().into_any()
    } else if day == today || reaches {
        let (href, label) = if day == today {
            ("/create".to_owned(), Key::StatsWriteToday)
        } else {
            (format!("/create?date={day}"), Key::StatsWriteDay)
        };
        view! {
            <a class="button button-main" href=href>
                <Icon of=icon::FEATHER />
                {t(label)}
            </a>
        }
        .into_any()
    } else {
        view! { <ProLine text=t(Key::StatsWriteDayPro) /> }.into_any()
    };
    view! {
        <div class="calendar-notice" role="status">
            <p>
                <Dated text date=day />
            </p>
            {way}
        </div>
    }
}
