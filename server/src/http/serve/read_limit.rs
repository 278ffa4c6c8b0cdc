//! The limit of what is read at the same time. A page too many is refused at once, so that those before it come soon and no save waits behind them.

use crate::http::error::Failure;
use axum::{
    extract::Request,
    middleware::Next,
    response::{IntoResponse, Response},
};
use domain::Refusal;
use http::header::CONTENT_TYPE;
use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

/// Reads that are made at the same time at most: twice what one address may have.
const MOST: usize = 128;
/// As many are made however long they take.
const LEAST: usize = 32;
/// Where pages take longer, too many are made at once.
const LONG: Duration = Duration::from_millis(120);

/// How many reads are made, and may be.
#[derive(Clone, Debug, Default)]
pub struct ReadLimit(Arc<Reads>);

#[derive(Debug)]
struct Reads {
    count: AtomicUsize,
    /// Twice the number that is allowed: a page that took long lowers it by two, another one raises it by one.
    allowed: AtomicUsize,
}

impl Default for Reads {
    fn default() -> Self {
        Self { count: AtomicUsize::new(0), allowed: AtomicUsize::new(MOST * 2) }
    }
}

/// Counts until it is dropped.
struct Read<'r>(&'r Reads);

impl Drop for Read<'_> {
    fn drop(&mut self) {
        self.0.count.fetch_sub(1, Relaxed);
    }
}

impl Reads {
    fn begin(&self) -> Option<Read<'_>> {
        let allowed = self.allowed.load(Relaxed) / 2;
        self.count.fetch_update(Relaxed, Relaxed, |count| (count < allowed).then_some(count + 1)).ok()?;
        Some(Read(self))
    }

    fn page_took(&self, time: Duration) {
        self.allowed.update(Relaxed, Relaxed, |allowed| {
            let allowed = if time > LONG { allowed.saturating_sub(2) } else { allowed + 1 };
            allowed.clamp(LEAST * 2, MOST * 2)
        });
    }
}

impl ReadLimit {
    /// A read counts until its answer begins, so that a slow reader of a file holds nothing. Changes do not count.
    pub async fn admit(self, request: Request, next: Next) -> Response {
        if !request.method().is_safe() {
            return next.run(request).await;
        }
        let Some(_read) = self.0.begin() else {
            return Failure::from(Refusal::Unavailable).into_response();
        };
        let begin = Instant::now();
        let response = next.run(request).await;
        // A file may take long because its bucket does.
        if response.headers().get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html")) {
            self.0.page_took(begin.elapsed());
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::{LEAST, LONG, MOST, ReadLimit, Reads};
    use axum::{Router, body::Body, extract::Request, middleware::from_fn, routing::get};
    use http::{Method, StatusCode};
    use std::sync::Arc;
    use tokio::sync::Semaphore;
    use tower::ServiceExt;

    #[test]
    fn fewer_reads_are_made_where_pages_take_long_and_as_many_as_before_afterwards() {
        let reads = Reads::default();
        let count = || {
            let all: Vec<_> = std::iter::from_fn(|| reads.begin()).take(MOST + 1).collect();
            all.len()
        };
        assert_eq!(count(), MOST);
        reads.page_took(LONG * 2);
        assert_eq!(count(), MOST - 1);
        (0..MOST).for_each(|_| reads.page_took(LONG * 2));
        assert_eq!(count(), LEAST);
        (0..MOST * 2).for_each(|_| reads.page_took(LONG / 2));
        assert_eq!(count(), MOST);
    }

    #[tokio::test]
    async fn a_read_too_many_is_refused_while_changes_have_their_turn() {
        let (begun, end) = (Arc::new(Semaphore::new(0)), Arc::new(Semaphore::new(0)));
        let handler = {
            let (begun, end) = (begun.clone(), end.clone());
            move || async move {
                begun.add_permits(1);
                drop(end.acquire().await);
            }
        };
        let limit = ReadLimit::default();
        let router = Router::new()
            .route("/slow", get(handler))
            .route("/", get(|| async {}).post(|| async {}))
            .layer(from_fn(move |request, next| limit.clone().admit(request, next)));
        let ask = |method: Method, path: &str| {
            let request = Request::builder().method(method).uri(path).body(Body::empty()).unwrap();
            router.clone().oneshot(request)
        };
        let slow: Vec<_> = (0..MOST).map(|_| tokio::spawn(ask(Method::GET, "/slow"))).collect();
        drop(begun.acquire_many(u32::try_from(MOST).unwrap()).await.unwrap());
        assert_eq!(ask(Method::GET, "/").await.unwrap().status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(ask(Method::POST, "/").await.unwrap().status(), StatusCode::OK);
        end.close();
        for one in slow {
            assert_eq!(one.await.unwrap().unwrap().status(), StatusCode::OK);
        }
        assert_eq!(ask(Method::GET, "/").await.unwrap().status(), StatusCode::OK);
    }
}
