//! `chaos`: the release, many times killed, with a broken disk, and without its database.

use crate::{
    browser,
    build::{self, Profile},
    process::{self, Result, root},
    steps::step,
    test::NATIVE,
};
use std::{env, path::PathBuf};

const ROUNDS: &str = "200";

const BEFORE: &str = "TAGESECHO_BIN_BEFORE";

/// `--before COMMIT` begins with three servers of that commit behind `HAProxy`, and updates them to the release. The other arguments go to the
/// tests.
pub fn chaos(args: &[String]) -> Result {
    let (commit, others) = match args {
        [flag, commit, others @ ..] if flag == "--before" => (Some(commit), others),
        others => (None, others),
    };
    let product = build::build(Profile::Release)?;
    let (postgres, _, _) = (browser::postgres()?, browser::strace()?, browser::haproxy()?);
    browser::prometheus()?;
    let mut cargo = process::cargo(&["test"]);
    cargo.args(NATIVE).args(["--test", "chaos", "--", "--nocapture"]).args(others);
    cargo.env("TAGESECHO_BIN", product.binary).env("PG_BIN", postgres);
    if let Some(commit) = commit {
        cargo.env(BEFORE, build_of(commit)?);
    }
    if env::var_os("CHAOS_ROUNDS").is_none() {
        cargo.env("CHAOS_ROUNDS", ROUNDS);
    }
    step("chaos", || process::done(cargo))
}

/// The unoptimised binary of a commit, built in folders of its own.
fn build_of(commit: &str) -> Result<PathBuf> {
    let (source, target) = (root().join("target/before/source"), root().join("target/before/target"));
    let mut git = process::program("git");
    if source.join(".git").exists() {
        git.args(["checkout", "--quiet", "--detach", commit]).current_dir(&source);
    } else {
        git.args(["worktree", "add", "--quiet", "--force", "--detach"]).arg(&source).arg(commit);
    }
    process::done(git)?;
    let mut cargo = process::cargo(&["build", "-p", "server", "--bin", "tagesecho"]);
    cargo.current_dir(&source).env("CARGO_TARGET_DIR", &target);
    step(&format!("server of {commit}"), || process::done(cargo))?;
    Ok(target.join("debug").join(format!("tagesecho{}", env::consts::EXE_SUFFIX)))
}
