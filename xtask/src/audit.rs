//! `audit`: `cargo deny` with the rules of deny.toml.

use crate::{
    process::{self, Result},
    setup,
    steps::step,
};

const CARGO_DENY: &str = "0.20.2";

pub fn audit(args: &[String]) -> Result {
    setup::install("cargo-deny", CARGO_DENY)?;
    let mut checks = vec!["bans", "licenses", "sources"];
    let advisories = args.iter().any(|arg| arg == "--advisories");
    if advisories {
        checks.push("advisories");
    }
    step(&format!("cargo deny ({})", checks.join(", ")), || {
        let mut deny = process::program(setup::tool("cargo-deny"));
        deny.args(["--all-features", "check", "--hide-inclusion-graph"]).args(&checks);
        process::done(deny)
    })?;
    if !advisories {
        println!("advisories were NOT checked: they need the network (`cargo xtask audit --advisories`)");
    }
    Ok(())
}
