//! Views that wait for something to be loaded.

use crate::PageRequest;
use leptos::prelude::*;

/// Shows `view` once it is loaded; the answer waits for it.
pub fn loaded<V: IntoView + 'static>(view: impl Future<Output = V> + Send + 'static) -> impl IntoView {
    view! { <Suspense>{Suspend::new(view)}</Suspense> }
}

/// A notice in place of a part of the page that could not be loaded. The rest of the page works.
pub fn not_loaded(request: &PageRequest, error: &backend::Error) -> AnyView {
    request.log(error);
    view! { <p class="notice">{request.language.error_text(&error.refusal())}</p> }.into_any()
}
