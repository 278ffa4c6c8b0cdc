//! What the forms of an entry's page and of the bin do.

use crate::{error::CallError, forms::change};
use backend::entries;
use domain::EntryId;
use leptos::prelude::*;

pub const PUT_BACK: &str = "put-back";

/// An earlier text, where the page showed the entry in its version `from`.
#[server(endpoint = "form/put-back")]
pub async fn put_back(id: EntryId, version: i64, from: i64) -> Result<(), CallError> {
    change(|request| async move {
        entries::put_back(&request.backend, &request.viewer, id, version, from).await.map(drop)
    })
    .await
}
