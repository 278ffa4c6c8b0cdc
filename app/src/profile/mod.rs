//! Settings of a person: profile, day end, consent, sessions.

mod assistant_section;
mod day_section;
mod forms;
mod language_section;
mod picture_field;
mod profile_page;
mod sessions_section;
mod visibility_section;

pub use profile_page::{DONE, FORM, ProfilePage};
pub use {
    assistant_section::{AssistantSection, is_allowed},
    day_section::DaySection,
    language_section::LanguageSection,
    sessions_section::SessionsSection,
    visibility_section::VisibilitySection,
};
