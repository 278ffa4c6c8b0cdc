//! The screen for addresses that lead nowhere.

mod not_found_page;
pub use not_found_page::NotFoundPage;
