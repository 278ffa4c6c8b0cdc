//! `tagesecho settings`: the settings as a commented `.env` file.

use super::say;
use crate::cli::Cli;
use backend::error::StartError;
use clap::CommandFactory;

pub fn run() -> Result<(), StartError> {
    for argument in Cli::command().get_arguments() {
        if let Some((name, help)) = argument.get_env().and_then(|name| name.to_str()).zip(argument.get_help()) {
            say(&format!("# {help}\n#{name}=\n"))?;
        }
    }
    Ok(())
}
