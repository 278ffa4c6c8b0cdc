//! Server functions of the forms that look back.

use crate::{error::CallError, forms::change};
use domain::EntryId;
use leptos::prelude::*;

#[server(endpoint = "form/hide-memory")]
pub async fn hide_memory(id: EntryId) -> Result<(), CallError> {
    change(|request| async move { backend::stats::hide_memory(&request.backend, &request.viewer, id).await }).await
}
