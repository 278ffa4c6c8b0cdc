//! `contract`: the embedded identity provider beside Firebase's emulator, answer by answer.

use crate::{
    browser,
    build::{self, Profile},
    files::{Stamp, hash},
    process::{self, Result, root},
    setup,
    steps::step_unless,
    test::{Runner, total},
};
use std::fs;

/// Packages of the registry; the emulator is JavaScript and needs neither Java nor a login.
const PACKAGES: &str = r#"{ "private": true, "dependencies": { "firebase": "12.19.0", "firebase-tools": "15.34.2" } }"#;
const FOLDER: &str = "target/tools/firebase";
const REPORT: &str = "docs/identity-contract.md";

pub fn contract(args: &[String]) -> Result {
    let product = build::build(Profile::Test)?;
    setup::packages("end2end")?;
    install()?;
    let mut npx = process::npm("end2end", &["exec", "--", "playwright", "test", "-c", "contract"]);
    npx.args(args)
        .env("TAGESECHO_BIN", product.binary)
        .env("TAGESECHO_SITE", product.site)
        .env("CHROMIUM_PATH", browser::chromium()?)
        .env("FIREBASE_TOOLS", root().join(FOLDER));
    if args.is_empty() {
        npx.env("CONTRACT_REPORT", root().join(REPORT));
    }
    total(&[Runner::run("contract", npx)?])
}

/// 625 packages in half a minute, once.
fn install() -> Result {
    let folder = root().join(FOLDER);
    let stamp = Stamp::at(folder.join("node_modules/.installed"));
    let wanted = format!("{:016x}", hash(&[PACKAGES.as_bytes()]));
    step_unless(
        "Firebase's emulator and SDK",
        || Ok(stamp.is(&wanted)),
        || {
            fs::create_dir_all(&folder)?;
            fs::write(folder.join("package.json"), PACKAGES)?;
            process::done(process::npm(FOLDER, &["install", "--ignore-scripts", "--no-audit", "--no-fund"]))?;
            stamp.set(&wanted)
        },
    )
}
