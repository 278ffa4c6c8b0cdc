//! The dashboard: today's entry, and the feed.

mod dashboard_page;
mod first_visit;
mod notes;

pub use dashboard_page::dashboard_page;
