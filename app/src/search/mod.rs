//! The page for searching one's own entries, with results while one types.

pub mod calls;
pub mod live_search;
mod search_results;

#[cfg(feature = "ssr")]
mod offered_day;
#[cfg(feature = "ssr")]
mod results;
#[cfg(feature = "ssr")]
mod search_form;
#[cfg(feature = "ssr")]
mod search_page;

#[cfg(feature = "ssr")]
pub use search_page::search_page;
