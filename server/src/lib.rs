//! How a journal is reached: routes, sessions, assets, command line.

mod address;
mod answer;
mod api;
pub mod assets;
mod body_limit;
pub mod cli;
pub mod commands;
pub mod config;
mod cookies;
mod csrf;
mod error;
mod extract;
mod form_body;
mod headers;
mod health;
mod limits;
pub mod log;
mod manifest;
mod pages;
mod range;
mod request_context;
mod router;
pub mod serve;
mod state;
mod sweeps;
mod test_controls;
mod uploads;
mod viewer;

pub use router::{Options, router};
pub use state::AppState;
