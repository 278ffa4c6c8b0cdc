//! The limit of what is read at the same time. A page too many is refused at once, so that those before it come soon and no save waits behind them.

use super::address_limit::AddressLimit;
use crate::http::error::Failure;
use axum::{
    extract::Request,
    middleware::Next,
    response::{IntoResponse, Response},
};
use backend::throttle::PeerAddress;
use domain::Refusal;
use std::{num::NonZero, sync::Arc, thread::available_parallelism};
use tokio::sync::Semaphore;

/// Pages and calls that are made at the same time, for each processor. It makes as many in about a tenth of a second.
const EACH: usize = 32;

#[derive(Clone, Debug)]
pub struct ReadLimit {
    all: Arc<Semaphore>,
    /// One address has half of them, so that it keeps nobody else out.
    addresses: AddressLimit,
}

impl Default for ReadLimit {
    fn default() -> Self {
        Self::new(available_parallelism().map_or(1, NonZero::get) * EACH)
    }
}

impl ReadLimit {
    fn new(most: usize) -> Self {
        Self { all: Arc::new(Semaphore::new(most)), addresses: AddressLimit::new(most.div_ceil(2)) }
    }

    /// A read counts until its answer begins, so that a slow reader holds nothing. Changes do not count, nor do files: a page has many of them,
    /// and each is soon found.
    pub async fn admit(self, request: Request, next: Next) -> Response {
        if !request.method().is_safe() || is_file(request.uri().path()) {
            return next.run(request).await;
        }
        let address = request.extensions().get::<PeerAddress>().map(|address| address.0.clone());
        let own = self.addresses.take(&address.unwrap_or_default());
        match own.zip(self.all.try_acquire().ok()) {
            Some(_places) => next.run(request).await,
            None => Failure::from(Refusal::Unavailable).into_response(),
        }
    }
}

/// A picture or a recording of a person or a link, or a link's card, which has a queue of its own.
fn is_file(path: &str) -> bool {
    let of_link = path.starts_with("/shared/") && (path.contains("/media/") || path.ends_with("/card.jpg"));
    path.starts_with("/media/") || path.ends_with("/audio") || of_link
}

#[cfg(test)]
mod tests {
    use super::{PeerAddress, ReadLimit};
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
        let limit = ReadLimit::new(4);
        let router = Router::new()
            .route("/slow", get(handler))
            .route("/media/1/original", get(|| async {}))
            .route("/shared/x/media/1/original", get(|| async {}))
            .route("/shared/x/card.jpg", get(|| async {}))
            .route("/", get(|| async {}).post(|| async {}))
            .layer(from_fn(move |request, next| limit.clone().admit(request, next)));
        let ask_as = |address: &str, method: Method, path: &str| {
            let request = Request::builder().method(method).uri(path).extension(PeerAddress(address.into()));
            router.clone().oneshot(request.body(Body::empty()).unwrap())
        };
        let ask = |method: Method, path: &str| ask_as("192.0.2.3", method, path);
        let read_slowly = |address: &str| tokio::spawn(ask_as(address, Method::GET, "/slow"));
        let mut slow = vec![read_slowly("192.0.2.1"), read_slowly("192.0.2.1")];
        drop(begun.acquire_many(2).await.unwrap());
        let own = ask_as("192.0.2.1", Method::GET, "/").await.unwrap().status();
        assert_eq!(own, StatusCode::SERVICE_UNAVAILABLE, "an address has half of them");
        assert_eq!(ask(Method::GET, "/").await.unwrap().status(), StatusCode::OK);
        slow.extend([read_slowly("192.0.2.2"), read_slowly("192.0.2.2")]);
        drop(begun.acquire_many(4).await.unwrap());
        assert_eq!(ask(Method::GET, "/").await.unwrap().status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(ask(Method::POST, "/").await.unwrap().status(), StatusCode::OK);
        for file in ["/media/1/original", "/shared/x/media/1/original", "/shared/x/card.jpg"] {
            assert_eq!(ask(Method::GET, file).await.unwrap().status(), StatusCode::OK);
        }
        end.close();
        for one in slow {
            assert_eq!(one.await.unwrap().unwrap().status(), StatusCode::OK);
        }
        assert_eq!(ask(Method::GET, "/").await.unwrap().status(), StatusCode::OK);
    }
}
