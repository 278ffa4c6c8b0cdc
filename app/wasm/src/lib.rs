//! The browser's module: every island and the call that starts them.

pub use app::islands::*;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
pub fn hydrate() {
    leptos::mount::hydrate_islands();
}
