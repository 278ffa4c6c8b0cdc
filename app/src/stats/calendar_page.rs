//! `/calendar`: a month, and the way to any day.

use super::{month_grid::MonthGrid, names::month_and_year};
use crate::{
    PageRequest,
    components::{Icon, Page as Frame, ProLine, Section, icon, refused::refused},
    request::t,
};
use backend::{Result, stats};
use chrono::NaiveDate;
use domain::{Key, date, day};
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
    /// The month, and a day of it that was asked for and has no entry.
    Month(stats::Month, Option<NaiveDate>),
}

async fn load(request: &PageRequest) -> Result<Found> {
    let account = request.viewer.account()?;
    let today = account.today(&request.backend.clock);
    let asked = request.query("day").and_then(|day| day::named(&day));
    let named = request.query("month").and_then(|month| day::named(&format!("{month}-01")));
    let date = stats::within_calendar(asked.or(named).unwrap_or(today), today);
    let month = stats::month(&request.backend, &request.viewer, date).await?;
    let found = asked.and_then(|day| month.days.iter().find(|mark| mark.date == day));
    Ok(match found {
        Some(mark) => Found::Entry(format!("/entry/{}", mark.id)),
        None => Found::Month(month, asked),
    })
}

fn page(request: &PageRequest, month: stats::Month, asked: Option<NaiveDate>) -> AnyView {
    let today = month.today;
    let language = request.language;
    let notice = asked.map(|day| view! { <Notice day today request=request.clone() /> });
    let value = asked.unwrap_or(today).to_string();
    let title = format!("{}, {}", t(Key::StatsMonthTitle), month_and_year(month.first, language));
    view! {
        <Frame title section=Section::Year class="calendar">
            <a class="back-link" href="/dashboard">
                <Icon of=icon::ARROW_LEFT />
                {t(Key::EntryBack)}
            </a>
            <h1>{t(Key::StatsMonthTitle)}</h1>
            {notice}
            <MonthGrid month language />
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
    let language = request.language;
    let named = [("date", date::long(day))];
    let named = named.each_ref().map(|(name, value)| (*name, value.as_str()));
    let text = language.fill(if day > today { Key::StatsNotYet } else { Key::StatsNoEntry }, &named);
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
            <p>{text}</p>
            {way}
        </div>
    }
}
