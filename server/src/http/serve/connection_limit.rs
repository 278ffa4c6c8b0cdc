//! How many connections there are at once: a bounded number, and some more that only hear that it is full.

use crate::http::error::Failure;
use axum::{
    extract::Request,
    middleware::Next,
    response::{IntoResponse, Response},
};
use backend::{
    per_key::{Counted, PerKey},
    throttle,
};
use domain::Refusal;
use http::{HeaderValue, header};
use std::{net::IpAddr, sync::Arc};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Connections beyond the bound. Those beyond these wait for the next that ends.
const STANDING: usize = 64;

/// In the extensions of every request that came over a connection beyond the bound.
#[derive(Clone, Copy, Debug)]
pub struct Standing;

#[derive(Debug)]
pub struct ConnectionLimit {
    sitting: Arc<Semaphore>,
    standing: Arc<Semaphore>,
    full: bool,
    per_address: usize,
    /// A proxy brings everybody.
    exempt: Arc<[IpAddr]>,
    /// Those of each address, of IPv6 of each network.
    addresses: PerKey<String>,
}

/// Held as long as the connection lives.
#[derive(Debug)]
pub struct ConnectionPermit {
    pub standing: bool,
    _permit: OwnedSemaphorePermit,
    _counted: Option<Counted<String>>,
}

impl ConnectionLimit {
    /// `exempt` may have as many as there are.
    pub fn new(count: usize, per_address: usize, exempt: Arc<[IpAddr]>) -> Self {
        Self {
            sitting: Arc::new(Semaphore::new(count)),
            standing: Arc::new(Semaphore::new(STANDING)),
            full: false,
            per_address,
            exempt,
            addresses: PerKey::default(),
        }
    }

    /// Waits for whatever becomes free first. `None`: the address has more than it may already, and nobody waits for that.
    pub async fn take(&mut self, peer: IpAddr) -> Option<ConnectionPermit> {
        let peer = peer.to_canonical();
        let most = if self.exempt.contains(&peer) { usize::MAX } else { self.per_address };
        let Some(counted) = self.addresses.take(throttle::place(&peer.to_string()), most) else {
            let permit = Arc::clone(&self.standing).try_acquire_owned().ok()?;
            return Some(ConnectionPermit { standing: true, _permit: permit, _counted: None });
        };
        let (sitting, standing) = (Arc::clone(&self.sitting), Arc::clone(&self.standing));
        let (permit, stands) = tokio::select! {
            biased;
            permit = sitting.acquire_owned() => (permit.ok()?, false),
            permit = standing.acquire_owned() => (permit.ok()?, true),
        };
        if stands && !self.full {
            tracing::warn!("as many connections as TAGESECHO_CONNECTIONS allows; others are told to come back");
        }
        self.full = stands;
        Some(ConnectionPermit { standing: stands, _permit: permit, _counted: Some(counted) })
    }
}

/// Who stands is answered `/livez`, so that nobody takes a full server for a dead one, and else asked to come back.
pub async fn layer(request: Request, next: Next) -> Response {
    if request.extensions().get::<Standing>().is_none() || request.uri().path() == "/livez" {
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
    async fn an_address_has_so_many_connections_and_a_trusted_proxy_all() {
        let mut connection_limit = ConnectionLimit::new(10, 2, vec![address("10.0.0.1")].into());
        let mut held = Vec::new();
        for peer in ["192.0.2.1", "::ffff:192.0.2.1", "2001:db8::1", "2001:db8::2", "10.0.0.1", "10.0.0.1", "10.0.0.1"]
        {
            held.push(connection_limit.take(address(peer)).await.unwrap());
        }
        assert!(held.iter().all(|seat| !seat.standing));
        for peer in ["192.0.2.1", "2001:db8::3"] {
            assert!(connection_limit.take(address(peer)).await.unwrap().standing, "{peer}");
        }
        assert!(!connection_limit.take(address("192.0.2.2")).await.unwrap().standing);
        held.remove(0);
        assert!(!connection_limit.take(address("192.0.2.1")).await.unwrap().standing, "one has left");
    }

    #[tokio::test]
    async fn many_connections_of_one_address_keep_nobody_else_waiting() {
        let mut connection_limit = ConnectionLimit::new(10, 1, Vec::new().into());
        let mut held = Vec::new();
        while let Some(seat) = connection_limit.take(address("192.0.2.1")).await {
            held.push(seat);
        }
        assert!(!connection_limit.take(address("192.0.2.2")).await.unwrap().standing);
    }
}
