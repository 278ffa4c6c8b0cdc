//! The log: lines for people or JSON, and panics without their message.

use crate::config::{Config, LogFormat};
use backend::error::StartError;
use std::{
    io::{self, IsTerminal},
    panic,
};
use tracing_subscriber::EnvFilter;

const QUIET: &str = "hyper=info,hyper_util=info,multer=info,sqlx=warn,tower_http=info";

pub fn start(config: &Config) -> Result<(), StartError> {
    let filter = filter(&config.log)?;
    let lines =
        tracing_subscriber::fmt().with_env_filter(filter).with_ansi(io::stderr().is_terminal()).with_writer(io::stderr);
    match config.log_format {
        LogFormat::Text => lines.init(),
        LogFormat::Json => lines.json().init(),
    }
    panic::set_hook(Box::new(hook));
    Ok(())
}

/// The operator's filter, without the modules that could log what people sent.
pub fn filter(asked: &str) -> Result<EnvFilter, StartError> {
    EnvFilter::try_new(format!("{QUIET},{asked}")).map_err(|e| StartError(format!("TAGESECHO_LOG ('{asked}'): {e}")))
}

/// Logs where a panic happened. Its message may hold a person's words, so it is left out.
fn hook(info: &panic::PanicHookInfo<'_>) {
    let (file, line) = info.location().map_or(("", 0), |at| (at.file(), at.line()));
    tracing::error!(file, line, "panicked");
}
