//! `dev`: watches the sources, rebuilds what they make, restarts the server.
//! The page reloads by itself: with `TAGESECHO_DEV=1` the server never answers `GET /dev/wait`, and the page's script
//! (`frontend-react/src/dev-reload.ts`, in development builds only) takes the end of that request for the server's.

use crate::{
    build::{self, Profile},
    files::fingerprint,
    process::{Result, program, root},
    setup,
    steps::human,
};
use std::{
    fs,
    path::Path,
    process::{Child, Command},
    thread,
    time::{Duration, Instant},
};

const LOOK_EVERY: Duration = Duration::from_millis(400);
const SOURCES: [&str; 9] =
    ["domain", "backend", "app", "server", "migrations", "frontend-react", "style", "Cargo.toml", "Cargo.lock"];
/// The generated files in `public`.
const MADE: [&str; 2] = ["islands", "pkg"];

pub fn dev(args: &[String]) -> Result {
    setup::for_build()?;
    let mut server: Option<Child> = None;
    let mut built = String::new();
    loop {
        let seen = sources();
        if seen != built {
            let start = Instant::now();
            match build::site(Profile::Dev).and_then(|site| Ok((build::server(Profile::Dev)?, site))) {
                Ok((binary, site)) => {
                    stop(server.take());
                    server = Some(start_server(&binary, &site, args)?);
                    println!("\nchanges are live ({})\n", human(start.elapsed()));
                }
                Err(e) => println!("\n{e}; the next change tries again\n"),
            }
            built = seen;
        }
        if let Some(status) = server.as_mut().and_then(|child| child.try_wait().ok().flatten()) {
            println!("\nthe server has ended ({status}); the next change starts it again\n");
            server = None;
        }
        thread::sleep(LOOK_EVERY);
    }
}

fn sources() -> String {
    let public = fs::read_dir(root().join("public")).into_iter().flatten().flatten();
    let names = public.filter_map(|entry| entry.file_name().into_string().ok());
    let own: Vec<String> = names.filter(|n| !MADE.contains(&n.as_str())).map(|n| format!("public/{n}")).collect();
    fingerprint(&SOURCES) + &fingerprint(&own.iter().map(String::as_str).collect::<Vec<_>>())
}

fn start_server(binary: &Path, site: &Path, args: &[String]) -> Result<Child> {
    let mut command: Command = program(binary);
    command.args(args).current_dir(root()).env("TAGESECHO_DEV", "1").env("TAGESECHO_SITE", site);
    Ok(command.spawn()?)
}

/// Kills the server at once: a graceful stop would wait for the pages that wait for it.
fn stop(server: Option<Child>) {
    if let Some(mut child) = server {
        drop(child.kill());
        drop(child.wait());
    }
}
