//! `e2e`: Playwright against the binary that the Rust tests have built, with the assets of a release.

use crate::{
    browser,
    build::{self, Profile},
    process::{self, Result},
    setup,
    test::{Runner, total},
};

pub fn e2e(args: &[String]) -> Result {
    total(&[playwright(args)?])
}

pub fn playwright(args: &[String]) -> Result<Runner> {
    let product = build::build(Profile::Test)?;
    setup::packages("end2end")?;
    let (chromium, postgres) = (browser::chromium()?, browser::postgres()?);
    let mut npm = process::npm("end2end", &["test", "--"]);
    npm.args(args)
        .env("TAGESECHO_BIN", product.binary)
        .env("TAGESECHO_SITE", product.site)
        .env("CHROMIUM_PATH", chromium)
        .env("PG_BIN", postgres);
    Runner::run("end to end", npm)
}
