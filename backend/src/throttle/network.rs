//! The network that counts as one client address.

use std::net::{IpAddr, Ipv6Addr};

/// The network that counts as one address: an IPv4 address, or the /64 network of an IPv6 address, since a client
/// usually has all of its 2^64 addresses. `None`: the text is not an address.
pub fn network(address: &str) -> Option<IpAddr> {
    Some(match address.parse::<IpAddr>().ok()?.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        address @ IpAddr::V4(_) => address,
    })
}

/// The network of an address as text, for use in a key. Text that is not an address stays as it is.
pub fn network_key(address: &str) -> String {
    network(address).map_or_else(|| address.to_owned(), |network| network.to_string())
}

/// The /48 network of an IPv6 address, which one customer may have as a whole.
pub(super) fn site(address: &str) -> Option<Ipv6Addr> {
    match network(address)? {
        IpAddr::V6(network) => {
            let [a, b, c, ..] = network.segments();
            Some(Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0))
        }
        IpAddr::V4(_) => None,
    }
}
