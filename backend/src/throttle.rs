//! Limits how often something may be tried per client address and per account. Its memory is bounded.

use crate::{Clock, Result, Settings, metrics};
use Burst::{Failures, Fixed, Once, SignUps};
use chrono::TimeDelta;
use domain::{Error, Refusal};
use parking_lot::Mutex;
use std::{
    collections::{HashMap, hash_map::RandomState},
    hash::BuildHasher,
    net::{IpAddr, Ipv6Addr},
};

/// Makes [`Action`] of a table: a name, the attempts at once, and the minutes in which all of them are regained.
macro_rules! actions {
    ($($(#[$doc:meta])* $name:ident: $burst:expr, $minutes:expr;)*) => {
        /// The actions that are counted. Each has its own rate.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Action {
            $($(#[$doc])* $name,)*
        }

        impl Action {
            fn limit(self) -> (Burst, i64) {
                match self {
                    $(Self::$name => ($burst, $minutes),)*
                }
            }

            fn name(self) -> &'static str {
                match self {
                    $(Self::$name => stringify!($name),)*
                }
            }
        }
    };
}

actions! {
    /// Wrong passwords from a client address, and invalid Google tokens. A signed-in person who types the current password is counted per
    /// account and address.
    SignIn: Failures(1), 15;
    /// Wrong passwords for an account from a browser that was signed in to it before.
    DeviceSignIn: Failures(1), 15;
    /// Wrong passwords for an account from all addresses. The limit is high, because a stranger can use it up.
    AccountSignIn: Failures(20), 60;
    /// All sign-ins to an account from one address or browser, including successful ones.
    AnySignIn: Fixed(60), 15;
    /// Token refreshes from an address, except those of this server.
    Refresh: Fixed(120), 15;
    SignUp: SignUps, 60;
    /// Checks of invitation codes.
    Invitation: Fixed(10), 1;
    /// Requests for mails with a code, from an address.
    Recovery: Fixed(10), 60;
    /// Requests for mails with a code, for one account.
    RecoveryAccount: Fixed(3), 60;
    /// Attempts with mail codes that do not exist, from an address.
    RecoveryCode: Fixed(30), 1;
    /// Attempts to open links that do not exist.
    SharedLink: Fixed(60), 1;
    /// Wrong PINs for a link.
    SharePin: Fixed(50), 60;
    /// Wrong PINs for a link from one address.
    SharePinAddress: Fixed(10), 60;
    /// Counted openings of a link by one viewer at one address.
    LinkOpening: Once, 10;
    /// Starts of a sign-in with Google, from an address.
    Google: Fixed(30), 10;
    /// Requests for a transcription, a summary or a LinkedIn post, including failed ones.
    Assistant: Fixed(30), 10;
    /// Requests by an account whose answer reveals whether somebody has an account: searches, friend requests to a mail address, and
    /// invitations, including failed ones.
    PersonSearch: Fixed(30), 10;
    /// Friend requests by an account.
    FriendRequest: Fixed(30), 60;
    /// Cancellations and withdrawals from an address.
    Declaration: Fixed(10), 60;
    /// Downloads of an archive by an account.
    Export: Fixed(20), 60;
    /// Years that an account reads as a book.
    Book: Fixed(20), 10;
    /// Files to import that an account sends.
    Import: Fixed(20), 60;
    /// Reports by an account.
    Report: Fixed(10), 24 * 60;
    /// Webhooks of the payment provider, from an address. Anybody can send them.
    Webhook: Fixed(300), 1;
    /// Saves by an account: entries, the profile, and everything else of its own.
    Save: Fixed(60), 1;
}

/// How many attempts an action has at once.
#[derive(Clone, Copy, Debug)]
enum Burst {
    /// A multiple of the setting for wrong passwords.
    Failures(u32),
    /// The setting for new accounts.
    SignUps,
    Fixed(u32),
    /// A burst of one, also where limits are raised for tests.
    Once,
}

/// The client address. The server's middleware puts it into the extensions of each request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeerAddress(pub String);

/// Marks a call of this server to its own identity provider. It writes the sign-in down itself, with the device.
#[derive(Clone, Copy, Debug)]
pub struct OwnCall;

/// The cookie with which a browser proves an earlier sign-in. The middleware puts it into the request's extensions too.
#[derive(Clone, derive_more::Debug)]
// The cookie does not give access to an account, but it is private.
#[debug("ShownDevice(..)")]
pub struct ShownDevice(pub String);

/// The address of this server's own calls to the embedded identity provider.
pub const OURSELVES: &str = "this server";

/// The limit of a /48 network of IPv6, as a multiple of that of one address.
const OF_A_SITE: i64 = 10;

/// Maximum number of keys in memory. If it is reached, keys with no attempts to wait for are removed, and if that is not enough, the half that
/// recovers soonest.
const KEYS: usize = 50_000;

/// `burst` attempts at once. One attempt is regained every `milliseconds`.
#[derive(Clone, Copy, Debug)]
struct Rate {
    burst: i64,
    milliseconds: i64,
}

impl Rate {
    fn per(burst: u32, period: TimeDelta) -> Self {
        let burst = i64::from(burst.max(1));
        Self { burst, milliseconds: (period.num_milliseconds() / burst).max(1) }
    }
}

/// Rate limits with one number per key (GCRA): the time when the key will have all its attempts again, in milliseconds of [`Clock::running`].
#[derive(Debug)]
pub struct Throttle {
    clock: Clock,
    factor: u32,
    sign_in_failures: u32,
    sign_ups_per_hour: u32,
    hasher: RandomState,
    full_at: Mutex<HashMap<(Action, u64), i64>>,
}

impl Throttle {
    pub fn new(settings: &Settings, clock: &Clock) -> Self {
        Self {
            clock: clock.clone(),
            factor: settings.throttle_factor.max(1),
            sign_in_failures: settings.sign_in_failures,
            sign_ups_per_hour: settings.sign_ups_per_hour,
            hasher: RandomState::new(),
            full_at: Mutex::default(),
        }
    }

    /// Takes one attempt of `key` (an address or an account), or refuses with `too_many_requests` and the seconds to wait.
    pub fn take(&self, action: Action, key: &str) -> Result<()> {
        let rate = self.rate(action);
        let now = self.clock.running().num_milliseconds();
        let mut full_at = self.full_at.lock();
        if full_at.len() >= KEYS {
            forget(&mut full_at, now);
        }
        let next = self.keys(action, key).map(|(key, share)| {
            let milliseconds = (rate.milliseconds / share).max(1);
            let full = rate.burst.saturating_mul(rate.milliseconds);
            let next = full_at.get(&key).copied().unwrap_or(now).max(now).saturating_add(milliseconds);
            (key, next, next.saturating_sub(now).saturating_sub(full))
        });
        let next: Vec<_> = next.collect();
        let wait = next.iter().map(|(_, _, wait)| *wait).max().unwrap_or(0);
        if wait > 0 {
            metrics::THROTTLED.add(1, &[("action", action.name())]);
            let seconds = wait.unsigned_abs().div_ceil(1000);
            return Err(Error::from(Refusal::TooManyRequests).with("seconds", seconds).retry_after(seconds).into());
        }
        full_at.extend(next.into_iter().map(|(key, next, _)| (key, next)));
        Ok(())
    }

    /// Takes one attempt of each key, or none at all.
    pub fn take_all(&self, tries: &[(Action, String)]) -> Result<()> {
        for (n, (action, key)) in tries.iter().enumerate() {
            if let Err(refused) = self.take(*action, key) {
                self.give_all_back(&tries[..n]);
                return Err(refused);
            }
        }
        Ok(())
    }

    pub fn give_all_back(&self, tries: &[(Action, String)]) {
        for (action, key) in tries {
            self.give_back(*action, key);
        }
    }

    /// Undoes one `take` of an attempt that turned out to be harmless.
    pub fn give_back(&self, action: Action, key: &str) {
        let rate = self.rate(action);
        let mut full_at = self.full_at.lock();
        for (key, share) in self.keys(action, key) {
            if let Some(entry) = full_at.get_mut(&key) {
                *entry -= (rate.milliseconds / share).max(1);
            }
        }
    }

    /// Gives back all attempts of `key`.
    pub fn reset(&self, action: Action, key: &str) {
        let mut full_at = self.full_at.lock();
        for (key, _) in self.keys(action, key) {
            full_at.remove(&key);
        }
    }

    fn rate(&self, action: Action) -> Rate {
        let (burst, minutes) = action.limit();
        let tries = match burst {
            Failures(times) => self.sign_in_failures.saturating_mul(times).saturating_mul(self.factor),
            SignUps => self.sign_ups_per_hour.saturating_mul(self.factor),
            Fixed(tries) => tries.saturating_mul(self.factor),
            Once => 1,
        };
        Rate::per(tries, TimeDelta::minutes(minutes))
    }

    /// The counters of `key`, each with how many times the attempts of one address it has. An IPv6 address counts for its /64 and, tenfold,
    /// for its /48, which one customer may have as a whole.
    fn keys(&self, action: Action, key: &str) -> impl Iterator<Item = ((Action, u64), i64)> {
        let network = network(key);
        let own = network.map_or_else(|| self.hasher.hash_one(key), |address| self.hasher.hash_one(address));
        let site = match network {
            Some(IpAddr::V6(address)) => Some(self.hasher.hash_one(("site", &address.segments()[..3]))),
            _ => None,
        };
        let site = site.map(|hash| ((action, hash), OF_A_SITE));
        std::iter::once(((action, own), 1)).chain(site)
    }
}

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

fn forget(full_at: &mut HashMap<(Action, u64), i64>, now: i64) {
    full_at.retain(|_, at| *at > now);
    if full_at.len() < KEYS {
        return;
    }
    let mut times: Vec<i64> = full_at.values().copied().collect();
    let middle = times.len() / 2;
    let (_, median, _) = times.select_nth_unstable(middle);
    let median = *median;
    full_at.retain(|_, at| *at > median);
}

#[cfg(test)]
mod tests {
    use super::{Action, KEYS, Throttle};
    use crate::{Clock, Settings};
    use chrono::{DateTime, TimeDelta};

    fn throttle() -> (Throttle, Clock) {
        let clock = Clock::fixed(DateTime::UNIX_EPOCH + TimeDelta::days(20_000));
        (Throttle::new(&Settings::local("/nowhere".into(), "http://localhost"), &clock), clock)
    }

    #[test]
    fn ten_codes_at_once_then_one_every_six_seconds() {
        let (throttle, clock) = throttle();
        for _ in 0..10 {
            throttle.take(Action::Invitation, "192.0.2.1").unwrap();
        }
        let refused = throttle.take(Action::Invitation, "192.0.2.1").unwrap_err().refusal();
        assert_eq!((refused.code(), refused.retry_after), ("too_many_requests", Some(6)));
        assert_eq!(refused.params, [("seconds", "6".to_owned())]);
        throttle.take(Action::Invitation, "192.0.2.2").unwrap();
        throttle.take(Action::SharedLink, "192.0.2.1").unwrap();

        clock.advance(TimeDelta::seconds(6));
        throttle.take(Action::Invitation, "192.0.2.1").unwrap();
        throttle.take(Action::Invitation, "192.0.2.1").unwrap_err();
        clock.advance(TimeDelta::days(1));
        for _ in 0..10 {
            throttle.take(Action::Invitation, "192.0.2.1").unwrap();
        }
        throttle.take(Action::Invitation, "192.0.2.1").unwrap_err();
    }

    #[test]
    fn a_clock_set_back_neither_locks_out_nor_lets_in() {
        let (throttle, clock) = throttle();
        while throttle.take(Action::Invitation, "192.0.2.1").is_ok() {}
        throttle.take(Action::Invitation, "192.0.2.2").unwrap();
        clock.advance(TimeDelta::days(-30));
        throttle.take(Action::Invitation, "192.0.2.2").unwrap();
        let refused = throttle.take(Action::Invitation, "192.0.2.1").unwrap_err().refusal();
        assert_eq!(refused.retry_after, Some(6));
        clock.advance(TimeDelta::seconds(6));
        throttle.take(Action::Invitation, "192.0.2.1").unwrap();
    }

    #[test]
    fn a_returned_attempt_can_be_taken_again() {
        let (throttle, _) = throttle();
        for _ in 0..30 {
            throttle.take(Action::SignIn, "anna@example.org").unwrap();
            throttle.give_back(Action::SignIn, "anna@example.org");
        }
    }

    #[test]
    fn one_ipv6_network_counts_as_one_address() {
        let (throttle, _) = throttle();
        for n in 0..10 {
            throttle.take(Action::Invitation, &format!("2001:db8:1:2::{n}")).unwrap();
        }
        throttle.take(Action::Invitation, "2001:db8:1:2:ffff::1").unwrap_err();
        throttle.take(Action::Invitation, "2001:db8:1:3::1").unwrap();
        let taken = (4..200).filter(|n| throttle.take(Action::Invitation, &format!("2001:db8:1:{n:x}::1")).is_ok());
        assert_eq!(taken.count(), 100 - 11, "ten times as many for all networks of one site");
        throttle.take(Action::Invitation, "2001:db8:2:1::1").unwrap();
        for _ in 0..10 {
            throttle.take(Action::Invitation, "::ffff:192.0.2.1").unwrap();
        }
        throttle.take(Action::Invitation, "192.0.2.1").unwrap_err();
    }

    #[test]
    fn a_flood_of_addresses_neither_grows_memory_nor_frees_a_refused_one() {
        let (throttle, _) = throttle();
        while throttle.take(Action::SharedLink, "192.0.2.1").is_ok() {}
        for n in 0..KEYS * 3 {
            throttle.take(Action::SharedLink, &format!("account {n}")).unwrap();
        }
        assert!(throttle.full_at.lock().len() <= KEYS);
        throttle.take(Action::SharedLink, "192.0.2.1").unwrap_err();
    }
}
