//! What the program does when it is called, a file per command.

pub mod demo;
pub mod invite;
pub mod seed;
pub mod serve;
pub mod settings;

use crate::config::Config;
use backend::{Backend, Clock, error::StartError};
use std::io::{self, Write};

async fn open(config: &Config) -> Result<Backend, StartError> {
    Backend::open(config.settings.clone(), Clock::system()).await
}

/// A line for the person at the terminal; the log goes elsewhere.
fn say(line: &str) -> Result<(), StartError> {
    writeln!(io::stdout(), "{line}").map_err(|e| StartError(format!("the terminal takes no output: {e}")))
}

fn failed(what: &str) -> impl Fn(backend::Error) -> StartError {
    move |error| StartError(format!("{what}: {}", reason(&error)))
}

/// The catalogue's text for a refusal, the cause of a breakage.
fn reason(error: &backend::Error) -> String {
    match error {
        backend::Error::Refused(refused) => domain::Language::En.error_text(refused),
        backend::Error::Broken(broken) => broken.to_string(),
    }
}
