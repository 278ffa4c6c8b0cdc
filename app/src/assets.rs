//! Addresses of the built files, read once at start from the manifests of Vite and of the WASM build.

use std::collections::BTreeMap;

/// Addresses of the built files. Each begins with a slash and contains a hash of the content.
#[derive(Clone, Debug, Default)]
pub struct Assets {
    pub styles: Vec<String>,
    /// The two Latin font files that first paint needs.
    pub fonts: Vec<String>,
    /// Tiny script of every page.
    pub page: Option<String>,
    /// Defines `<r-island>` and `<entry-form>`; only on pages that contain one.
    pub loader: Option<String>,
    /// Boots the Leptos islands; only on pages that contain one.
    pub wasm_boot: Option<String>,
    pub wasm_js: Option<String>,
    pub wasm: Option<String>,
    /// The files to `modulepreload` for a React island, or for `editor`, by its name.
    pub islands: BTreeMap<String, Vec<String>>,
}
