//! The program `tagesecho`.

use clap::Parser;
use mimalloc::MiMalloc;
use server::commands::cli::Cli;
use std::{io::Write, process::ExitCode, time::Duration};
use tokio::runtime;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// An idle thread for blocking work ends after this time. Threads take turns at the work there is: with tokio's ten seconds none of
/// the 60 that were once needed ended all day, and each kept memory.
const IDLE_THREAD: Duration = Duration::from_secs(1);

fn main() -> ExitCode {
    take_small_pages();
    let runtime = runtime::Builder::new_multi_thread().enable_all().thread_keep_alive(IDLE_THREAD).build();
    let done = match runtime {
        Ok(runtime) => runtime.block_on(Box::pin(Cli::parse().run())).map_err(|error| error.to_string()),
        Err(error) => Err(format!("no threads can be started: {error}")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // A sentence for the operator. A failed write cannot be reported.
            drop(writeln!(std::io::stderr(), "tagesecho: {error}"));
            ExitCode::FAILURE
        }
    }
}

/// Huge pages of memory take 25 MB more at rest, and make nothing faster.
fn take_small_pages() {
    // A system that does not know them goes on as it is.
    #[cfg(target_os = "linux")]
    rustix::thread::disable_transparent_huge_pages(true).ok();
}
