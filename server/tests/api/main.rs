//! The REST calls, pages and files through the real router: status, headers and JSON as a caller sees them.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod edges;
mod world;
