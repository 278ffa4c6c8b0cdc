//! The limit of what is read at the same time. A page too many is refused at once, so that those before it come soon and no save waits behind them.

use super::{
    address_limit::{AddressLimit, Place},
    connection_limit::is_health_check,
    pressure::Pressure,
};
use crate::http::{error::Failure, request_context, state::AppState};
use axum::{
    extract::Request,
    middleware::Next,
    response::{IntoResponse, Response},
};
use backend::throttle::PeerAddress;
use domain::Refusal;
use std::{num::NonZero, sync::Arc, thread::available_parallelism};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    task::yield_now,
};

/// Pages and calls that are made at the same time, for each processor. It makes as many in less than a tenth of a second.
const EACH: usize = 32;

/// So many of them under pressure: a refusal waits for those that are being made.
const EACH_UNDER_PRESSURE: usize = 8;

#[derive(Clone, Debug)]
pub struct ReadLimit {
    all: Arc<Semaphore>,
    /// Places that stay free under pressure.
    spare: usize,
    processors: u32,
    pressure: Arc<Pressure>,
    /// One address has half of them, so that it keeps nobody else out.
    addresses: AddressLimit,
    addresses_under_pressure: AddressLimit,
}

/// A read's place, until it is dropped.
#[derive(Debug)]
pub struct Places {
    _all: OwnedSemaphorePermit,
    _own: Place,
}

impl Default for ReadLimit {
    fn default() -> Self {
        Self::new(available_parallelism().map_or(1, NonZero::get), EACH)
    }
}

impl ReadLimit {
    fn new(processors: usize, each: usize) -> Self {
        let most = processors * each;
        let addresses = AddressLimit::of_networks(most.div_ceil(2));
        Self {
            all: Arc::new(Semaphore::new(most)),
            spare: processors * each.saturating_sub(EACH_UNDER_PRESSURE),
            processors: u32::try_from(processors).unwrap_or(u32::MAX),
            pressure: Arc::new(Pressure::new()),
            addresses_under_pressure: addresses.with(processors * EACH_UNDER_PRESSURE.min(each).div_ceil(2)),
            addresses,
        }
    }

    /// The answer to a read while no place is free, before anything is done for it: ten times as many as can be made are still refused in time.
    pub fn refused(&self, state: &AppState, request: &Request) -> Option<Response> {
        if !is_counted(request) || !is_made(request.uri().path()) {
            return None;
        }
        if self.is_open() {
            return None;
        }
        self.pressure.has_refused();
        Some(request_context::refused_at_once(state, request, Refusal::Unavailable))
    }

    /// Whether the next page may be begun.
    fn is_open(&self) -> bool {
        let free = self.all.available_permits();
        if free == 0 {
            self.pressure.rises();
        }
        free > 0 && !(self.pressure.is_high() && (free <= self.spare || self.pressure.rests()))
    }

    /// `None`: no place is free, or the address has its half of them.
    pub fn take(&self, address: &str) -> Option<Places> {
        if !self.is_open() {
            return None;
        }
        let addresses = if self.pressure.is_high() { &self.addresses_under_pressure } else { &self.addresses };
        let own = addresses.take(address)?;
        Some(Places { _all: Arc::clone(&self.all).try_acquire_owned().ok()?, _own: own })
    }

    /// A read counts until its answer begins, so that a slow reader holds nothing.
    pub async fn admit(self, request: Request, next: Next) -> Response {
        if !is_counted(&request) {
            return next.run(request).await;
        }
        let address = request.extensions().get::<PeerAddress>().map(|address| address.0.clone());
        match self.take(&address.unwrap_or_default()) {
            Some(_places) => {
                // A page is often made without waiting for anything. So all requests that are there take their places, or are refused, before
                // the next one is made.
                yield_now().await;
                self.pressure.making(self.processors, next.run(request)).await
            }
            None => Failure::from(Refusal::Unavailable).into_response(),
        }
    }
}

/// Changes do not count, nor do files: a page has many of them, and each is soon found.
fn is_counted(request: &Request) -> bool {
    request.method().is_safe() && !is_file(request.uri().path())
}

/// Whether a page or a call may be behind the path: not an asset, whose name has an extension, and not whether the server is well.
fn is_made(path: &str) -> bool {
    !path.contains('.') && !is_health_check(path)
}

/// A picture or a recording of a person or a link, or a link's card, which has a queue of its own.
fn is_file(path: &str) -> bool {
    let mut parts = path.split('/').skip(1);
    let parts: [Option<&str>; 6] = std::array::from_fn(|_| parts.next());
    let is_shape = matches!(
        parts,
        [Some("media"), Some(_), Some(_), None, ..]
            | [Some("api"), Some("entries"), Some(_), Some("audio"), None, _]
            | [Some("shared"), Some(_), Some("audio" | "card.jpg"), None, ..]
            | [Some("shared"), Some(_), Some("media"), Some(_), Some(_), None]
    );
    // A page answers where a part is empty.
    is_shape && !parts.contains(&Some(""))
}

#[cfg(test)]
mod tests {
    use super::{super::pressure::LONGEST_REST, PeerAddress, ReadLimit};
    use axum::{Router, body::Body, extract::Request, middleware::from_fn, routing::get};
    use http::{Method, StatusCode};
    use std::sync::Arc;
    use tokio::{sync::Semaphore, time::sleep};
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
        let limit = ReadLimit::new(1, 4);
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
        for page in [
            "/media",
            "/media//",
            "/shared//audio",
            "/x/audio",
            "/shared/audio",
            "/shared/x/y/media/1",
            "/shared/x/media/1/original/z",
        ] {
            assert_eq!(ask(Method::GET, page).await.unwrap().status(), StatusCode::SERVICE_UNAVAILABLE, "{page}");
        }
        for file in ["/media/1/original", "/shared/x/media/1/original", "/shared/x/card.jpg"] {
            assert_eq!(ask(Method::GET, file).await.unwrap().status(), StatusCode::OK);
        }
        end.close();
        for one in slow {
            assert_eq!(one.await.unwrap().unwrap().status(), StatusCode::OK);
        }
        // After a page under pressure none is begun for a moment.
        sleep(LONGEST_REST).await;
        assert_eq!(ask(Method::GET, "/").await.unwrap().status(), StatusCode::OK);
    }
}
