//! A request in flight. It counts for the caller's address until the last byte of its answer is sent.

use super::address_limit::{AddressLimit, Place};
use crate::http::address;
use axum::{body::Body, extract::Request, response::Response};
use bytes::Bytes;
use http_body::{Frame, SizeHint};
use std::{
    net::IpAddr,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

/// Counts requests by the same address that throttles use, so behind a trusted proxy by the forwarded one.
#[derive(Clone, Debug)]
pub struct InFlight {
    limit: AddressLimit,
    trusted_proxies: Arc<[IpAddr]>,
}

impl InFlight {
    pub fn new(per_address: usize, trusted_proxies: Arc<[IpAddr]>) -> Self {
        Self { limit: AddressLimit::new(per_address), trusted_proxies }
    }

    pub fn take(&self, request: &Request) -> Option<Place> {
        self.limit.take(&address::of(request, &self.trusted_proxies))
    }
}

/// The response, which keeps the request's place until it is sent.
pub fn keep(place: Option<Place>, response: Response) -> Response {
    match place {
        Some(place) => response.map(|body| Body::new(Answer { body, _place: place })),
        None => response,
    }
}

struct Answer {
    body: Body,
    _place: Place,
}

impl http_body::Body for Answer {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::{InFlight, keep};
    use axum::{
        body::Body,
        extract::{ConnectInfo, Request},
        response::Response,
    };
    use std::net::{IpAddr, Ipv4Addr, SocketAddr};

    #[test]
    fn an_answer_counts_for_the_forwarded_address_until_it_is_sent() {
        let in_flight = InFlight::new(1, vec![IpAddr::from(Ipv4Addr::LOCALHOST)].into());
        let take = |address: &str| {
            let mut request = Request::new(Body::empty());
            request.extensions_mut().insert(ConnectInfo(SocketAddr::from((Ipv4Addr::LOCALHOST, 1))));
            request.headers_mut().insert("x-forwarded-for", address.parse().unwrap());
            in_flight.take(&request)
        };
        let answer = keep(take("192.0.2.1"), Response::new(Body::from("a")));
        assert!(take("192.0.2.1").is_none() && take("192.0.2.2").is_some());
        drop(answer);
        assert!(take("192.0.2.1").is_some());
    }
}
