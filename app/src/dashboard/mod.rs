//! The dashboard: today's entry, and the feed.

mod dashboard_page;

pub use dashboard_page::dashboard_page;
