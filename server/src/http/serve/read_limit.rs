//! The limit of what is read at the same time. A page too many is refused at once, so that those before it come soon and no save waits behind them.

use crate::http::error::Failure;
use axum::{
    extract::Request,
    middleware::Next,
    response::{IntoResponse, Response},
};
use domain::Refusal;
use std::{num::NonZero, sync::Arc, thread::available_parallelism};
use tokio::sync::Semaphore;

/// Pages and calls that are made at the same time, for each processor. It makes as many in about a tenth of a second.
const EACH: usize = 32;

#[derive(Clone, Debug)]
pub struct ReadLimit(Arc<Semaphore>);

impl Default for ReadLimit {
    fn default() -> Self {
        Self::new(available_parallelism().map_or(1, NonZero::get) * EACH)
    }
}

impl ReadLimit {
    fn new(most: usize) -> Self {
        Self(Arc::new(Semaphore::new(most)))
    }

    /// A read counts until its answer begins, so that a slow reader holds nothing. Changes do not count, nor do files: a page has many of them,
    /// and each is soon found.
    pub async fn admit(self, request: Request, next: Next) -> Response {
        if !request.method().is_safe() || is_file(request.uri().path()) {
            return next.run(request).await;
        }
        match self.0.try_acquire() {
            Ok(_place) => next.run(request).await,
            Err(_) => Failure::from(Refusal::Unavailable).into_response(),
        }
    }
}

/// A picture or a recording, of a person or of a link.
fn is_file(path: &str) -> bool {
    path.starts_with("/media/") || path.ends_with("/audio") || path.starts_with("/shared/") && path.contains("/media/")
}

#[cfg(test)]
mod tests {
    use super::ReadLimit;
    use axum::{Router, body::Body, extract::Request, middleware::from_fn, routing::get};
    use http::{Method, StatusCode};
    use std::sync::Arc;
    use tokio::sync::Semaphore;
    use tower::ServiceExt;

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
        let limit = ReadLimit::new(3);
        let router = Router::new()
            .route("/slow", get(handler))
            .route("/media/1/original", get(|| async {}))
            .route("/shared/x/media/1/original", get(|| async {}))
            .route("/", get(|| async {}).post(|| async {}))
            .layer(from_fn(move |request, next| limit.clone().admit(request, next)));
        let ask = |method: Method, path: &str| {
            let request = Request::builder().method(method).uri(path).body(Body::empty()).unwrap();
            router.clone().oneshot(request)
        };
        let slow: Vec<_> = (0..3).map(|_| tokio::spawn(ask(Method::GET, "/slow"))).collect();
        drop(begun.acquire_many(3).await.unwrap());
        assert_eq!(ask(Method::GET, "/").await.unwrap().status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(ask(Method::POST, "/").await.unwrap().status(), StatusCode::OK);
        for file in ["/media/1/original", "/shared/x/media/1/original"] {
            assert_eq!(ask(Method::GET, file).await.unwrap().status(), StatusCode::OK);
        }
        end.close();
        for one in slow {
            assert_eq!(one.await.unwrap().unwrap().status(), StatusCode::OK);
        }
        assert_eq!(ask(Method::GET, "/").await.unwrap().status(), StatusCode::OK);
    }
}
