//! Help with what was written: the summary's row in the editor, the mark beside it, and the log of what left this server.

mod log_page;
mod mark;
mod summary_row;

pub use log_page::assistant_log_page;
pub use mark::{Mark, SourceMark};
pub use summary_row::SummaryRow;
