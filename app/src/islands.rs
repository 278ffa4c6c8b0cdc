//! All Leptos islands, re-exported by `app-wasm`. The linker drops one that is missing here.

pub use crate::feed::live_feed::*;
pub use crate::search::live_search::*;
