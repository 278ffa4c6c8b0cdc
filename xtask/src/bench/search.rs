//! Costs of the search's statement on both engines (`backend/benches/search.rs`).

use super::budget;
use crate::{
    browser,
    process::{self, Result},
    test::NATIVE,
};

pub fn measure(others: u32) -> Result {
    let limit = budget::search_limit()?;
    let mut bench = process::cargo(&["bench", "--quiet", "--bench", "search"]);
    bench
        .args(NATIVE)
        .env("BENCH_ENTRIES", others.to_string())
        .env("BENCH_LIMIT_MS", limit.to_string())
        .env("PG_BIN", browser::postgres()?);
    println!(
        "\nA page of 20 results for a person with 10,000 entries among {others} of others; median, which may be {limit} ms.\n"
    );
    println!("| engine | searched for | time | results |");
    println!("| --- | --- | --- | --- |");
    process::done(bench)
}
