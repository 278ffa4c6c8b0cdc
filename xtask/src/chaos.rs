//! `chaos`: the release, many times killed, with a broken disk, and without its database.

use crate::{
    browser,
    build::{self, Profile},
    process::{self, Result},
    steps::step,
    test::NATIVE,
};
use std::env;

const ROUNDS: &str = "200";

pub fn chaos(args: &[String]) -> Result {
    let product = build::build(Profile::Release)?;
    let (postgres, _, _) = (browser::postgres()?, browser::strace()?, browser::haproxy()?);
    browser::prometheus()?;
    let mut cargo = process::cargo(&["test"]);
    cargo.args(NATIVE).args(["--test", "chaos", "--", "--nocapture"]).args(args);
    cargo.env("TAGESECHO_BIN", product.binary).env("PG_BIN", postgres);
    if env::var_os("CHAOS_ROUNDS").is_none() {
        cargo.env("CHAOS_ROUNDS", ROUNDS);
    }
    step("chaos", || process::done(cargo))
}
