//! The program `tagesecho`.

use clap::Parser;
use mimalloc::MiMalloc;
use std::{io::Write, process::ExitCode};

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    take_small_pages();
    run()
}

/// Huge pages of memory take 25 MB more at rest, and make nothing faster.
fn take_small_pages() {
    // A system that does not know them goes on as it is.
    #[cfg(target_os = "linux")]
    rustix::thread::disable_transparent_huge_pages(true).ok();
}

#[tokio::main]
async fn run() -> ExitCode {
    match Box::pin(server::commands::cli::Cli::parse().run()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // A sentence for the operator. A failed write cannot be reported.
            drop(writeln!(std::io::stderr(), "tagesecho: {error}"));
            ExitCode::FAILURE
        }
    }
}
