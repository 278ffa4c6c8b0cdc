//! The caller's address: the connection's, or what a trusted proxy says it is.

use axum::extract::{ConnectInfo, Request};
use std::net::{IpAddr, SocketAddr};

/// The last address that is not a trusted proxy. Addresses that a caller forges in the header are never reached.
pub fn of(request: &Request, trusted: &[IpAddr]) -> String {
    let Some(ConnectInfo(peer)) = request.extensions().get::<ConnectInfo<SocketAddr>>() else { return "local".into() };
    let mut address = peer.ip().to_canonical();
    let forwarded: Vec<&str> = request
        .headers()
        .get_all("x-forwarded-for")
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .collect();
    for hop in forwarded.into_iter().rev() {
        if !trusted.contains(&address) {
            break;
        }
        let Ok(hop) = hop.trim().parse::<IpAddr>() else { break };
        address = hop.to_canonical();
    }
    address.to_string()
}

/// Whether a forwarded address comes from a peer that is not a trusted proxy.
pub fn is_untrusted_proxy(request: &Request, trusted: &[IpAddr]) -> bool {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    request.headers().contains_key("x-forwarded-for")
        && peer.is_some_and(|ConnectInfo(peer)| !trusted.contains(&peer.ip().to_canonical()))
}

#[cfg(test)]
mod tests {
    use super::of;
    use axum::{
        body::Body,
        extract::{ConnectInfo, Request},
    };
    use std::net::{IpAddr, SocketAddr};

    fn address(peer: &str, forwarded: &str, trusted: &[&str]) -> String {
        let mut request = Request::new(Body::empty());
        request.extensions_mut().insert(ConnectInfo(SocketAddr::new(peer.parse().unwrap(), 1)));
        request.headers_mut().insert("x-forwarded-for", forwarded.parse().unwrap());
        let trusted: Vec<IpAddr> = trusted.iter().map(|a| a.parse().unwrap()).collect();
        of(&request, &trusted)
    }

    #[test]
    fn only_trusted_proxies_are_believed() {
        assert_eq!(address("192.0.2.9", "198.51.100.1", &[]), "192.0.2.9");
        assert_eq!(address("10.0.0.1", "198.51.100.1", &["10.0.0.1"]), "198.51.100.1");
        assert_eq!(address("10.0.0.1", "6.6.6.6, 198.51.100.1", &["10.0.0.1"]), "198.51.100.1", "a forged first hop");
        assert_eq!(address("10.0.0.1", "198.51.100.1, 10.0.0.2", &["10.0.0.1", "10.0.0.2"]), "198.51.100.1");
        assert_eq!(address("10.0.0.1", "nonsense", &["10.0.0.1"]), "10.0.0.1");
        assert_eq!(address("::ffff:10.0.0.1", "2001:db8::1", &["10.0.0.1"]), "2001:db8::1");
    }
}
