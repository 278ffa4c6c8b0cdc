//! A part of a page that is too long to be in memory: it is made while the page is sent.

use axum::body::Body;
use bytes::Bytes;
use futures::{Stream, StreamExt, stream};
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
    pub fn fill(&self, page: String) -> Body {
        let content = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        let place = content.and_then(|content| page.find(PLACE).map(|at| (content, at)));
        let Some((content, at)) = place else { return Body::from(page) };
        let page = Bytes::from(page);
        let before = stream::once(std::future::ready(Ok(page.slice(..at))));
        let after = stream::once(std::future::ready(Ok(page.slice(at + PLACE.len()..))));
        Body::from_stream(before.chain(content).chain(after))
    }
}

/// Puts HTML here that `content` makes when the page is sent. A page has one such part.
pub fn place(content: impl Stream<Item = Result<Bytes, Infallible>> + Send + 'static) -> impl IntoView {
    if let Some(Streamed(place)) = use_context() {
        *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::pin(content));
    }
    view! { <div inner_html=PLACE></div> }
}
