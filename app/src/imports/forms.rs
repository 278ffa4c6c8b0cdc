//! The actions of the forms on the page. The file has a handler of its own.

use crate::{error::CallError, forms::change};
use backend::imports;
use domain::{Refusal, imports::ExistingDays};
use leptos::prelude::*;

pub const TAKE: &str = "take-over";
pub const REMOVE: &str = "remove-import";
/// The value of `existing` for a second half.
pub const APPEND: &str = "append";

#[server(endpoint = "form/take-over")]
pub async fn take_over(id: String, #[server(default)] existing: String) -> Result<(), CallError> {
    change(|request| async move {
        let existing = if existing == APPEND { ExistingDays::Append } else { ExistingDays::Keep };
        let id = id.parse().map_err(|_| Refusal::InvalidId)?;
        imports::take_over(&request.backend, &request.viewer, id, existing).await.map(drop)
    })
    .await
}

/// Forgets the file, or undoes the import.
#[server(endpoint = "form/remove-import")]
pub async fn remove_import(id: String) -> Result<(), CallError> {
    change(|request| async move {
        let id = id.parse().map_err(|_| Refusal::InvalidId)?;
        imports::remove(&request.backend, &request.viewer, id).await.map(drop)
    })
    .await
}
