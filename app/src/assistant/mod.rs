//! The assistant's parts of pages: the summary's row in the editor, the mark, and the log.

mod log_page;
mod mark;
mod summary_row;

pub use log_page::assistant_log_page;
pub use mark::{Mark, SourceMark, source_mark};
pub use summary_row::SummaryRow;
