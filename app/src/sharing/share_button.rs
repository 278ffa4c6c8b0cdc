//! The share dialog with what it needs to know about an entry.

use super::{ShareTexts, share_dialog::ShareDialog};
use crate::PageRequest;
use domain::{Entry, ShareOptions};
use leptos::prelude::*;

/// Only for the owner: nobody else's `entry` holds token and options.
#[component]
pub fn ShareButton<'a>(entry: &'a Entry, request: &'a PageRequest) -> impl IntoView + use<> {
    view! {
        <ShareDialog
            id=entry.id
            origin=request.backend.settings.origin.clone()
            token=entry.share_token.clone()
            options=options(entry)
            texts=ShareTexts::of(request.language)
        />
    }
}

fn options(entry: &Entry) -> ShareOptions {
    entry.share_options.as_deref().and_then(|json| serde_json::from_str(json).ok()).unwrap_or_default()
}
