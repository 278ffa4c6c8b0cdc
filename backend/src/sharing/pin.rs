//! The PIN of a secret link. It is short, so its protection is that it can be tried only a few times (product 7).

use super::store;
use crate::{
    Backend, Result,
    share_links::StoredPin,
    throttle::{self, Action},
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, TimeDelta};
use domain::{EntryId, Refusal, limits, sharing::check_pin};

const PIN: &str = "share_pin";
const PASS: &str = "share_pass";
const SALT_BYTES: usize = 16;
/// Time in which a browser does not ask again.
const PASS_TIME: TimeDelta = TimeDelta::days(1);

/// The value that a browser sends instead of the PIN. Valid until the link's PIN changes.
#[derive(derive_more::Debug)]
#[debug("Pass {{ seconds: {seconds:?}, .. }}")]
pub struct Pass {
    pub value: String,
    /// Lifetime in seconds.
    pub seconds: i64,
}

/// The visitor of a link, and what they sent.
#[derive(Clone, Copy, Default, derive_more::Debug)]
#[debug("Visitor(..)")]
pub struct Visitor<'a> {
    /// The address, for throttling.
    pub address: &'a str,
    /// The [`Pass`] that the browser has stored.
    pub pass: Option<&'a str>,
    /// A PIN that was sent with this request.
    pub pin: Option<&'a str>,
}

/// A visitor without a pass or a PIN.
impl<'a> From<&'a str> for Visitor<'a> {
    fn from(address: &'a str) -> Self {
        Self { address, ..Self::default() }
    }
}

/// Each PIN gets a new salt, even if the same PIN is set again. So every change ends the passes that were issued.
pub fn new(backend: &Backend, pin: &str) -> Result<StoredPin> {
    check_pin(pin)?;
    let salt = backend.secret.bytes(SALT_BYTES)?;
    let hash = backend.secret.hash(PIN, &salted(&salt, pin));
    Ok(StoredPin { salt, hash, failures: 0 })
}

fn salted(salt: &[u8], pin: &str) -> String {
    format!("{}:{pin}", URL_SAFE_NO_PAD.encode(salt))
}

/// Lets a visitor with the pass or the PIN through, unless too many wrong attempts have closed the link.
pub async fn check(backend: &Backend, id: EntryId, stored: &StoredPin, visitor: Visitor<'_>) -> Result<()> {
    stored.is_open()?;
    match (visitor.pass, visitor.pin) {
        (Some(pass), _) if is_pass(backend, stored, pass) => Ok(()),
        (_, Some(typed)) => attempt(backend, id, stored, typed, visitor.address).await,
        _ => Err(Refusal::PinNeeded.into()),
    }
}

/// One attempt with this PIN. A new PIN starts with all attempts. A right PIN gives back only its own attempt to the throttle, so that it
/// does not allow more wrong ones. A wrong PIN is counted in the database before it is answered.
pub async fn attempt(backend: &Backend, id: EntryId, stored: &StoredPin, typed: &str, address: &str) -> Result<()> {
    stored.is_open()?;
    let link = format!("{id} {}", URL_SAFE_NO_PAD.encode(&stored.salt));
    let here = format!("{link} {}", throttle::network_key(address));
    let tries = [(Action::SharePinAddress, here), (Action::SharePin, link)];
    backend.throttle.take_all(&tries).await?;
    let digits: String = typed.split_whitespace().collect();
    let is_right = backend.secret.is_hash(PIN, &salted(&stored.salt, &digits), &stored.hash);
    if !is_right && store::count_failure(&backend.db, id, &stored.salt).await? {
        return Err(Refusal::PinWrong.into());
    }
    // Read again, so that none of several simultaneous attempts succeeds after the last allowed one.
    let failures = store::failures(&backend.db, id, &stored.salt).await?;
    if failures.is_some_and(|failures| failures >= limits::PIN_FAILURES) {
        return Err(Refusal::PinSpent.into());
    }
    if !is_right || failures.is_none() {
        return Err(Refusal::PinWrong.into());
    }
    backend.throttle.give_all_back(&tries).await;
    Ok(())
}

/// The pass is signed for this salt and hash, so that it is valid only for this link and this PIN.
fn purpose(stored: &StoredPin) -> String {
    format!("{PASS}:{}:{}", URL_SAFE_NO_PAD.encode(&stored.salt), URL_SAFE_NO_PAD.encode(&stored.hash))
}

pub fn pass(backend: &Backend, stored: &StoredPin) -> Pass {
    let until = backend.clock.now() + PASS_TIME;
    let value = backend.secret.sign(&purpose(stored), &until.timestamp().to_string());
    Pass { value, seconds: PASS_TIME.num_seconds() }
}

fn is_pass(backend: &Backend, stored: &StoredPin, pass: &str) -> bool {
    let until = backend.secret.verify(&purpose(stored), pass).and_then(|until| until.parse().ok());
    until.and_then(|until| DateTime::from_timestamp(until, 0)).is_some_and(|until| backend.clock.now() < until)
}
