//! The page of the settings, whose sections belong to their features.

mod settings_page;

pub use settings_page::SettingsPage;
