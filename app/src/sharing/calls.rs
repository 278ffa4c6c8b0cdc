//! What the share dialog asks of the server.

use crate::error::CallError;
use domain::{EntryId, ShareOptions};
use leptos::{prelude::*, server_fn::codec::Json};

/// Makes the entry's link; the answer is its token.
#[server(endpoint = "sharing/create", input = Json)]
pub async fn create_link(id: EntryId, options: ShareOptions) -> Result<String, CallError> {
    let request = crate::PageRequest::current();
    backend::sharing::create(&request.backend, &request.viewer, id, options)
        .await
        .map_err(|e| CallError::answer(&e, &request))
}

/// What the link shows from its next request on.
#[server(endpoint = "sharing/options", input = Json)]
pub async fn save_options(id: EntryId, options: ShareOptions) -> Result<(), CallError> {
    let request = crate::PageRequest::current();
    backend::sharing::update_options(&request.backend, &request.viewer, id, options)
        .await
        .map_err(|e| CallError::answer(&e, &request))
}

/// Ends the entry's link at once.
#[server(endpoint = "sharing/remove", input = Json)]
pub async fn remove_link(id: EntryId) -> Result<(), CallError> {
    let request = crate::PageRequest::current();
    backend::sharing::remove(&request.backend, &request.viewer, id).await.map_err(|e| CallError::answer(&e, &request))
}
