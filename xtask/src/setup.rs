//! Installs what a fresh machine lacks. Each step checks first and takes milliseconds when there is nothing to do.

use crate::{
    files::{Stamp, hash},
    process::{self, Result, root},
    steps::step_unless,
};
use std::{fs, path::PathBuf};

pub const WASM: &str = "wasm32-unknown-unknown";
const NODE: u32 = 20;

/// The programs that a build needs.
pub fn for_build() -> Result {
    node()?;
    wasm_target()
}

fn node() -> Result {
    let version = process::output({
        let mut node = process::program("node");
        node.arg("--version");
        node
    })
    .map_err(|e| format!("Node {NODE} or newer with npm is needed ({e})"))?;
    let major = version.trim().trim_start_matches('v').split('.').next().and_then(|n| n.parse::<u32>().ok());
    if major.is_some_and(|major| major >= NODE) {
        Ok(())
    } else {
        Err(format!("Node {NODE} or newer is needed, found {}", version.trim()).into())
    }
}

pub fn wasm_target() -> Result {
    step_unless(
        "wasm target",
        || {
            let mut rustc = process::program("rustc");
            rustc.args(["--print", "target-libdir", "--target", WASM]);
            Ok(PathBuf::from(process::output(rustc)?.trim()).is_dir())
        },
        || {
            let mut rustup = process::program("rustup");
            rustup.args(["target", "add", WASM]);
            process::done(rustup).map_err(|e| format!("the Rust target {WASM} is needed ({e})").into())
        },
    )
}

/// A tool of ours, installed by cargo below `target`.
pub fn tool(name: &str) -> PathBuf {
    root().join("target/tools/bin").join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

/// Installs a program of the same name as its package below `target/tools`; without `--locked`, which asks for versions that
/// an index may no longer offer.
pub fn install(package: &str, version: &str) -> Result {
    step_unless(
        &format!("{package} {version}"),
        || {
            let installed = fs::read_to_string(root().join("target/tools/.crates.toml")).unwrap_or_default();
            Ok(tool(package).is_file() && installed.contains(&format!("\"{package} {version} (")))
        },
        || {
            let (tools, build) = (root().join("target/tools"), root().join("target/tools/build"));
            let mut cargo = process::cargo(&["install", package, "--version", version, "--force", "--bin", package]);
            cargo.arg("--root").arg(&tools).arg("--target-dir").arg(&build);
            // The tools run for seconds, but optimising them takes minutes.
            cargo.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1").env("CARGO_PROFILE_RELEASE_LTO", "off");
            process::done(cargo)?;
            // The build folder has half a gigabyte that nothing reads again.
            Ok(fs::remove_dir_all(build)?)
        },
    )
}

/// `npm ci`, when the lock file is not the one that was installed.
pub fn packages(folder: &str) -> Result {
    let path = root().join(folder);
    let lock = fs::read(path.join("package-lock.json")).unwrap_or_default();
    let manifest = fs::read(path.join("package.json")).map_err(|e| format!("{folder}/package.json: {e}"))?;
    let wanted = format!("{:016x}", hash(&[&lock, &manifest]));
    let stamp = Stamp::at(path.join("node_modules/.installed"));
    step_unless(
        &format!("npm packages of {folder}"),
        || Ok(stamp.is(&wanted)),
        || {
            process::done(process::in_background(process::npm(folder, &["ci", "--no-audit", "--no-fund"])))?;
            stamp.set(&wanted)
        },
    )
}
