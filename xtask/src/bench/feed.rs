//! What the feed's statement costs on both engines (`backend/benches/feed.rs`).

use crate::{
    browser,
    process::{self, Result},
    test::NATIVE,
};

pub fn measure(entries: u32) -> Result {
    let mut bench = process::cargo(&["bench", "--quiet", "--bench", "feed"]);
    bench.args(NATIVE).env("BENCH_ENTRIES", entries.to_string()).env("PG_BIN", browser::postgres()?);
    println!(
        "\nA page of 20 entries of the feed for a reader with 500 friends: first page, and deep in the history; milliseconds, median.\n"
    );
    println!("| engine | entries | own | deep | friends | deep | public | deep | all three | deep | made in s |");
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    process::done(bench)
}
