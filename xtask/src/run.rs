//! `run`: the product with embedded defaults.

use crate::{
    build::{self, Profile},
    process::{Result, root},
    steps,
};
use std::{process::Command, time::Instant};

/// Starts the build of the tests, which takes half the time, or the shipped build with `--release`. The other arguments are for the server.
pub fn run(args: &[String], start: Instant) -> Result {
    let (ours, args): (Vec<&String>, Vec<&String>) = args.iter().partition(|arg| *arg == "--release");
    let product = build::build(if ours.is_empty() { Profile::Test } else { Profile::Release })?;
    steps::summary("run", start);
    let mut server = Command::new(&product.binary);
    server.args(args).current_dir(root());
    if std::env::var_os("TAGESECHO_SITE").is_none() {
        server.env("TAGESECHO_SITE", &product.site);
    }
    become_it(server)
}

/// Replaces this process by the server, so that signals reach it.
#[cfg(unix)]
fn become_it(mut command: Command) -> Result {
    use std::os::unix::process::CommandExt as _;
    let error = command.exec();
    Err(format!("{} cannot be started: {error}", command.get_program().to_string_lossy()).into())
}

#[cfg(not(unix))]
fn become_it(command: Command) -> Result {
    crate::process::done(command)
}
