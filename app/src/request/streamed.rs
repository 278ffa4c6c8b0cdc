//! A part of a page that is too long to be in memory: it is made while the page is sent.

use axum::body::{Body, to_bytes};
use bytes::Bytes;
use futures::{Stream, StreamExt, stream};
use http::{Response, header};
use leptos::prelude::*;
use std::{
    convert::Infallible,
    fmt,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
};

type Content = Pin<Box<dyn Stream<Item = Result<Bytes, Infallible>> + Send>>;

/// Stands where the part belongs. No text of a page has it, because each is escaped.
const PLACE: &str = "<!--streamed-->";

/// The part of the page that is being rendered, if it has one.
#[derive(Clone, Default)]
pub struct Streamed(Arc<Mutex<Option<Content>>>);

impl fmt::Debug for Streamed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Streamed")
    }
}

impl Streamed {
    /// The page with its part in its place.
    pub async fn fill(self, response: Response<Body>) -> Response<Body> {
        let Some(content) = self.0.lock().unwrap_or_else(PoisonError::into_inner).take() else { return response };
        let (mut parts, body) = response.into_parts();
        let page = to_bytes(body, usize::MAX).await.unwrap_or_default();
        let Some(at) = page.windows(PLACE.len()).position(|bytes| bytes == PLACE.as_bytes()) else {
            return Response::from_parts(parts, Body::from(page));
        };
        parts.headers.remove(header::CONTENT_LENGTH);
        let before = stream::once(std::future::ready(Ok(page.slice(..at))));
        let after = stream::once(std::future::ready(Ok(page.slice(at + PLACE.len()..))));
        Response::from_parts(parts, Body::from_stream(before.chain(content).chain(after)))
    }
}

/// Puts HTML here that `content` makes when the page is sent. A page has one such part.
pub fn place(content: impl Stream<Item = Result<Bytes, Infallible>> + Send + 'static) -> impl IntoView {
    if let Some(Streamed(place)) = use_context() {
        *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::pin(content));
    }
    view! { <div inner_html=PLACE></div> }
}
