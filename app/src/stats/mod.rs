//! Looking back: the year in review, the calendar, the streak, and 'Heute vor …' on the dashboard.

mod aside;
mod calendar_jumps;
mod calendar_page;
pub mod forms;
mod memories;
mod month_grid;
mod streak_card;
mod year_drawings;
mod year_list;
mod year_page;

pub use {
    aside::LookingBackAside, calendar_page::calendar_page, memories::DONE, streak_card::StreakCard,
    year_page::year_page,
};

mod names {
    use chrono::{Datelike, NaiveDate};
    use domain::{Language, date};

    /// 'November 2026', as a heading.
    pub fn month_and_year(day: NaiveDate, language: Language) -> String {
        format!("{} {}", date::month_name(language, day.month()), day.year())
    }
}
