//! A route: the fixed description of a page.

use super::PageRequest;
use leptos::prelude::AnyView;
use std::{fmt, pin::Pin, sync::Arc};

/// A page of spec 2.
pub struct Route {
    /// The path in axum's syntax.
    pub path: &'static str,
    pub access: Access,
    pub caching: Caching,
    pub address: Address,
    pub scripts: Scripts,
    /// Its forms post to its own path.
    pub has_forms: bool,
    pub(crate) view: fn(Arc<PageRequest>) -> View,
}

pub type View = Pin<Box<dyn Future<Output = AnyView> + Send>>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Guests get the landing page in place (spec 2).
    Account,
    Everyone,
}

/// How long browsers may keep a page. No text of a diary and no code of an address stays in a cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caching {
    /// Kept for guests only, who get the landing page.
    Guests,
    /// Kept, but the browser asks each time whether the link still lives. A PIN forbids it.
    Link,
    Never,
    /// Kept for offline use, so the same for everybody and without anything of the viewer.
    Offline,
}

/// The secrecy of a page's address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Address {
    Plain,
    /// No search engine lists it.
    Unlisted,
    /// A secret that opens something: it is not listed, and no other site gets it.
    Secret,
}

/// The scripts of a page besides the small one that every page has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scripts {
    /// React islands or the editor's form.
    pub loader: bool,
    /// Leptos islands.
    pub wasm: bool,
    /// The dialog for a session that ends while somebody writes.
    pub sign_in_again: bool,
    /// React islands wanted at once.
    pub preload: &'static [&'static str],
}

impl Scripts {
    pub const NONE: Self = Self { loader: false, wasm: false, sign_in_again: false, preload: &[] };
    pub const ISLANDS: Self = Self { wasm: true, ..Self::NONE };
    pub const ENTRY: Self = Self { loader: true, ..Self::NONE };
    pub const SETTINGS: Self = Self { sign_in_again: true, ..Self::NONE };
    pub const EDITOR: Self =
        Self { loader: true, preload: &["editor", "recorder", "dropzone", "emoji", "mood"], ..Self::SETTINGS };
    pub const LINKEDIN: Self = Self { loader: true, preload: &["linkedin"], ..Self::SETTINGS };
    pub const OFFLINE: Self = Self { preload: &["page", "offline", "outbox", "unsaved-drafts"], ..Self::NONE };
}

impl Route {
    /// Whether guests get the landing page instead: on every path that is not open to everyone (spec 2).
    pub fn shows_landing(&self, is_signed_in: bool) -> bool {
        !is_signed_in && self.access == Access::Account
    }

    pub fn scripts(&self, is_signed_in: bool) -> Scripts {
        if self.shows_landing(is_signed_in) { Scripts::NONE } else { self.scripts }
    }

    /// The value of `Cache-Control`, unless the page itself forbids caching.
    pub fn cache_control(&self, is_signed_in: bool) -> &'static str {
        let is_kept = match self.caching {
            Caching::Guests => !is_signed_in,
            Caching::Link | Caching::Offline => true,
            Caching::Never => false,
        };
        if is_kept { "private, no-cache" } else { "private, no-store" }
    }
}

impl fmt::Debug for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Route").field(&self.path).finish()
    }
}
