//! The ways to reach a diary: over HTTP and from the command line.

mod api;
pub mod commands;
pub mod config;
pub mod http;
pub mod metrics;
pub mod pages;
mod router;

pub use http::AppState;
pub use router::{Options, description, router};
