//! Writing and reading entries.

mod audience;
mod bin_page;
mod editor_form;
mod editor_page;
mod editor_props;
mod editor_skeletons;
mod editor_voice;
mod entry_actions;
mod entry_article;
mod entry_menu;
mod entry_page;
mod forms;
mod other_days;
mod plain_form;
mod preview_as;
mod reflection;
mod restore_page;
mod unsaved;
mod unsaved_drafts;
mod versions_section;
mod visibility_control;
mod way_back;
mod writing;

pub use bin_page::bin_page;
pub use editor_page::{create_page, edit_page};
pub use entry_actions::HeartForms;
pub use entry_page::entry_page;
pub use plain_form::SAVE as SAVE_ENTRY;
pub use restore_page::restore_page;

pub(crate) use editor_form::VisibilityChoice;
pub(crate) use editor_props::texts as editor_texts;
pub(crate) use entry_actions::Deleted;
pub(crate) use plain_form::SAVED;
pub(crate) use unsaved::Unsaved;
