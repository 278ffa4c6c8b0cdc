//! The feed of the dashboard: whose entries it shows, and one page of them after the other.

pub mod calls;
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
