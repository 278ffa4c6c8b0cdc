//! `/calendar`: a month, and the way to any day.

use super::{month_grid::MonthGrid, names::month_and_year};
use crate::{
    PageRequest,
    components::{Icon, Page as Frame, ProLine, Section, icon, refused::refused},
    reading::Dated,
    request::t,
};
use backend::{Result, stats};
use chrono::NaiveDate;
use domain::{Key, day};
use leptos::prelude::*;

/// `?month=2026-11` shows a month, `?day=2026-11-20` leads to the entry of that day or says that there is none.
pub async fn calendar_page(request: PageRequest) -> AnyView {
    match load(&request).await {
        Ok(Found::Entry(path)) => {
            leptos_axum::redirect(&path);
            ().into_any()
        }
        Ok(Found::Month(month, asked)) => page(&request, month, asked),
        Err(error) => refused(&request, &error, "/calendar".into(), Key::StatsMonthTitle),
    }
}

enum Found {
    Entry(String),
    /// The month, and what was asked for in it.
    Month(stats::Month, Asked),
}

enum Asked {
    Nothing,
    /// A day without an entry.
    Day(NaiveDate),
    /// No day that a diary knows.
    Unknown,
}

async fn load(request: &PageRequest) -> Result<Found> {
    let account = request.viewer.account()?;
    let today = account.today(&request.backend.clock);
    let address = |name| request.query(name).filter(|value| !value.is_empty());
    let (asked, named) = (address("day"), address("month").map(|month| format!("{month}-01")));
    let is_unknown = [&asked, &named].into_iter().flatten().any(|day| day::named(day).is_none());
    let [asked, named] = [asked, named].map(|day| day.as_deref().and_then(day::named));
    let date = stats::within_calendar(asked.or(named).unwrap_or(today), today);
    let month = stats::month(&request.backend, &request.viewer, date).await?;
    let found = asked.and_then(|day| month.days.iter().find(|mark| mark.date == day));
    Ok(match found {
        Some(mark) => Found::Entry(format!("/entry/{}", mark.id)),
        None if is_unknown => Found::Month(month, Asked::Unknown),
        None => Found::Month(month, asked.map_or(Asked::Nothing, Asked::Day)),
    })
}

fn page(request: &PageRequest, month: stats::Month, asked: Asked) -> AnyView {
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
    let value = value.to_string();
    let title = format!("{}, {}", t(Key::StatsMonthTitle), month_and_year(month.first, language));
    view! {
        <Frame title section=Section::Year class="calendar">
            <a class="back-link" href="/dashboard">
                <Icon of=icon::ARROW_LEFT />
                {t(Key::EntryBack)}
            </a>
            <h1>{t(Key::StatsMonthTitle)}</h1>
            {notice}
            <MonthGrid month chosen language />
            <p class="calendar-legend">{t(Key::StatsMonthLegend)}</p>
            <form class="calendar-jump" method="get" action="/calendar">
                <label class="field-label" for="calendar-day">
                    {t(Key::StatsJumpLabel)}
                </label>
                <div class="row">
                    <input class="input" id="calendar-day" type="date" name="day" value=value max=today.to_string() required />
                    <button class="button">{t(Key::StatsJumpButton)}</button>
                </div>
            </form>
        </Frame>
    }
    .into_any()
}

/// What there is to say of a day without an entry, and the way to write it.
#[component]
fn Notice(day: NaiveDate, today: NaiveDate, request: PageRequest) -> impl IntoView {
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
