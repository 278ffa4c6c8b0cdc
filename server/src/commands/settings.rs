//! `tagesecho settings`: the settings as a commented `.env` file.

use super::say;
use crate::cli::Cli;
use backend::error::StartError;
use clap::CommandFactory;

pub fn run() -> Result<(), StartError> {
    say(example().trim_end())
}

/// `.env.example`, from the same descriptions as `--help`.
pub fn example() -> String {
    let command = Cli::command();
    let named = command.get_arguments().filter_map(|a| Some((a.get_env()?.to_str()?, a.get_help()?.to_string())));
    let entries: Vec<String> =
        named.map(|(name, help)| format!("# {}\n#{name}=\n", help.replace('\n', "\n# "))).collect();
    entries.join("\n")
}
