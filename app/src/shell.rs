//! The document around every page: head, security policy, scripts.

use crate::{request::PageRequest, routes::App};
use leptos::{prelude::*, reactive::owner::Owner};
use leptos_meta::MetaTags;

/// The whole document. Data of pages is not serialised into it: only islands hydrate, and they get props.
pub fn shell() -> impl IntoView {
    if let Some(shared) = Owner::current_shared_context() {
        shared.set_is_hydrating(false);
    }
    let request = PageRequest::current();
    view! {
        <!DOCTYPE html>
        <html lang=request.language.as_str() data-theme=request.theme.map(crate::request::Theme::as_str)>
            <head>
                <meta charset="utf-8" />
                <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
                <MetaTags />
            </head>
            <body>
                <App />
            </body>
        </html>
    }
}
