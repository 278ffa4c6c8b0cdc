//! PostgreSQL's own programs, which copy and restore its database.

use crate::{Db, db::environment, error::StartError};
use std::{
    fs::File,
    io::{self, ErrorKind},
    path::Path,
    process::{Command, Output, Stdio},
};

fn missing(program: &str, error: io::Error) -> StartError {
    StartError(if error.kind() == ErrorKind::NotFound {
        format!("{program} is missing: install PostgreSQL's client programs, of the server's version or a newer one")
    } else {
        format!("{program}: {error}")
    })
}

fn failed(program: &str, output: &Output) -> StartError {
    let text = String::from_utf8_lossy(&output.stderr);
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or("it says no reason");
    StartError(format!("{program} failed: {first}"))
}

/// Refuses a program that is older than the database's server: it cannot read it.
async fn expect_version(program: &'static str, db: &Db) -> Result<(), StartError> {
    let output = tokio::task::spawn_blocking(move || Command::new(program).arg("--version").output()).await;
    let output = output.map_err(|e| StartError(e.to_string()))?.map_err(|e| missing(program, e))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let number =
        text.split_whitespace().find_map(|word| word.split('.').next()?.parse::<i64>().ok()).unwrap_or_default();
    let server =
        super::store::server_version(db).await.map_err(|e| StartError(format!("the database's version: {e}")))?;
    if number < server {
        return Err(StartError(format!(
            "{program} is of version {number}, the database's server of version {server}: install the client programs of the server's version"
        )));
    }
    Ok(())
}

/// Writes a dump of the schema, as it is at one moment.
pub async fn dump(db: &Db, url: &str, schema: &str, file: &Path) -> Result<(), StartError> {
    expect_version("pg_dump", db).await?;
    let mut command = Command::new("pg_dump");
    command.args(["--format=custom", "--no-owner", "--no-privileges", "--no-password"]);
    // Quoted, so that no letter of the name is a pattern.
    command.arg(format!("--schema=\"{schema}\"")).arg("--file").arg(file).envs(environment(url)?).stdin(Stdio::null());
    let done = tokio::task::spawn_blocking(move || command.output()).await.map_err(|e| StartError(e.to_string()))?;
    let output = done.map_err(|e| missing("pg_dump", e))?;
    if output.status.success() { Ok(()) } else { Err(failed("pg_dump", &output)) }
}

/// Restores a dump in one transaction: all of it, or nothing.
pub async fn restore(db: &Db, url: &str, schema: &str, file: &Path) -> Result<(), StartError> {
    expect_version("pg_restore", db).await?;
    let mut command = Command::new("pg_restore");
    command.args(["--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges", "--no-password"]);
    let environment = environment(url)?;
    let database = environment.iter().find(|(name, _)| *name == "PGDATABASE").map(|(_, value)| value.clone());
    command.arg("--schema").arg(schema).arg("--dbname").arg(database.unwrap_or_default()).envs(environment);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut source = File::open(file).map_err(|e| StartError(format!("{}: {e}", file.display())))?;
    let done = tokio::task::spawn_blocking(move || {
        let mut child = command.spawn()?;
        // Through a pipe: when this program is killed, it breaks off, and the transaction with it.
        let sent = child.stdin.take().map(|mut input| io::copy(&mut source, &mut input));
        let output = child.wait_with_output()?;
        // A program that ended early says why itself.
        if output.status.success() { sent.transpose().map(|_| output) } else { Ok(output) }
    });
    let output = done.await.map_err(|e| StartError(e.to_string()))?.map_err(|e| missing("pg_restore", e))?;
    if output.status.success() { Ok(()) } else { Err(failed("pg_restore", &output)) }
}
