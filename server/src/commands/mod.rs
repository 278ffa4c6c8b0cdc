//! The command line, a file per command, and the jobs that run beside a server.

mod accounts;
mod backup;
pub mod cli;
mod declarations;
mod demo;
mod doctor;
mod grant_pro;
mod healthcheck;
mod invite;
pub mod log;
mod move_database;
mod move_media;
mod payments;
mod paypal_plan;
mod reports;
mod secret;
mod seed;
mod serve;
pub mod settings;
mod sweeps;
mod verify;

use crate::config::Config;
use backend::{Backend, Clock, Settings, db::Migrations, error::StartError, settings::identity::Choice};
use std::{
    fs,
    io::{self, Write},
    path::Path,
};

async fn open(config: &Config, clock: Clock) -> Result<Backend, StartError> {
    private_folder(&config.settings.data)?;
    Box::pin(Backend::open(config.settings.clone(), clock)).await
}

/// Opens the backend without migrating, for commands that may run beside a server of this or another version.
async fn open_beside(config: &Config) -> Result<Backend, StartError> {
    private_folder(&config.settings.data)?;
    let settings = Settings { migrations: Migrations::Compare, ..config.settings.clone() };
    Box::pin(Backend::open(settings, Clock::system())).await
}

/// Demo accounts need the embedded provider: at another one the people are real, or not ours to create.
fn embedded_only(config: &Config, what: &str) -> Result<(), StartError> {
    if config.settings.identity == Choice::Embedded {
        return Ok(());
    }
    Err(StartError(format!(
        "{what} needs the embedded identity provider: leave out FIREBASE_PROJECT_ID, FIREBASE_API_KEY and \
         FIREBASE_AUTH_EMULATOR_HOST, or register at the provider they name with a code of `tagesecho invite`"
    )))
}

/// Creates the folder for its owner alone, and takes the access of others from an existing one.
fn private_folder(path: &Path) -> Result<(), StartError> {
    let mut folder = fs::DirBuilder::new();
    folder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
    folder.create(path).map_err(|e| StartError(format!("TAGESECHO_DATA ({}) cannot be made: {e}", path.display())))?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let is_open = path.metadata().is_ok_and(|folder| folder.permissions().mode() & 0o077 != 0);
        // A folder that is neither empty nor ours, such as a system folder named by mistake, stays as it is.
        let is_empty = fs::read_dir(path).is_ok_and(|mut files| files.next().is_none());
        if is_open && (is_empty || path.join("media").is_dir()) {
            match fs::set_permissions(path, fs::Permissions::from_mode(0o700)) {
                Ok(()) => {
                    tracing::warn!(folder = %path.display(), "others could open the data folder; now only its owner can");
                }
                Err(error) => tracing::warn!(%error, folder = %path.display(), "OTHERS CAN OPEN THE DATA FOLDER"),
            }
        }
    }
    Ok(())
}

/// A line for the person at the terminal; the log goes elsewhere.
fn say(line: &str) -> Result<(), StartError> {
    writeln!(io::stdout(), "{line}").map_err(|e| StartError(format!("the terminal takes no output: {e}")))
}

fn failed(what: &str) -> impl Fn(backend::Error) -> StartError {
    move |error| StartError(format!("{what}: {}", reason(&error)))
}

/// The catalogue's text for a refusal, the cause of a failure.
fn reason(error: &backend::Error) -> String {
    match error {
        backend::Error::Refused(refused) => domain::Language::En.error_text(refused),
        backend::Error::Broken(broken) => broken.to_string(),
    }
}
