//! The share dialog with what it needs to know about an entry.

use super::share_dialog::ShareDialog;
use crate::{PageRequest, texts::Texts};
use domain::{Entry, Key, ShareOptions};
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
            texts=Texts::of(request.language, &["share"], &[Key::EntryShare, Key::AppClose])
        />
    }
}

fn options(entry: &Entry) -> ShareOptions {
    entry.share_options.as_deref().and_then(|json| serde_json::from_str(json).ok()).unwrap_or_default()
}
