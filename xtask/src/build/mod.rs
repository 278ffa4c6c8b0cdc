//! The product: the site folder (`target/site`) and the binary.

mod site;
mod wasm;

use crate::{
    files::{Stamp, fingerprint},
    process::{self, Result, root},
    setup,
    steps::{step, step_unless},
    test::NATIVE,
};
use std::{panic, path::PathBuf, process::Command, thread};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    Dev,
    /// The binary of the Rust tests with the assets of a release: what `run` and end-to-end tests start.
    Test,
    /// The build that is shipped.
    Release,
}

#[derive(Clone, Debug)]
pub struct Product {
    pub binary: PathBuf,
    pub site: PathBuf,
}

/// The version that the release is built with.
const CARGO_AUDITABLE: &str = "0.7.7";

/// The files that Vite reads.
const VITE_INPUTS: [&str; 8] = [
    "frontend-react/src",
    "frontend-react/package.json",
    "frontend-react/package-lock.json",
    "frontend-react/tsconfig.json",
    "frontend-react/vite.config.ts",
    "frontend-react/node_modules/.installed",
    "style",
    "domain/locales",
];

/// Builds the site beside the server, whose last crates are compiled one after the other and leave a core idle.
pub fn build(profile: Profile) -> Result<Product> {
    setup::for_build()?;
    let (binary, site) = thread::scope(|scope| {
        let site = scope.spawn(|| site(profile));
        (server(profile), site.join().unwrap_or_else(|panic| panic::resume_unwind(panic)))
    });
    Ok(Product { binary: binary?, site: site? })
}

/// All assets, each only when its inputs changed.
pub fn site(profile: Profile) -> Result<PathBuf> {
    setup::packages("frontend-react")?;
    islands(profile)?;
    wasm::build(profile)?;
    site::assemble(profile)
}

fn islands(profile: Profile) -> Result {
    let mode = if profile == Profile::Dev { "development" } else { "production" };
    let (wanted, stamp) = (format!("{mode} {}", fingerprint(&VITE_INPUTS)), Stamp::new("vite"));
    step_unless(
        "islands and styles",
        || Ok(stamp.is(&wanted) && root().join("public/islands/manifest.json").is_file()),
        || {
            let mut vite = process::npm("frontend-react", &["run", "build", "--", "--mode", mode]);
            vite.env("NODE_ENV", mode);
            process::done(process::in_background(vite))?;
            stamp.set(&wanted)
        },
    )
}

pub fn server(profile: Profile) -> Result<PathBuf> {
    let (folder, cargo) = match profile {
        Profile::Dev => ("debug", process::cargo(&["build", "-p", "server", "--bin", "tagesecho"])),
        Profile::Test => ("debug", tests_own()),
        Profile::Release => ("release", release(&["--bin", "tagesecho"])?),
    };
    step(&format!("server ({folder})"), || process::done(cargo))?;
    Ok(root().join("target").join(folder).join(format!("tagesecho{}", std::env::consts::EXE_SUFFIX)))
}

/// `cargo build` of a release of `server`: with the list of crates and versions that it is made of in the binary, for
/// `cargo audit bin` and scanners of images.
pub fn release(of: &[&str]) -> Result<Command> {
    setup::install("cargo-auditable", CARGO_AUDITABLE)?;
    let mut cargo = process::program(setup::tool("cargo-auditable"));
    cargo.args(["auditable", "build", "--release", "-p", "server"]).args(of);
    Ok(cargo)
}

/// Cargo builds the binary for the tests that start it. The same selection as theirs, so nothing is compiled twice.
fn tests_own() -> Command {
    let mut cargo = process::cargo(&["test", "--no-run", "--test", "chaos"]);
    cargo.args(NATIVE);
    cargo
}
