//! Parts that several pages share.

mod page_title;
mod react_island;
mod text_area;

pub use page_title::PageTitle;
pub use react_island::{ReactIsland, props};
pub use text_area::TextArea;
