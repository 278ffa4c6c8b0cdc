//! A page of results in the viewer's language.

use crate::server_html::ServerHtml;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchResults {
    /// The address of a page with these results.
    pub address: String,
    /// The number of results in words. Empty: nothing was searched.
    pub count: String,
    /// The results, and the ways to older and newer ones.
    pub html: ServerHtml,
}
