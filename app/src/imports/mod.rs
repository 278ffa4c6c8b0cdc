//! Bringing another diary along: the page, its forms, and the way to it (product 32).

mod file_step;
mod forms;
mod import_page;
mod report;
mod result;

pub use file_step::UPLOAD;
pub use import_page::{ImportSection, import_page};
