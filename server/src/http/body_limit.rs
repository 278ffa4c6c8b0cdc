//! Limits a request's body in size and by a minimum rate, and reads the rest of a refused body.
//!
//! A browser that is still sending when the answer comes shows a broken connection instead of the answer.

use crate::http::{error::Failure, serve};
use axum::{
    body::Body,
    extract::Request,
    middleware::Next,
    response::{IntoResponse, Response},
};
use backend::pace::Pace;
use bytes::Bytes;
use domain::Refusal;
use futures::FutureExt as _;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use http_body::{Body as _, Frame, SizeHint};
use http_body_util::BodyExt;
use std::{
    pin::Pin,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    task::{Context, Poll, ready},
    time::Duration,
};
use tokio::time::{Instant, Sleep, sleep};

/// Most bytes, and longest time, of reading the rest of a refused body. The connection is blocked meanwhile.
const DRAINED_BYTES: u64 = 256 * 1024 * 1024;
const DRAINING: Duration = Duration::from_secs(2);

/// The minimum rate of a body. The slowest mobile networks are three times as fast.
const PACE: Pace = Pace::new(Duration::from_secs(20), 1000);

/// A handle on the body of the request that is being answered.
#[derive(Clone, Debug)]
pub struct BodyLimit(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    incoming: Mutex<Incoming>,
    limit: AtomicU64,
    read: AtomicU64,
    asked_for: AtomicBool,
    ended: AtomicBool,
    over: AtomicBool,
    slow: AtomicBool,
    cut: AtomicBool,
    read_after_cut: AtomicBool,
}

#[derive(Debug)]
struct Incoming {
    body: Body,
    pace: Pace,
    /// Start of the wait for the next bytes, and its timeout.
    waiting: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl Incoming {
    fn poll(&mut self, cx: &mut Context<'_>) -> Poll<Result<Polled, TooSlow>> {
        let polled = Pin::new(&mut self.body).poll_frame(cx);
        if let Poll::Ready(frame) = polled {
            let time = self.waiting.take().map_or(Duration::ZERO, |(since, _)| since.elapsed());
            let bytes = frame.as_ref().and_then(|frame| frame.as_ref().ok()?.data_ref()).map_or(0, Bytes::len);
            self.pace.moved(bytes, time);
            return Poll::Ready(Ok(frame));
        }
        let left = self.pace.left();
        let (_, end) = self.waiting.get_or_insert_with(|| (Instant::now(), Box::pin(sleep(left))));
        end.as_mut().poll(cx).map(|()| Err(TooSlow))
    }
}

type Polled = Option<Result<Frame<Bytes>, axum::Error>>;

impl BodyLimit {
    fn new(body: Body, pace: Pace) -> Self {
        let ended = body.is_end_stream();
        Self(Arc::new(Inner {
            incoming: Mutex::new(Incoming { body, pace, waiting: None }),
            limit: AtomicU64::new(0),
            read: AtomicU64::new(0),
            asked_for: AtomicBool::new(false),
            ended: AtomicBool::new(ended),
            over: AtomicBool::new(false),
            slow: AtomicBool::new(false),
            cut: AtomicBool::new(false),
            read_after_cut: AtomicBool::new(false),
        }))
    }

    pub fn set_limit(&self, bytes: u64) {
        self.0.limit.store(bytes, Relaxed);
    }

    /// Whether the whole body has arrived (or will never arrive).
    fn ended(&self) -> bool {
        self.0.ended.load(Relaxed) || self.incoming().body.is_end_stream()
    }

    /// Makes the handler read an error from now on.
    pub fn cut(&self) {
        self.0.cut.store(true, Relaxed);
    }

    pub fn was_read_after_cut(&self) -> bool {
        self.0.read_after_cut.load(Relaxed)
    }

