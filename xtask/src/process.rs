//! Running other programs from the project's folder.

use std::{
    env,
    ffi::OsStr,
    io::{BufRead, BufReader, Write as _},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

pub type Error = Box<dyn std::error::Error + Send + Sync>;
pub type Result<T = (), E = Error> = std::result::Result<T, E>;

/// The checkout.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."))
}

/// A program in the checkout, without input, so that it never waits for a person.
pub fn program(name: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(name);
    command.current_dir(root()).stdin(Stdio::null());
    // `cargo run` sets variables about xtask's own package. They would make build scripts (ring) run again.
    for (name, _) in env::vars_os() {
        let text = name.to_string_lossy();
        if ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_", "CARGO_CRATE_"].iter().any(|p| text.starts_with(p)) {
            command.env_remove(&name);
        }
    }
    command
}

pub fn cargo(args: &[&str]) -> Command {
    let mut command = program(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args);
    command
}

/// npm in one of the project's folders.
pub fn npm(folder: &str, args: &[&str]) -> Command {
    let mut command = program(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.args(args).current_dir(root().join(folder)).env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
    command
}

/// The same command with about a quarter of the processor, for work beside something that takes longer.
pub fn in_background(command: Command) -> Command {
    if cfg!(windows) {
        return command;
    }
    let mut nice = program("nice");
    nice.args(["-n", "5"]).arg(command.get_program()).args(command.get_args());
    nice.current_dir(command.get_current_dir().unwrap_or(root()));
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => nice.env(name, value),
            None => nice.env_remove(name),
        };
    }
    nice
}

fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|w| w.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

fn missing(command: &Command, e: &std::io::Error) -> Error {
    format!("{} cannot be started: {e}", command.get_program().to_string_lossy()).into()
}

/// Runs a program to its end, with its output on ours.
pub fn done(mut command: Command) -> Result {
    let status = command.status().map_err(|e| missing(&command, &e))?;
    if status.success() { Ok(()) } else { Err(format!("`{}` failed ({status})", shown(&command)).into()) }
}

/// Runs a program to its end and returns its output.
pub fn output(mut command: Command) -> Result<String> {
    let out = command.stderr(Stdio::inherit()).output().map_err(|e| missing(&command, &e))?;
    if out.status.success() {
        Ok(String::from_utf8_lossy(&out.stdout).into_owned())
    } else {
        Err(format!("`{}` failed ({})", shown(&command), out.status).into())
    }
}

/// Runs to the end with its output on ours, and shows `look` each line of its standard output.
pub fn watched(mut command: Command, mut look: impl FnMut(&str)) -> Result<bool> {
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(|e| missing(&command, &e))?;
    if let Some(stdout) = child.stdout.take() {
        for line in BufReader::new(stdout).split(b'\n') {
            let line = String::from_utf8_lossy(&line?).into_owned();
            // Locked for a line only: something else may run beside it.
            let mut ours = std::io::stdout().lock();
            writeln!(ours, "{line}")?;
            ours.flush()?;
            drop(ours);
            look(&line);
        }
    }
    Ok(child.wait()?.success())
}

/// The path of the program `name`.
pub fn find(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}
