//! Looking back: the year in review, the calendar, the streak, and 'Heute vor …' on the dashboard.

mod aside;
mod calendar_page;
pub mod forms;
mod memories;
mod month_grid;
mod streak_card;
mod year_drawings;
mod year_list;
mod year_page;

pub use {aside::LookingBackAside, calendar_page::calendar_page, year_page::year_page};

mod names {
    use chrono::{Datelike, NaiveDate};
    use domain::{Key, Language};

    const MONTHS: [Key; 12] = [
        Key::MonthsM1,
        Key::MonthsM2,
        Key::MonthsM3,
        Key::MonthsM4,
        Key::MonthsM5,
        Key::MonthsM6,
        Key::MonthsM7,
        Key::MonthsM8,
        Key::MonthsM9,
        Key::MonthsM10,
        Key::MonthsM11,
        Key::MonthsM12,
    ];

    /// 'November'. The Spanish table has 'September', as in the specification (spec 1).
    pub fn month(date: NaiveDate, language: Language) -> &'static str {
        language.text(MONTHS[date.month0() as usize])
    }

    /// 'Nov' (spec 9).
    pub fn month_short(date: NaiveDate, language: Language) -> String {
        month(date, language).chars().take(3).collect()
    }

    /// 'November 2026'.
    pub fn month_and_year(date: NaiveDate, language: Language) -> String {
        format!("{} {}", month(date, language), date.year())
    }
}
