//! The limit of connections, or of requests in flight, of one address.

use backend::{
    per_key::{Counted, PerKey},
    throttle,
};
use std::net::{IpAddr, Ipv6Addr};

/// A /48 network of IPv6 may have this many times the limit of one address, since the owner of a /64 often has the /48
/// around it.
const NETWORK_FACTOR: usize = 4;

#[derive(Clone, Debug)]
pub struct AddressLimit {
    per_address: usize,
    network_factor: usize,
    /// Keys are IPv4 addresses, and /64 and /48 networks of IPv6.
    counts: PerKey<String>,
}

/// One counted connection or request, until it is dropped.
#[derive(Debug)]
pub struct Place {
    _address: Counted<String>,
    _network: Option<Counted<String>>,
}

impl AddressLimit {
    pub fn new(per_address: usize) -> Self {
        Self { per_address, network_factor: NETWORK_FACTOR, counts: PerKey::default() }
    }

    /// A /48 network of IPv6 has no more than one address.
    pub fn of_networks(per_address: usize) -> Self {
        Self { network_factor: 1, ..Self::new(per_address) }
    }

    /// Another limit of the same counts.
    pub fn with(&self, per_address: usize) -> Self {
        Self { per_address, counts: self.counts.clone(), ..*self }
    }

    /// `None`: the address, or the network around it, has reached its limit.
    pub fn take(&self, address: &str) -> Option<Place> {
        let counted = self.counts.take(throttle::network_key(address), self.per_address)?;
        let network = match wide_network(address) {
            Some(network) => Some(self.counts.take(network, self.per_address.saturating_mul(self.network_factor))?),
            None => None,
        };
        Some(Place { _address: counted, _network: network })
    }
}

fn wide_network(address: &str) -> Option<String> {
    match throttle::network(address)? {
        IpAddr::V6(address) => {
            let [a, b, c, ..] = address.segments();
            Some(format!("{}/48", Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0)))
        }
        IpAddr::V4(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::AddressLimit;

    #[test]
    fn an_address_and_a_network_have_a_number_each_and_leave_nothing_behind() {
        let limit = AddressLimit::new(2);
        let mut held = Vec::new();
        for n in 0..4 {
            let one = [format!("2001:db8:1:{n}::1"), format!("2001:db8:1:{n}::2")];
            held.extend(one.iter().map(|address| limit.take(address).unwrap()));
            assert!(limit.take(&one[0]).is_none(), "a /64 is one address");
        }
        assert!(limit.take("2001:db8:1:9::1").is_none(), "the /48 has four times as many");
        assert!(limit.take("2001:db8:2::1").is_some() && limit.take("192.0.2.1").is_some());
        held.pop();
        assert!(limit.take("2001:db8:1:9::1").is_some());
        let limit = AddressLimit::of_networks(2);
        let _held = [1, 2].map(|n| limit.take(&format!("2001:db8:1:{n}::1")).unwrap());
        assert!(limit.take("2001:db8:1:3::1").is_none(), "the /48 has as many as one address");
    }
}
