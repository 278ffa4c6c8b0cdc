//! The program itself, killed, with a full disk and without its database: what it has acknowledged is there afterwards.
//!
//! `CHAOS_ROUNDS` says how often (`cargo xtask chaos`), `TAGESECHO_BIN` names another binary than the tests' own, and
//! `TAGESECHO_BIN_BEFORE` that of the version before it.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]
#![expect(clippy::print_stdout, reason = "the long run tells its figures")]

mod away;
mod backup;
#[path = "../../../backend/tests/stories/world/bucket.rs"]
mod bucket;
mod cluster;
mod crash;
mod disk;
mod imports;
mod leaving;
mod metrics;
mod people;
mod program;
mod proxy;
mod secret;
mod several;

use std::env;

fn rounds(short: u32) -> u32 {
    env::var("CHAOS_ROUNDS").map_or(short, |rounds| rounds.parse().unwrap())
}

/// Below `end`.
fn random(end: u64) -> u64 {
    u64::try_from(uuid::Uuid::new_v4().as_u128() % u128::from(end)).unwrap()
}
