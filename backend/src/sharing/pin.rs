//! The PIN of a secret link. It is short, so what keeps it is how seldom it can be tried (product 7).

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
/// How long a browser need not ask again.
const PASS_TIME: TimeDelta = TimeDelta::days(1);

/// What a browser shows instead of the PIN, for as long as the link has that PIN.
#[derive(derive_more::Debug)]
#[debug("Pass {{ seconds: {seconds:?}, .. }}")]
pub struct Pass {
    pub value: String,
    /// How long it is good for.
    pub seconds: i64,
}

/// Who stands before a link, and with what.
#[derive(Clone, Copy, Default, derive_more::Debug)]
#[debug("Visitor(..)")]
pub struct Visitor<'a> {
    /// For throttling.
    pub address: &'a str,
    /// The [`Pass`] that the browser keeps.
    pub pass: Option<&'a str>,
    /// A PIN that comes with this request.
    pub pin: Option<&'a str>,
}

/// With empty hands.
impl<'a> From<&'a str> for Visitor<'a> {
    fn from(address: &'a str) -> Self {
        Self { address, ..Self::default() }
    }
}

/// A new salt for each PIN, the same one set again, too: every change ends the passes that are out.
pub fn new(backend: &Backend, pin: &str) -> Result<StoredPin> {
    check_pin(pin)?;
    let salt = backend.secret.bytes(SALT_BYTES)?;
    let hash = backend.secret.hash(PIN, &salted(&salt, pin));
    Ok(StoredPin { salt, hash, failures: 0 })
}

fn salted(salt: &[u8], pin: &str) -> String {
    format!("{}:{pin}", URL_SAFE_NO_PAD.encode(salt))
}

/// Lets through who has the pass or the PIN, unless too many wrong ones have closed the link.
pub async fn check(backend: &Backend, id: EntryId, stored: &StoredPin, visitor: Visitor<'_>) -> Result<()> {
    stored.is_open()?;
    match (visitor.pass, visitor.pin) {
        (Some(pass), _) if is_pass(backend, stored, pass) => Ok(()),
        (_, Some(typed)) => attempt(backend, id, stored, typed, visitor.address).await,
        _ => Err(Refusal::PinNeeded.into()),
    }
}

/// One try of this PIN: a new one begins with all tries. A right one gives itself back and no other: it must not buy
/// tries for wrong ones. A wrong one is counted for good before it is answered.
pub async fn attempt(backend: &Backend, id: EntryId, stored: &StoredPin, typed: &str, address: &str) -> Result<()> {
    stored.is_open()?;
    // The address first: one that has no tries left takes none of the link's.
    let link = format!("{id} {}", URL_SAFE_NO_PAD.encode(&stored.salt));
    let here = format!("{link} {}", throttle::place(address));
    backend.throttle.take(Action::SharePinAddress, &here)?;
    backend.throttle.take(Action::SharePin, &link)?;
    let digits: String = typed.split_whitespace().collect();
    let is_right = backend.secret.is_hash(PIN, &salted(&stored.salt, &digits), &stored.hash);
    if !is_right && store::count_failure(&backend.db, id, &stored.salt).await? {
        return Err(Refusal::PinWrong.into());
    }
    // Asked again, so that of many tries at the same time none comes after the last.
    let failures = store::failures(&backend.db, id, &stored.salt).await?;
    if failures.is_some_and(|failures| failures >= limits::PIN_FAILURES) {
        return Err(Refusal::PinSpent.into());
    }
    if !is_right || failures.is_none() {
        return Err(Refusal::PinWrong.into());
    }
    backend.throttle.give_back(Action::SharePinAddress, &here);
    backend.throttle.give_back(Action::SharePin, &link);
    Ok(())
}

/// Signed for this salt and hash, so that it is of this link and of this PIN alone.
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
