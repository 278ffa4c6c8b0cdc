//! `tagesecho settings`: the settings as a commented `.env` file.

use super::say;
use crate::{commands::cli::Cli, config::secrets};
use backend::error::StartError;
use clap::CommandFactory;

pub fn run() -> Result<(), StartError> {
    say(example().trim_end())
}

/// `.env.example`, from the same descriptions as `--help`.
pub fn example() -> String {
    let command = Cli::command();
    let named = command.get_arguments().filter_map(|a| Some((a.get_env()?.to_str()?, a.get_help()?.to_string())));
    let entries: Vec<String> = named
        .map(|(name, help)| {
            let entry = format!("# {}\n#{name}=\n", help.replace('\n', "\n# "));
            if secrets::names().contains(&name) { entry + &in_a_file(name) } else { entry }
        })
        .collect();
    entries.join("\n")
}

fn in_a_file(name: &str) -> String {
    format!("# Or the file that holds it.\n#{}=\n", secrets::variable(name))
}
