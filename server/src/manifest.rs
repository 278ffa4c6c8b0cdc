//! From Vite's and the WASM build's manifests to the addresses that pages need.

use app::Assets;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// Vite's `manifest.json`: chunks by their source path.
pub type Chunks = BTreeMap<String, Chunk>;

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Chunk {
    file: String,
    imports: Vec<String>,
    dynamic_imports: Vec<String>,
    css: Vec<String>,
}

/// Paths with a leading slash.
#[derive(Debug, Deserialize)]
pub struct Wasm {
    js: String,
    wasm: String,
}

pub fn assets(chunks: &Chunks, wasm: &Wasm) -> Assets {
    let entry = |name: &str| find(chunks, &format!("src/{name}.ts")).map(|(_, chunk)| address(&chunk.file));
    let islands = find(chunks, "src/loader.ts").map_or_else(BTreeMap::new, |(_, loader)| {
        let named = loader.dynamic_imports.iter().filter_map(|key| Some((island_name(key)?, preloads(chunks, key))));
        named.collect()
    });
    Assets {
        styles: styles(chunks),
        fonts: chunks
            .values()
            .map(|chunk| &chunk.file)
            .filter(|file| is_first_font(file))
            .map(|f| address(f))
            .collect(),
        page: entry("page"),
        loader: entry("loader"),
        wasm_boot: entry("wasm-boot"),
        wasm_js: Some(wasm.js.clone()),
        wasm: Some(wasm.wasm.clone()),
        islands,
    }
}

fn address(file: &str) -> String {
    format!("/islands/{file}")
}

fn find<'c>(chunks: &'c Chunks, key: &str) -> Option<(&'c String, &'c Chunk)> {
    chunks.iter().find(|(found, _)| found.as_str() == key || found.ends_with(&format!("/{key}")))
}

/// The one style sheet of every page; what islands bring besides comes with their chunks.
fn styles(chunks: &Chunks) -> Vec<String> {
    let entry = find(chunks, "style/index.css").map(|(_, chunk)| chunk);
    let files = entry.into_iter().flat_map(|chunk| chunk.css.iter().chain([&chunk.file]));
    files.filter(|file| has_ending(file, "css")).map(|file| address(file)).collect()
}

/// The upright Latin files: what the first German words need.
fn is_first_font(file: &str) -> bool {
    let name = file.rsplit('/').next().unwrap_or_default();
    has_ending(name, "woff2")
        && (name.starts_with("literata-latin-") || name.starts_with("nunito-sans-latin-"))
        && !name.contains("latin-ext")
        && !name.contains("italic")
}

fn has_ending(file: &str, ending: &str) -> bool {
    file.rsplit_once('.').is_some_and(|(_, found)| found == ending)
}

/// `src/islands/mood/index.tsx` is `mood`.
fn island_name(key: &str) -> Option<String> {
    let rest = key.split_once("src/islands/")?.1;
    rest.split(['/', '.']).next().map(str::to_owned)
}

/// A chunk and everything that it imports at once.
fn preloads(chunks: &Chunks, key: &str) -> Vec<String> {
    let (mut seen, mut open, mut files) = (BTreeSet::new(), vec![key], Vec::new());
    while let Some(key) = open.pop() {
        let Some(chunk) = chunks.get(key).filter(|_| seen.insert(key)) else { continue };
        files.push(address(&chunk.file));
        open.extend(chunk.imports.iter().map(String::as_str));
    }
    files
}
