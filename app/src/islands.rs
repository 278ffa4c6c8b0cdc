//! Every Leptos island, re-exported by `app-wasm`: one that is missing here is dropped by the linker.

pub use crate::feed::live_feed::*;
pub use crate::search::live_search::*;
