//! Turns `locales/*.json` into an enum of keys and one array of texts per language.
//! A key that is missing in a language, or stands in one only, stops the build.

use std::{
    collections::BTreeMap,
    env,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

type Table = BTreeMap<String, String>;
type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    println!("cargo:rerun-if-changed=locales");
    println!("cargo:rerun-if-changed=build.rs");
    let folder = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("locales");
    let tables = ["de", "en", "fr", "es"].map(|language| (language, load(&folder, language)));
    let mut loaded = Vec::new();
    for (language, table) in tables {
        loaded.push((language, table?));
    }
    let names: Vec<&String> = loaded[0].1.keys().collect();
    for (language, table) in &loaded[1..] {
        let missing: Vec<_> = names.iter().filter(|name| !table.contains_key(**name)).collect();
        let extra: Vec<_> = table.keys().filter(|name| !loaded[0].1.contains_key(*name)).collect();
        if !missing.is_empty() || !extra.is_empty() {
            return Err(format!("domain/locales/{language}.json: missing {missing:?}, not in de.json {extra:?}").into());
        }
    }
    let mut out = String::new();
    out.push_str(
        "/// A text, by its name in the table.\n#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]\npub enum Key {\n",
    );
    for name in &names {
        // Backticks make the text code: names such as 'WhatsApp' are no mistakes there.
        let text = format!("{:?}", loaded[0].1[*name]).replace('`', "'");
        writeln!(out, "/// `{text}`\n{},", variant(name))?;
    }
    writeln!(out, "}}\nimpl Key {{ pub const ALL: [Self; {}] = [", names.len())?;
    for name in &names {
        writeln!(out, "Self::{},", variant(name))?;
    }
    writeln!(out, "]; }}\nstatic NAMES: [&str; {}] = {names:?};", names.len())?;
    for (language, table) in &loaded {
        let texts: Vec<&String> = names.iter().map(|name| &table[*name]).collect();
        writeln!(out, "static {}: [&str; {}] = {texts:?};", language.to_uppercase(), names.len())?;
    }
    fs::write(PathBuf::from(env::var("OUT_DIR")?).join("texts.rs"), out)?;
    Ok(())
}

fn load(folder: &Path, language: &str) -> Result<Table, Failure> {
    let path = folder.join(format!("{language}.json"));
    let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let value: serde_json::Value = serde_json::from_str(&text).map_err(|e| format!("{}: {e}", path.display()))?;
    let mut table = Table::new();
    flatten("", &value, &mut table)?;
    Ok(table)
}

fn flatten(prefix: &str, value: &serde_json::Value, table: &mut Table) -> Result<(), Failure> {
    match value {
        serde_json::Value::Object(map) => {
            for (name, inner) in map {
                let path = if prefix.is_empty() { name.clone() } else { format!("{prefix}.{name}") };
                flatten(&path, inner, table)?;
            }
            Ok(())
        }
        serde_json::Value::String(text) => {
            table.insert(prefix.to_owned(), text.clone());
            Ok(())
        }
        other => Err(format!("{prefix}: expected a text, found {other}").into()),
    }
}

/// `entries.empty_state.title` becomes `EntriesEmptyStateTitle`.
fn variant(name: &str) -> String {
    name.split(['.', '_'])
        .map(|word| {
            let mut letters = word.chars();
            letters.next().map(|first| first.to_uppercase().collect::<String>() + letters.as_str()).unwrap_or_default()
        })
        .collect()
}
