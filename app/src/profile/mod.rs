//! What a person settles for themselves: settings, profile, and what the product does with what they write.

mod language_section;
mod settings_page;
mod settings_section;

pub use settings_page::SettingsPage;
pub use settings_section::SettingsSection;
