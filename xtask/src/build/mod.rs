//! The product: the site folder (`target/site`) and the binary.

mod site;
mod wasm;

use crate::{
    files::{Stamp, fingerprint},
    process::{self, Result, root},
    setup,
    steps::{step, step_unless},
};
use std::path::PathBuf;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    Dev,
    /// Optimised, and quicker to build than `Ship`: what tests run.
    Release,
    /// What people run.
    Ship,
}

#[derive(Clone, Debug)]
pub struct Product {
    pub binary: PathBuf,
    pub site: PathBuf,
}

/// What Vite reads.
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

pub fn build(profile: Profile) -> Result<Product> {
    setup::for_build()?;
    let site = site(profile)?;
    Ok(Product { binary: server(profile)?, site })
}

/// All assets, each only when its inputs changed.
pub fn site(profile: Profile) -> Result<PathBuf> {
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
            process::done(vite)?;
            stamp.set(&wanted)
        },
    )
}

pub fn server(profile: Profile) -> Result<PathBuf> {
    let (folder, name) = match profile {
        Profile::Dev => ("debug", "dev"),
        Profile::Release => ("release", "release"),
        Profile::Ship => ("ship", "ship"),
    };
    let cargo = process::cargo(&["build", "-p", "server", "--bin", "tagesecho", "--profile", name]);
    step(&format!("server ({folder})"), || process::done(cargo))?;
    Ok(root().join("target").join(folder).join(format!("tagesecho{}", std::env::consts::EXE_SUFFIX)))
}
