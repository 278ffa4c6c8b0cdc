//! Writing and reading entries.
