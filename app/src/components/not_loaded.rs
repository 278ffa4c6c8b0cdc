//! A notice in place of a part of the page that could not be loaded. The rest of the page works.

use crate::PageRequest;
use leptos::prelude::*;

pub fn not_loaded(request: &PageRequest, error: &backend::Error) -> AnyView {
    request.log(error);
    view! { <p class="notice">{request.language.error_text(&error.refusal())}</p> }.into_any()
}
