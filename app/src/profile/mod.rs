//! What a person settles for themselves: settings, profile, and what the product does with what they write.

mod assistant_section;
mod day_section;
mod forms;
mod language_section;
mod picture_field;
mod privacy_page;
mod profile_page;
mod sessions_section;
mod settings_page;
mod settings_section;
mod visibility_section;

pub use privacy_page::PrivacyPage;
pub use profile_page::ProfilePage;
pub use settings_page::SettingsPage;
pub use settings_section::SettingsSection;
