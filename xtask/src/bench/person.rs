//! The person whose pages are measured. `tagesecho seed` makes them, signs them in and prints the addresses of their pages.

use crate::{
    build::Product,
    process::{self, Result, program},
    steps::step,
};
use serde_json::Value;
use std::{net::SocketAddr, path::Path};

#[derive(Debug)]
pub struct Person {
    pub cookie: String,
    /// An ID token, for calls without a cookie.
    pub bearer: String,
    /// Paths of pages.
    pub entry: String,
    pub shared: String,
    /// Words on each page that shows the newest entry.
    pub words: String,
}

pub fn seed(product: &Product, data: &Path, address: SocketAddr, entries: u32) -> Result<Person> {
    seed_with(product, data, address, entries, None)
}

/// [`seed`] with so many photos in each entry.
pub fn seed_with(
    product: &Product,
    data: &Path,
    address: SocketAddr,
    entries: u32,
    photos: Option<u32>,
) -> Result<Person> {
    let mut seed = program(&product.binary);
    seed.args(["seed", "--entries", &entries.to_string()]);
    seed.args(photos.iter().flat_map(|photos| ["--photos".to_owned(), photos.to_string()]));
    seed.env("TAGESECHO_DATA", data).env("PORT", address.port().to_string()).env_remove("DATABASE_URL");
    let text = step(&format!("{entries} entries"), || process::output(seed))?;
    let json: Value = serde_json::from_str(text.lines().last().unwrap_or_default())?;
    let field = |name: &str| json[name].as_str().ok_or_else(|| format!("`tagesecho seed` names no {name}"));
    Ok(Person {
        cookie: field("cookie")?.to_owned(),
        bearer: field("idToken")?.to_owned(),
        entry: format!("/entry/{}", field("entryId")?),
        shared: format!("/shared/{}", field("shareToken")?),
        words: format!("({})", entries.saturating_sub(1)),
    })
}
