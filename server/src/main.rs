//! The program `tagesecho`.

use clap::Parser;
use mimalloc::MiMalloc;
use std::{io::Write, process::ExitCode};

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

#[tokio::main]
async fn main() -> ExitCode {
    match Box::pin(server::commands::cli::Cli::parse().run()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // A sentence for the operator. A failed write cannot be reported.
            drop(writeln!(std::io::stderr(), "tagesecho: {error}"));
            ExitCode::FAILURE
        }
    }
}
