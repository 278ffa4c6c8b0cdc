//! Looking back: the year in review, the calendar, the streak, and 'Heute vor …' on the dashboard.

mod aside;
mod calendar_jumps;
mod calendar_page;
pub mod forms;
mod memories;
mod month_grid;
mod names;
mod streak_card;
mod year_drawings;
mod year_list;
mod year_page;

pub use {
    aside::LookingBackAside, calendar_page::calendar_page, memories::DONE, streak_card::StreakCard,
    year_page::year_page,
};