    fn incoming(&self) -> MutexGuard<'_, Incoming> {
        self.0.incoming.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn poll(&self, cx: &mut Context<'_>) -> Poll<Polled> {
        self.0.asked_for.store(true, Relaxed);
        let frame = match ready!(self.incoming().poll(cx)) {
            Ok(frame) => frame,
            Err(slow) => {
                self.0.slow.store(true, Relaxed);
                return Poll::Ready(Some(Err(axum::Error::new(slow))));
            }
        };
        match &frame {
            Some(Ok(frame)) => {
                self.0.read.fetch_add(frame.data_ref().map_or(0, |data| data.len() as u64), Relaxed);
            }
            None | Some(Err(_)) => self.0.ended.store(true, Relaxed),
        }
        Poll::Ready(frame)
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

/// The handler's view of the body: an error once the limit is passed.
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
        self.body_limit.incoming().body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body_limit.incoming().body.size_hint()
    }
}

#[derive(Debug, thiserror::Error)]
#[error("the body is larger than this address takes")]
struct TooLarge;

#[derive(Debug, thiserror::Error)]
#[error("the body took longer than this address waits")]
struct TooLate;

#[derive(Debug, thiserror::Error)]
#[error("the body came too slowly")]
struct TooSlow;

pub async fn layer(request: Request, next: Next) -> Response {
    bounded(PACE, request, next).await
}

async fn bounded(pace: Pace, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let body_limit = BodyLimit::new(body, pace);
    let is_health_check = serve::is_health_check(parts.uri.path());
    let waits = waits_for_continue(&parts.headers);
    let announced = announced(&parts.headers);
    parts.extensions.insert(body_limit.clone());
    let mut response =
        next.run(Request::from_parts(parts, Body::new(Bounded { body_limit: body_limit.clone() }))).await;

    if body_limit.0.over.load(Relaxed) && response.status() != StatusCode::PAYLOAD_TOO_LARGE {
        response = Failure::from(Refusal::BodyTooLarge).into_response();
    }
    if body_limit.0.slow.load(Relaxed) && response.status() != StatusCode::REQUEST_TIMEOUT {
        response = Failure::from(Refusal::Timeout).into_response();
    }
    let refused = response.status().is_client_error() || response.status().is_server_error();
    let untouched = waits && !body_limit.0.asked_for.load(Relaxed);
    let given_up = response.status() == StatusCode::REQUEST_TIMEOUT || announced > DRAINED_BYTES;
    if !body_limit.ended() && !untouched && !given_up {
        // Health checks are answered without a limit on their number, so their bodies keep no connection.
        if refused && !is_health_check {
            body_limit.drain().await;
        } else {
            // Reads the bytes that have already arrived.
            body_limit.drain().now_or_never();
        }
    }
    if !body_limit.ended() {
        // The rest of the body would be read as the next request.
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    response
}

/// Whether the caller waits for `100 Continue` before it sends its body.
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

#[cfg(test)]
mod tests {
    use super::{Pace, bounded, collect};
    use crate::http::limits::{Limits, guard};
    use axum::{Router, body::Body, extract::Request, middleware::from_fn, routing::post};
    use futures::{StreamExt, stream};
    use http::StatusCode;
    use std::{io, time::Duration};
    use tokio::time::{Instant, interval};
    use tower::ServiceExt;

    async fn read(request: Request) -> StatusCode {
        collect(request.into_body()).await.map_or(StatusCode::BAD_REQUEST, |_| StatusCode::OK)
    }

    #[tokio::test]
    async fn a_body_that_trickles_is_ended_and_one_that_keeps_the_pace_is_read() {
        let limits = Limits { bytes: 1_000_000, time: Duration::from_mins(1) };
        let pace = Pace::new(Duration::from_millis(300), 10_000);
        let router = Router::new()
            .route("/read", post(read))
            .layer(from_fn(move |body_limit, request, next| guard(limits, body_limit, request, next)))
            .route("/refused", post(async || StatusCode::UNAUTHORIZED))
            .layer(from_fn(move |request, next| bounded(pace.clone(), request, next)));
        for (path, piece, pieces, status) in
            [("/read", 1, usize::MAX, 408), ("/read", 5000, 40, 200), ("/refused", 1, usize::MAX, 401)]
        {
            let piece = "a".repeat(piece);
            let body = stream::unfold(interval(Duration::from_millis(20)), move |mut tick| {
                let piece = piece.clone();
                async move {
                    tick.tick().await;
                    Some((Ok::<_, io::Error>(piece), tick))
                }
            });
            let request = Request::post(path).body(Body::from_stream(body.take(pieces))).unwrap();
            let start = Instant::now();
            let response = router.clone().oneshot(request).await.unwrap();
            assert_eq!(response.status().as_u16(), status, "{path}");
            assert!(start.elapsed() < Duration::from_secs(30), "{path}");
            assert_eq!(response.headers().contains_key("connection"), pieces == usize::MAX, "{path}");
        }
    }
}
