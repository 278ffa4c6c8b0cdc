//! The feed of the dashboard: its filters and its pages.

pub mod calls;
mod feed_part;
mod feed_state;
pub mod live_feed;

#[cfg(feature = "ssr")]
mod feed_list;
#[cfg(feature = "ssr")]
mod feed_section;
#[cfg(feature = "ssr")]
mod forms;

#[cfg(feature = "ssr")]
pub use feed_section::FeedSection;
