//! The limit of open connections. A few more are accepted and answered 503.

use super::address_limit::{AddressLimit, Place};
use crate::http::error::Failure;
use axum::{
    extract::Request,
    middleware::Next,
    response::{IntoResponse, Response},
};
use domain::Refusal;
use http::{HeaderValue, header};
use std::{net::IpAddr, sync::Arc};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Connections beyond the limit that are answered 503. More than these wait until one ends.
const EXTRA: usize = 64;

/// Request extension: the server is full, and the request gets 503.
#[derive(Clone, Copy, Debug)]
pub struct OverLimit;

#[derive(Debug)]
pub struct ConnectionLimit {
    served: Arc<Semaphore>,
    extra: Arc<Semaphore>,
    full: bool,
    addresses: AddressLimit,
    /// Proxies carry many callers; their requests are counted instead.
    trusted_proxies: Arc<[IpAddr]>,
}

/// Held until the connection ends.
#[derive(Debug)]
pub struct ConnectionPermit {
    pub is_over_limit: bool,
    _permit: OwnedSemaphorePermit,
    _place: Option<Place>,
}

impl ConnectionLimit {
    pub fn new(count: usize, per_address: usize, trusted_proxies: Arc<[IpAddr]>) -> Self {
        Self {
            served: Arc::new(Semaphore::new(count)),
            extra: Arc::new(Semaphore::new(EXTRA)),
            full: false,
            addresses: AddressLimit::new(per_address),
            trusted_proxies,
        }
    }

    /// Waits for a free place, unless the address is over its limit (`None`).
    pub async fn take(&mut self, peer: IpAddr) -> Option<ConnectionPermit> {
        let peer = peer.to_canonical();
        let mut place = None;
        if !self.trusted_proxies.contains(&peer) {
            place = self.addresses.take(&peer.to_string());
            if place.is_none() {
                let permit = Arc::clone(&self.extra).try_acquire_owned().ok()?;
                return Some(ConnectionPermit { is_over_limit: true, _permit: permit, _place: None });
            }
        }
        let (served, extra) = (Arc::clone(&self.served), Arc::clone(&self.extra));
        let (permit, is_over_limit) = tokio::select! {
            biased;
            permit = served.acquire_owned() => (permit.ok()?, false),
            permit = extra.acquire_owned() => (permit.ok()?, true),
        };
        if is_over_limit && !self.full {
            tracing::warn!("as many connections as TAGESECHO_CONNECTIONS allows; others are told to come back");
        }
        self.full = is_over_limit;
        Some(ConnectionPermit { is_over_limit, _permit: permit, _place: place })
    }
}

/// Whether the path is the health check, which a full server still answers.
pub fn is_health_check(path: &str) -> bool {
    matches!(path, "/livez" | "/readyz")
}

/// Over the limit, only `/livez` and `/readyz` are answered; the rest gets 503. The body stays unread, because reading it would keep
/// the connection open.
pub async fn layer(request: Request, next: Next) -> Response {
    if request.extensions().get::<OverLimit>().is_none() || is_health_check(request.uri().path()) {
        return next.run(request).await;
    }
    let mut response = Failure::from(Refusal::Unavailable).into_response();
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

#[cfg(test)]
mod tests {
    use super::ConnectionLimit;
    use std::net::IpAddr;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[tokio::test]
    async fn an_address_has_a_limit_of_connections_and_a_trusted_proxy_none() {
        let mut connection_limit = ConnectionLimit::new(10, 2, vec![address("10.0.0.1")].into());
        let mut held = Vec::new();
        for peer in ["192.0.2.1", "::ffff:192.0.2.1", "2001:db8::1", "2001:db8::2", "10.0.0.1", "10.0.0.1", "10.0.0.1"]
        {
            held.push(connection_limit.take(address(peer)).await.unwrap());
        }
        assert!(held.iter().all(|permit| !permit.is_over_limit));
        for peer in ["192.0.2.1", "2001:db8::3"] {
            assert!(connection_limit.take(address(peer)).await.unwrap().is_over_limit, "{peer}");
        }
        assert!(!connection_limit.take(address("192.0.2.2")).await.unwrap().is_over_limit);
        held.remove(0);
        assert!(!connection_limit.take(address("192.0.2.1")).await.unwrap().is_over_limit, "one has left");
    }

    #[tokio::test]
    async fn many_connections_of_one_address_keep_nobody_else_waiting() {
        let mut connection_limit = ConnectionLimit::new(10, 1, Vec::new().into());
        let mut held = Vec::new();
        while let Some(permit) = connection_limit.take(address("192.0.2.1")).await {
            held.push(permit);
        }
        assert!(!connection_limit.take(address("192.0.2.2")).await.unwrap().is_over_limit);
    }
}
