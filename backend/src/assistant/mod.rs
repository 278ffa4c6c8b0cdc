//! Help with what was written: summaries and what belongs to them.

pub mod local;
