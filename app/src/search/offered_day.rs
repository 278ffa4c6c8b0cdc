//! A day that was typed into the search, offered above the results.

use crate::{
    PageRequest,
    components::{Icon, icon},
};
use backend::{Result, stats};
use chrono::NaiveDate;
use domain::{EntryId, Key, Language, SearchForm, date};
use leptos::prelude::*;

/// A day and its entry.
pub type Day = (NaiveDate, Option<EntryId>);

/// The days that the typed words may name, on the first page of results only.
pub async fn load(form: &SearchForm, request: &PageRequest) -> Result<Vec<Day>> {
    let account = request.viewer.account()?;
    let today = account.today(&request.backend.clock);
    let typed = form.q.as_deref().filter(|_| form.before.is_none()).unwrap_or_default();
    let mut days = Vec::new();
    for day in backend::search::typed_days(typed, today, request.language) {
        let month = stats::month(&request.backend, &request.viewer, stats::within_calendar(day, today)).await?;
        days.push((day, month.days.iter().find(|mark| mark.date == day).map(|mark| mark.id)));
    }
    Ok(days)
}

/// A line for each day, with a link to its entry, else to the calendar.
pub fn lines(days: Vec<Day>, language: Language) -> impl IntoView {
    let lines = days.into_iter().map(|(day, entry)| {
        let href = entry.map_or_else(|| format!("/calendar?day={day}"), |id| format!("/entry/{id}"));
        let nothing = entry.is_none().then(|| view! { <span>{language.text(Key::StatsCellEmpty)}</span> });
        view! {
            <p class="search-day">
                <a href=href>
                    <Icon of=icon::CALENDAR />
                    <span>
                        {language.text(Key::SearchDay)} " "
                        <time lang="de" datetime=day.to_string()>
                            {date::long(day)}
                        </time>
                    </span>
                </a>
                {nothing}
            </p>
        }
    });
    lines.collect_view()
}
