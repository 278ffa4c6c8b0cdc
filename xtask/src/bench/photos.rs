//! Costs of uploaded photos (`backend/benches/photos.rs`).

use crate::{
    process::{self, Result},
    test::NATIVE,
};

pub fn measure() -> Result {
    let mut bench = process::cargo(&["bench", "--quiet", "--bench", "photos"]);
    bench.args(NATIVE);
    println!("\nThe three files of a photo of 16 megapixels: processor time, median, and memory above rest at most.\n");
    println!("| upload | size | processor | memory |");
    println!("| --- | --- | --- | --- |");
    process::done(bench)
}
