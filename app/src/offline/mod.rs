//! The page that a browser keeps for when there is no connection.

mod offline_page;
pub use offline_page::OfflinePage;

/// Shown as if to a guest, whoever asks: what is kept on a device names nobody.
pub const PATH: &str = "/offline";
