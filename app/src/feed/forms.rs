//! The form of the feed.

use crate::{error::CallError, forms::attempt};
use backend::friends;
use leptos::prelude::*;

#[server(endpoint = "form/close-filter-offer")]
pub async fn close_filter_offer() -> Result<(), CallError> {
    attempt(|request| async move {
        friends::close_filter_offer(&request.backend, &request.viewer).await?;
        leptos_axum::redirect("/dashboard");
        Ok(())
    })
    .await
}
