//! Writing and reading entries.

mod attached;
mod bin_page;
mod dashboard_page;
mod day;
mod editor_form;
mod editor_page;
mod editor_props;
mod editor_skeletons;
mod editor_voice;
mod entry_actions;
mod entry_card;
mod entry_page;
mod kept_words;
mod lightbox;
mod photo;
mod player;
mod preview_as;
mod prose;
mod reflection;
mod refused;
mod restore_page;
mod summary;
mod unsaved;
mod versions_section;
mod visibility_control;

pub use bin_page::bin_page;
pub use dashboard_page::dashboard_page;
pub use editor_page::{create_page, edit_page};
pub use entry_page::entry_page;
pub use restore_page::restore_page;

pub(crate) use day::{DateHeadline, Gallery, MainPhoto, MoodMark, TopMoment, alt};
pub(crate) use editor_props::texts as editor_texts;
pub(crate) use entry_card::{CardList, EntryCard};
pub(crate) use lightbox::Lightbox;
pub(crate) use photo::Source;
pub(crate) use player::{Player, Transcript};
pub(crate) use prose::Prose;
pub(crate) use reflection::Answers;
pub(crate) use refused::{refused, refused_to_guest};
pub(crate) use summary::Summary;
