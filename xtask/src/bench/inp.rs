//! The delay between interactions and paint, and the layout shifts of pages, in a real browser (`end2end/bench`).

use crate::{
    browser,
    build::Product,
    process::{self, Result},
    setup,
};

pub fn measure(product: &Product) -> Result {
    setup::packages("end2end")?;
    let mut npx = process::npm("end2end", &["exec", "--", "playwright", "test", "-c", "bench"]);
    npx.env("TAGESECHO_BIN", &product.binary)
        .env("TAGESECHO_SITE", &product.site)
        .env("CHROMIUM_PATH", browser::chromium()?);
    println!("\nInteraction to next paint and layout shift, processor slowed to a quarter.\n");
    println!("| interaction | ms |");
    println!("| --- | --- |");
    process::done(npx)
}
