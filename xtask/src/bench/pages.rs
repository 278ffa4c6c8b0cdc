//! The files that a browser loads for a page: its HTML, and by its HTML and Vite's manifest the styles, fonts, scripts and WASM.

use super::{http::Headers, server::Server};
use crate::process::Result;
use serde_json::Value;
use std::{collections::BTreeSet, fs, path::Path};

/// Bytes as sent, one column of the table each.
#[derive(Debug, Default)]
pub struct Bytes {
    pub html: u64,
    pub html_gzip: u64,
    pub html_brotli: u64,
    /// Everything below is brotli where the server has it.
    pub css: u64,
    pub fonts: u64,
    /// Script that the page itself names.
    pub script: u64,
    /// Script that its islands import later.
    pub on_demand: u64,
    /// WASM and its glue.
    pub wasm: u64,
}

pub fn measure(server: &Server, site: &Path, path: &str, headers: Headers) -> Result<Bytes> {
    let sent = |path: &str, encoding: &str| -> Result<u64> {
        let answer = server.get(path, &[headers, &[("Accept-Encoding", encoding)]].concat())?;
        if answer.status == 200 {
            Ok(answer.body.len() as u64)
        } else {
            Err(format!("{path}: {}", answer.status).into())
        }
    };
    let sum = |paths: BTreeSet<String>| paths.iter().map(|path| sent(path, "br")).sum::<Result<u64>>();
    let html = server.get(path, headers)?.text();
    let manifest: Value = serde_json::from_str(&fs::read_to_string(site.join("islands/manifest.json"))?)?;
    let named = addresses(&html);
    let ending = |wanted: &str| named.iter().filter(|a| a.ends_with(wanted)).cloned().collect::<BTreeSet<_>>();
    let scripts: BTreeSet<String> = ending(".js").into_iter().filter(|a| a.starts_with("/islands/")).collect();
    let mut loaded = BTreeSet::new();
    for script in &scripts {
        imports(&manifest, script, &mut loaded);
    }
    let mut later = BTreeSet::new();
    for island in islands(&html) {
        if let Some(file) = manifest.pointer(&island).and_then(|chunk| chunk["file"].as_str()) {
            imports(&manifest, &format!("/islands/{file}"), &mut later);
        }
    }
    let wasm = named.iter().filter(|a| a.starts_with("/pkg/")).cloned().collect();
    let fonts = ending(".woff2");
    Ok(Bytes {
        html: sent(path, "identity")?,
        html_gzip: sent(path, "gzip")?,
        html_brotli: sent(path, "br")?,
        css: sum(ending(".css"))?,
        fonts: sum(fonts)?,
        on_demand: sum(later.difference(&loaded).cloned().collect())?,
        script: sum(loaded)?,
        wasm: sum(wasm)?,
    })
}

/// Our own assets that an attribute of the page names.
fn addresses(html: &str) -> BTreeSet<String> {
    let values = html.split("=\"").skip(1).filter_map(|rest| rest.split('"').next());
    values.filter(|v| v.starts_with("/islands/") || v.starts_with("/pkg/")).map(str::to_owned).collect()
}

/// The keys of the page's React islands, and of the editor with its sections, in the manifest.
fn islands(html: &str) -> BTreeSet<String> {
    let mut found: BTreeSet<String> = html
        .split("<r-island ")
        .skip(1)
        .filter_map(|rest| rest.split_once("name=\"")?.1.split('"').next())
        .flat_map(|name| ["islands", "features~1entry-editor"].map(|at| format!("/src~1{at}~1{name}~1index.tsx")))
        .collect();
    if html.contains("<entry-form") {
        found.insert("/src~1features~1entry-editor~1editor.ts".into());
    }
    found
}

/// Adds a chunk and what it imports at once.
fn imports(manifest: &Value, address: &str, found: &mut BTreeSet<String>) {
    if !found.insert(address.to_owned()) {
        return;
    }
    let chunks = || manifest.as_object().into_iter().flatten();
    let chunk = chunks().find(|(_, chunk)| chunk["file"].as_str().is_some_and(|file| address.ends_with(file)));
    for name in chunk.and_then(|(_, chunk)| chunk["imports"].as_array()).into_iter().flatten() {
        if let Some(file) = name.as_str().and_then(|name| manifest[name]["file"].as_str()) {
            imports(manifest, &format!("/islands/{file}"), found);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{addresses, imports, islands};
    use std::collections::BTreeSet;

    #[test]
    fn a_page_names_its_assets_and_islands() {
        let html = r#"<link href="/islands/a.css"><a href="/create"></a><r-island data-props="{}" name="mood"></r-island>
            <script data-js="/pkg/app-1.js"></script>"#;
        assert_eq!(addresses(html), BTreeSet::from(["/islands/a.css".to_owned(), "/pkg/app-1.js".to_owned()]));
        assert!(islands(html).contains("/src~1features~1entry-editor~1mood~1index.tsx"));
    }

    #[test]
    fn imports_of_imports_count_once() {
        let manifest = serde_json::json!({
            "src/loader.ts": { "file": "assets/loader.js", "imports": ["_a.js", "_b.js"] },
            "_a.js": { "file": "assets/a.js", "imports": ["_b.js"] },
            "_b.js": { "file": "assets/b.js" },
        });
        let mut found = BTreeSet::new();
        imports(&manifest, "/islands/assets/loader.js", &mut found);
        assert_eq!(found.len(), 3);
    }
}
