//! Taking everything along, and a year as a book.

mod book_page;
mod export_section;

pub use book_page::book_page;
pub use export_section::{ExportSection, extent, size};
