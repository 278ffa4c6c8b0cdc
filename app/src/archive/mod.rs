//! Taking everything along.

mod export_section;

pub use export_section::{ExportSection, extent, size};
