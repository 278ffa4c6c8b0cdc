//! Server functions of the feed.

use super::feed_part::FeedPart;
use crate::error::CallError;
use domain::{FeedFilters, OnlyOwn};
use leptos::{prelude::*, server_fn::codec::Json};

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
