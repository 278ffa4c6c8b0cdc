//! Reads the manifests of Vite and of the WASM build, for the addresses that pages need.

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

/// The editor's folder below `src`. The editor fetches its sections itself.
const EDITOR: &str = "features/entry-editor/";

pub fn assets(chunks: &Chunks, wasm: &Wasm) -> Assets {
    // Scripts that browsers store, with all of their imports: those of every page, of the offline page, and of what it sends
    // later.
    let kept = [
        ("page", "src/page.ts"),
        ("offline", "src/features/offline/index.ts"),
        ("outbox", "src/features/entry-editor/save/outbox.ts"),
        ("unsaved-drafts", "src/features/unsaved-drafts/index.ts"),
    ];
    let kept =
        kept.into_iter().filter_map(|(name, path)| Some((name.to_owned(), preloads(chunks, find(chunks, path)?.0))));
    let entry = |name: &str| find(chunks, &format!("src/{name}.ts")).map(|(_, chunk)| address(&chunk.file));
    let editor = format!("src/{EDITOR}editor.ts");
    let starts = ["src/loader.ts", &editor].into_iter().filter_map(|key| find(chunks, key));
    let later = starts.flat_map(|(_, chunk)| &chunk.dynamic_imports);
    let named = later.filter_map(|key| Some((island_name(key)?, preloads(chunks, key))));
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
        islands: named.chain(kept).collect(),
    }
}

fn address(file: &str) -> String {
    format!("/islands/{file}")
}

fn find<'c>(chunks: &'c Chunks, key: &str) -> Option<(&'c String, &'c Chunk)> {
    chunks.iter().find(|(found, _)| found.as_str() == key || found.ends_with(&format!("/{key}")))
}

/// The one style sheet of every page. Further styles come with the chunks of islands.
fn styles(chunks: &Chunks) -> Vec<String> {
    let entry = find(chunks, "style/index.css").map(|(_, chunk)| chunk);
    let files = entry.into_iter().flat_map(|chunk| chunk.css.iter().chain([&chunk.file]));
    files.filter(|file| has_ending(file, "css")).map(|file| address(file)).collect()
}

/// Whether this is one of the upright Latin files, which the first German words need.
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

/// `src/features/linkedin/index.tsx` is `linkedin`; of the editor, `src/features/entry-editor/editor.ts` is `editor` and the
/// section `src/features/entry-editor/mood/index.tsx` is `mood`.
fn island_name(key: &str) -> Option<String> {
    let rest = key.strip_prefix("src/")?;
    let rest = [EDITOR, "features/"].iter().find_map(|folder| rest.strip_prefix(folder)).unwrap_or(rest);
    let name = rest.split('/').next()?;
    Some(name.strip_suffix(".ts").unwrap_or(name).to_owned())
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

#[cfg(test)]
mod tests {
    use super::assets;
    use serde_json::{from_value, json};

    #[test]
    fn pages_get_the_addresses_of_what_vite_and_the_module_build_made() {
        let chunks = json!({
            "../style/index.css": { "file": "assets/index-1.css", "isEntry": true, "assets": ["assets/literata-latin-wght-normal-2.woff2"] },
            "_react-3.js": { "file": "assets/react-3.js", "imports": ["_runtime-4.js"] },
            "_runtime-4.js": { "file": "assets/runtime-4.js", "imports": ["_react-3.js"] },
            "node_modules/x/literata-latin-wght-normal.woff2": { "file": "assets/literata-latin-wght-normal-2.woff2" },
            "node_modules/x/literata-latin-wght-italic.woff2": { "file": "assets/literata-latin-wght-italic-5.woff2" },
            "node_modules/x/nunito-sans-latin-ext-wght-normal.woff2": { "file": "assets/nunito-sans-latin-ext-wght-normal-6.woff2" },
            "src/features/entry-editor/editor.ts": { "file": "assets/editor-7.js", "dynamicImports": ["src/features/entry-editor/mood/index.tsx"] },
            "src/features/entry-editor/save/outbox.ts": { "file": "assets/outbox-13.js", "imports": ["_react-3.js"] },
            "src/features/entry-editor/mood/index.tsx": { "file": "assets/mood-8.js", "imports": ["_react-3.js"] },
            "src/loader.ts": { "file": "assets/loader-9.js", "dynamicImports": ["src/features/linkedin/index.tsx", "src/features/entry-editor/editor.ts"] },
            "src/features/offline/index.ts": { "file": "assets/offline-12.js", "imports": ["src/features/entry-editor/editor.ts"] },
            "src/page.ts": { "file": "assets/page-10.js", "dynamicImports": ["src/features/offline/index.ts"] },
            "src/wasm-boot.ts": { "file": "assets/wasm-boot-11.js" },
        });
        let wasm = json!({ "js": "/pkg/app-1.js", "wasm": "/pkg/app-1.wasm" });
        let found = assets(&from_value(chunks).unwrap(), &from_value(wasm).unwrap());
        assert_eq!(found.styles, ["/islands/assets/index-1.css"]);
        assert_eq!(found.fonts, ["/islands/assets/literata-latin-wght-normal-2.woff2"]);
        assert_eq!(found.page.as_deref(), Some("/islands/assets/page-10.js"));
        assert_eq!(found.loader.as_deref(), Some("/islands/assets/loader-9.js"));
        assert_eq!(found.wasm_boot.as_deref(), Some("/islands/assets/wasm-boot-11.js"));
        assert_eq!((found.wasm_js.as_deref(), found.wasm.as_deref()), (Some("/pkg/app-1.js"), Some("/pkg/app-1.wasm")));
        let mood = ["/islands/assets/mood-8.js", "/islands/assets/react-3.js", "/islands/assets/runtime-4.js"];
        assert_eq!(found.islands["mood"], mood);
        assert_eq!(found.islands["editor"], ["/islands/assets/editor-7.js"]);
        assert_eq!(found.islands["outbox"][0], "/islands/assets/outbox-13.js");
        assert_eq!(found.islands["page"], ["/islands/assets/page-10.js"]);
        assert_eq!(found.islands["offline"], ["/islands/assets/offline-12.js", "/islands/assets/editor-7.js"]);
    }
}
