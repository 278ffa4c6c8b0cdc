//! Costs of the feed's statement on both engines (`backend/benches/feed.rs`).

use crate::{
    browser,
    process::{self, Result},
    test::NATIVE,
};

pub fn measure(entries: u32) -> Result {
    let mut bench = process::cargo(&["bench", "--quiet", "--bench", "feed"]);
    bench.args(NATIVE).env("BENCH_ENTRIES", entries.to_string()).env("PG_BIN", browser::postgres()?);
    println!(
        "\nA page of 20 entries of the feed for a reader with 500 friends: the first and the tenth, one in the middle of the history, and \
         ten pages at once for who comes back to them; milliseconds, median.\n"
    );
    println!("| engine | entries | filter | first | tenth | middle | ten at once |");
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    process::done(bench)
}
