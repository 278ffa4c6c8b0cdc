//! Server functions of the feed.

use crate::error::CallError;
use domain::{FeedFilters, OnlyOwn};
use leptos::{prelude::*, server_fn::codec::Json};
use serde::{Deserialize, Serialize};

/// A page of the feed as the server renders it everywhere.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FeedPart {
    /// The list, or why there is nothing to read.
    pub html: String,
    pub count: usize,
    /// The cursor of older entries. Empty: there are none.
    pub next: String,
    /// The address of the next page with the same filters.
    pub href: String,
    /// The last place that it holds. Empty where it holds none.
    pub until: String,
}

#[server(endpoint = "feed/page", input = Json)]
pub async fn load_page(
    filters: FeedFilters,
    only: Option<OnlyOwn>,
    before: Option<String>,
) -> Result<FeedPart, CallError> {
    let request = crate::PageRequest::current();
    let choice = domain::FeedChoice::new(filters, only);
    let limit = domain::limits::FEED_PAGE;
    if filters.friends {
        backend::friends::answer_filter_offer(&request.backend, &request.viewer)
            .await
            .map_err(|e| CallError::answer(&e, &request))?;
    }
    let page = backend::feed::page(&request.backend, &request.viewer, choice, before.as_deref(), limit).await;
    page.and_then(|page| super::feed_list::part(page, choice, before.as_deref(), &request))
        .map_err(|e| CallError::answer(&e, &request))
}
