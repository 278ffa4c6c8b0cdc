//! The counters of a key.

use super::{
    action::{Action, Rate},
    network::{network_key, site},
};

/// The limit of a /48 network of IPv6, as a multiple of that of one address.
const OF_A_SITE: i64 = 10;

/// One number per key (GCRA): the time at which the key has all its attempts again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Counter {
    pub name: String,
    /// Milliseconds in which one attempt is regained.
    pub step: i64,
    /// Milliseconds in which all attempts are regained.
    pub period: i64,
}

/// An IPv6 address counts for its /64 and, tenfold, for its /48.
pub(super) fn counters(owner: &str, action: Action, rate: Rate, key: &str) -> impl Iterator<Item = Counter> {
    let own = Counter {
        name: format!("{owner} {action:?} {}", network_key(key)),
        step: rate.milliseconds,
        period: rate.burst.saturating_mul(rate.milliseconds),
    };
    let site = site(key).map(|site| Counter {
        name: format!("{owner} {action:?} {site}/48"),
        step: (rate.milliseconds / OF_A_SITE).max(1),
        period: own.period,
    });
    std::iter::once(own).chain(site)
}
