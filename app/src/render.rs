//! A page as HTML: first its data, then its view and the document around it at once. A part of a page that waits for something by itself
//! (`Suspense`) would be left out, so pages load before they draw.

use crate::{
    PageRequest,
    head::Head,
    request::streamed::Streamed,
    routes,
    shell::{self, Document},
};
use axum::body::Body;
use http::{HeaderValue, Request, Response, header::CONTENT_TYPE};
use hydration_context::{SharedContext, SsrSharedContext};
use leptos::{
    nonce::provide_nonce,
    prelude::*,
    reactive::{
        computed::ScopedFuture,
        owner::{Owner, Sandboxed},
    },
};
use leptos_axum::ResponseOptions;
use std::sync::Arc;

/// Renders a page: status, title and preview tags are settled before the first byte.
pub async fn render(request: PageRequest, http: Request<Body>) -> Response<Body> {
    let shared = Arc::new(SsrSharedContext::new());
    // Only islands hydrate, and they get their data as props.
    shared.set_is_hydrating(false);
    let owner = Owner::new_root(Some(shared));
    let (options, streamed) = (ResponseOptions::default(), Streamed::default());
    let page = owner.with(|| {
        let (request, head) = (Arc::new(request), Head::default());
        request.provide();
        provide_context(head.clone());
        provide_context(streamed.clone());
        provide_context(options.clone());
        // Redirects look at what the browser asks for.
        provide_context(http.into_parts().0);
        provide_nonce();
        Sandboxed::new(ScopedFuture::new_untracked(async move {
            let page = routes::page(&request).await.to_html();
            shell::document(&request, &Document { head: head.html(), page })
        }))
    });
    let html = Box::pin(page).await;
    owner.unset_with_forced_cleanup();
    let mut response = Response::new(streamed.fill(html));
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    let mut set = options.0.write().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(status) = set.status {
        *response.status_mut() = status;
    }
    response.headers_mut().extend(std::mem::take(&mut set.headers));
    drop(set);
    response
}
