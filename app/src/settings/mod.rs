//! The page of the settings, whose sections belong to their features.

mod chosen;
mod group;
mod settings_page;

pub use settings_page::settings_page;
