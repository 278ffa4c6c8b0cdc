//! The dashboard: today's entry, and the feed.

mod dashboard_page;
mod days;
mod first_visit;
mod head;
mod notes;

pub use dashboard_page::dashboard_page;
