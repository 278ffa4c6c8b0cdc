//! A part of the feed's list, and the props of its island.

use crate::server_html::ServerHtml;
use domain::{FeedFilters, OnlyOwn};
use serde::{Deserialize, Serialize};

/// A page of the list as the server renders it everywhere.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FeedPart {
    /// The cards, or the text for an empty list.
    pub html: ServerHtml,
    pub count: usize,
    pub next: Option<NextPage>,
    /// The cursor of the last entry.
    pub until: Option<String>,
}

/// The page of older entries.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct NextPage {
    pub cursor: String,
    /// Its address, with the same filters.
    pub href: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FeedProps {
    /// The first part of the list. The page has it already, so the browser gets it only once.
    #[serde(skip)]
    pub html: ServerHtml,
    pub count: usize,
    pub next: Option<NextPage>,
    pub filters: FeedFilters,
    pub only: Option<OnlyOwn>,
    /// Whether the address names the filters, so that the stored ones do not count.
    pub is_named: bool,
    /// Whether this is a page of older entries. A choice there leads back to the newest, which have another head.
    pub is_older: bool,
    pub texts: FeedTexts,
}

/// The feed's texts in the viewer's language.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FeedTexts {
    pub more: String,
    pub loading: String,
    pub loaded: String,
    pub added: String,
    pub gap: String,
    pub end: String,
    pub failed: String,
    pub retry: String,
    pub signed_out: String,
}
