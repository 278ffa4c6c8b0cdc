//! The names of months.

use chrono::{Datelike, NaiveDate};
use domain::{Language, date};

/// 'November 2026', as a heading.
pub fn month_and_year(day: NaiveDate, language: Language) -> String {
    format!("{} {}", date::month_name(language, day.month()), day.year())
}
