//! What the share dialog asks of the server.

use crate::error::CallError;
use domain::EntryId;
use leptos::prelude::*;

/// Ends the entry's link at once.
#[server(endpoint = "sharing/remove")]
pub async fn remove_link(id: EntryId) -> Result<(), CallError> {
    let request = crate::PageRequest::current();
    backend::sharing::remove(&request.backend, &request.viewer, id).await.map_err(|e| CallError::answer(&e, &request))
}
