//! The ways to another month, year or day of the calendar, as forms that ask for its page.

use crate::request::t;
use chrono::{Datelike, NaiveDate};
use domain::{Key, Language, date};
use leptos::prelude::*;

#[component]
pub fn CalendarJumps(
    /// The first day of the month that is shown.
    first: NaiveDate,
    /// The first value of the date field.
    day: NaiveDate,
    today: NaiveDate,
    /// The years, newest first.
    years: Vec<i32>,
    /// The search that led here.
    from: Option<String>,
    language: Language,
) -> impl IntoView {
    let from = move || from.clone().map(|from| view! { <input type="hidden" name="from" value=from /> });
    let months = (1..=12).map(|month| {
        view! {
            <option value=month selected=month == first.month()>
                {date::month_name(language, month)}
            </option>
        }
    });
    let years = years.into_iter().map(|year| view! { <option selected=year == first.year()>{year}</option> });
    view! {
        <div class="calendar-jumps">
            <form method="get" action="/calendar">
                <fieldset>
                    <legend class="field-label">{t(Key::StatsJumpMonth)}</legend>
                    <div class="row">
                        <select class="input" name="month" aria-label=t(Key::StatsJumpMonthName)>
                            {months.collect_view()}
                        </select>
                        <select class="input" name="year" aria-label=t(Key::StatsJumpYear)>
                            {years.collect_view()}
                        </select>
                        {from()}
                        <button class="button">{t(Key::StatsJumpButton)}</button>
                    </div>
                </fieldset>
            </form>
            <form method="get" action="/calendar">
                <label class="field-label" for="calendar-day">
                    {t(Key::StatsJumpLabel)}
                </label>
                <div class="row">
                    <input
                        class="input"
                        id="calendar-day"
                        type="date"
                        name="day"
                        value=day.to_string()
                        max=today.to_string()
                        required
                    />
                    {from()}
                    <button class="button">{t(Key::StatsJumpButton)}</button>
                </div>
            </form>
        </div>
    }
}
