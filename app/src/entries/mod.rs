//! Writing and reading entries.

mod dashboard_page;
mod day;
mod editor_form;
mod editor_page;
mod editor_props;
mod editor_skeletons;
mod entry_card;
mod entry_page;
mod photo;
mod prose;
mod refused;
mod visibility_control;

pub use dashboard_page::DashboardPage;
pub use editor_page::{CreatePage, EditPage};
pub use entry_page::EntryPage;

pub(crate) use day::{DateHeadline, Gallery, MainPhoto, MoodMark, TopMoment, alt};
pub(crate) use photo::{Source, size};
pub(crate) use prose::Prose;
pub(crate) use refused::refused;
