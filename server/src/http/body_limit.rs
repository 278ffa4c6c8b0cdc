//! What comes in: counts a request's body, bounds it, and reads away what a refusal left unread.
//!
//! A browser that is still sending when the answer comes shows a broken connection instead of the answer.

use crate::http::error::Failure;
use axum::{
    body::Body,
    extract::Request,
    middleware::Next,
    response::{IntoResponse, Response},
};
use bytes::Bytes;
use domain::Refusal;
use futures::FutureExt as _;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use http_body::{Body as _, Frame, SizeHint};
use http_body_util::BodyExt;
use std::{
    pin::Pin,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    task::{Context, Poll},
    time::Duration,
};

/// So much is read away at most, and for so long.
const DRAINED_BYTES: u64 = 256 * 1024 * 1024;
const DRAINING: Duration = Duration::from_mins(1);

/// A handle on the body of the request that is being answered.
#[derive(Clone, Debug)]
pub struct BodyLimit(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    body: Mutex<Body>,
    limit: AtomicU64,
    read: AtomicU64,
    asked_for: AtomicBool,
    ended: AtomicBool,
    over: AtomicBool,
    cut: AtomicBool,
    read_after_cut: AtomicBool,
}

impl BodyLimit {
    fn new(body: Body) -> Self {
        let ended = body.is_end_stream();
        Self(Arc::new(Inner {
            body: Mutex::new(body),
            limit: AtomicU64::new(0),
            read: AtomicU64::new(0),
            asked_for: AtomicBool::new(false),
            ended: AtomicBool::new(ended),
            over: AtomicBool::new(false),
            cut: AtomicBool::new(false),
            read_after_cut: AtomicBool::new(false),
        }))
    }

    pub fn set_limit(&self, bytes: u64) {
        self.0.limit.store(bytes, Relaxed);
    }

    /// Whether the whole body has arrived (or will never arrive).
    fn ended(&self) -> bool {
        self.0.ended.load(Relaxed) || self.0.body.lock().unwrap_or_else(PoisonError::into_inner).is_end_stream()
    }

    /// From now on the handler reads an error.
    pub fn cut(&self) {
        self.0.cut.store(true, Relaxed);
    }

    pub fn was_read_after_cut(&self) -> bool {
        self.0.read_after_cut.load(Relaxed)
    }

    fn poll(&self, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        self.0.asked_for.store(true, Relaxed);
        let mut body = self.0.body.lock().unwrap_or_else(PoisonError::into_inner);
        let polled = Pin::new(&mut *body).poll_frame(cx);
        match &polled {
            Poll::Ready(Some(Ok(frame))) => {
                self.0.read.fetch_add(frame.data_ref().map_or(0, |data| data.len() as u64), Relaxed);
            }
            Poll::Ready(None | Some(Err(_))) => self.0.ended.store(true, Relaxed),
            Poll::Pending => {}
        }
        polled
    }

    async fn drain(&self) {
        let all = async {
            while self.0.read.load(Relaxed) < DRAINED_BYTES {
                if !matches!(std::future::poll_fn(|cx| self.poll(cx)).await, Some(Ok(_))) {
                    break;
                }
            }
        };
        drop(tokio::time::timeout(DRAINING, all).await);
    }
}

/// What the handler reads: an error once the limit is passed.
struct Bounded {
    body_limit: BodyLimit,
}

impl http_body::Body for Bounded {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        let inner = &self.body_limit.0;
        if inner.cut.load(Relaxed) {
            inner.read_after_cut.store(true, Relaxed);
            return Poll::Ready(Some(Err(axum::Error::new(TooLate))));
        }
        let polled = self.body_limit.poll(cx);
        if inner.read.load(Relaxed) > inner.limit.load(Relaxed) {
            inner.over.store(true, Relaxed);
            return Poll::Ready(Some(Err(axum::Error::new(TooLarge))));
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body_limit.0.body.lock().unwrap_or_else(PoisonError::into_inner).is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body_limit.0.body.lock().unwrap_or_else(PoisonError::into_inner).size_hint()
    }
}

#[derive(Debug, thiserror::Error)]
#[error("the body is larger than this address takes")]
struct TooLarge;

#[derive(Debug, thiserror::Error)]
#[error("the body took longer than this address waits")]
struct TooLate;

pub async fn layer(request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let body_limit = BodyLimit::new(body);
    let waits = waits_for_continue(&parts.headers);
    let announced = announced(&parts.headers);
    parts.extensions.insert(body_limit.clone());
    let mut response =
        next.run(Request::from_parts(parts, Body::new(Bounded { body_limit: body_limit.clone() }))).await;

    if body_limit.0.over.load(Relaxed) && response.status() != StatusCode::PAYLOAD_TOO_LARGE {
        response = Failure::from(Refusal::BodyTooLarge).into_response();
    }
    let refused = response.status().is_client_error() || response.status().is_server_error();
    let untouched = waits && !body_limit.0.asked_for.load(Relaxed);
    let given_up = response.status() == StatusCode::REQUEST_TIMEOUT || announced > DRAINED_BYTES;
    if !body_limit.ended() && !untouched && !given_up {
        if refused {
            body_limit.drain().await;
        } else {
            // What is here already.
            body_limit.drain().now_or_never();
        }
    }
    if !body_limit.ended() {
        // What is still to come would be read as the next request.
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    response
}

/// The caller sends its body only when told to.
fn waits_for_continue(headers: &HeaderMap) -> bool {
    headers.get(header::EXPECT).is_some_and(|value| value.as_bytes().eq_ignore_ascii_case(b"100-continue"))
}

fn announced(headers: &HeaderMap) -> u64 {
    headers.get(header::CONTENT_LENGTH).and_then(|v| v.to_str().ok()).and_then(|v| v.parse().ok()).unwrap_or(0)
}

/// The whole body of a small request.
pub async fn collect(body: Body) -> Result<Bytes, Failure> {
    Ok(body.collect().await.map_err(|_| Refusal::InvalidForm)?.to_bytes())
}
