//! A cache of the provider's public keys, by key id.

use super::signature::{JwkSet, PublicKey};
use crate::{Error, Result};
use chrono::{DateTime, TimeDelta, Utc};
use std::collections::HashMap;
use tokio::sync::{Mutex, RwLock};

/// How long keys are used before they are requested again, unless the provider gives another time.
const KEPT: TimeDelta = TimeDelta::hours(1);
const KEPT_AT_LEAST: TimeDelta = TimeDelta::minutes(1);
const KEPT_AT_MOST: TimeDelta = TimeDelta::days(1);
/// How much longer they are used if the provider does not answer.
const STALE: TimeDelta = TimeDelta::days(1);
/// An unknown key id causes a new request, but at most one in this time. The same holds while the provider does not answer.
const ASKED_AGAIN: TimeDelta = TimeDelta::minutes(1);
/// The shorter pause while the provider does not answer and no known key fits, because then nobody can sign in.
const ASKED_AGAIN_AT_A_LOSS: TimeDelta = TimeDelta::seconds(10);

/// The provider's keys.
#[derive(Debug)]
pub struct Fetched {
    pub keys: JwkSet,
    /// The time during which the provider allows to keep them.
    pub max_age: Option<TimeDelta>,
}

impl From<JwkSet> for Fetched {
    fn from(keys: JwkSet) -> Self {
        Self { keys, max_age: None }
    }
}

/// The same for our own keys, which lie in the database. Another server may just have begun to sign with a new one.
const OWN_ASKED_AGAIN: TimeDelta = TimeDelta::seconds(1);

#[derive(derive_more::Debug)]
#[debug("KeyCache(..)")]
pub struct KeyCache {
    /// The pause between two requests for an unknown key.
    asked_again: TimeDelta,
    cached: RwLock<Cached>,
    /// Held during a request.
    asking: Mutex<()>,
}

#[derive(Default)]
struct Cached {
    keys: HashMap<String, PublicKey>,
    kept: TimeDelta,
    /// The time at which the keys were received.
    came_at: Option<DateTime<Utc>>,
    asked_at: Option<DateTime<Utc>>,
    /// The last request failed.
    is_away: bool,
}

impl Default for KeyCache {
    fn default() -> Self {
        Self { asked_again: ASKED_AGAIN, cached: RwLock::default(), asking: Mutex::default() }
    }
}

enum Found {
    Fresh(PublicKey),
    /// Valid, but it is time to request the keys again.
    Stale(PublicKey),
    Nothing,
}

impl KeyCache {
    /// For the keys of the embedded provider.
    pub fn of_own_keys() -> Self {
        Self { asked_again: OWN_ASKED_AGAIN, ..Self::default() }
    }

    /// The key with this id. `load` requests all keys. Fails if the key is unknown and the provider does not answer.
    pub async fn find<F, T>(&self, kid: &str, now: DateTime<Utc>, load: impl FnOnce() -> F) -> Result<Option<PublicKey>>
    where
        F: Future<Output = Result<T>>,
        T: Into<Fetched>,
    {
        let found = self.cached.read().await.find(kid, now);
        let _asking = match found {
            Found::Fresh(key) => return Ok(Some(key)),
            // One caller requests the keys, the others use what they have.
            Found::Stale(key) => match self.asking.try_lock() {
                Ok(turn) if self.cached.read().await.may_ask(now, self.asked_again) => turn,
                _ => return Ok(Some(key)),
            },
            Found::Nothing => self.asking.lock().await,
        };
        let cached = self.cached.read().await;
        let pause = if cached.is_away { self.asked_again.min(ASKED_AGAIN_AT_A_LOSS) } else { self.asked_again };
        match cached.find(kid, now) {
            Found::Fresh(key) => return Ok(Some(key)),
            Found::Stale(key) if !cached.may_ask(now, self.asked_again) => return Ok(Some(key)),
            Found::Nothing if !cached.may_ask(now, pause) => {
                return if cached.is_away { Err(away()) } else { Ok(None) };
            }
            _ => drop(cached),
        }
        let loaded = load().await.map(Into::into);
        let mut cached = self.cached.write().await;
        cached.asked_at = Some(now);
        match loaded {
            Ok(fetched) => cached.take(fetched, now),
            Err(error) => {
                cached.is_away = true;
                tracing::warn!(%error, "no keys from the identity provider");
            }
        }
        match cached.find(kid, now) {
            Found::Fresh(key) | Found::Stale(key) => Ok(Some(key)),
            Found::Nothing if cached.is_away => Err(away()),
            Found::Nothing => Ok(None),
        }
    }
}

fn away() -> Error {
    Error::unavailable("identity provider's keys", "no answer")
}

impl Cached {
    fn find(&self, kid: &str, now: DateTime<Utc>) -> Found {
        let Some((came_at, key)) = self.came_at.zip(self.keys.get(kid)) else { return Found::Nothing };
        let age = (now - came_at).abs();
        if age < self.kept {
            Found::Fresh(key.clone())
        } else if age < self.kept + STALE {
            Found::Stale(key.clone())
        } else {
            Found::Nothing
        }
    }

    fn may_ask(&self, now: DateTime<Utc>, pause: TimeDelta) -> bool {
        self.asked_at.is_none_or(|at| (now - at).abs() >= pause)
    }

    fn take(&mut self, fetched: Fetched, now: DateTime<Utc>) {
        let keys = fetched.keys.keys.into_iter().filter(|jwk| !jwk.kid.is_empty());
        let keys: HashMap<_, _> = keys.filter_map(|jwk| PublicKey::from_jwk(&jwk).map(|key| (jwk.kid, key))).collect();
        // Every provider has keys, so an empty answer is a broken one.
        self.is_away = keys.is_empty();
        if !self.is_away {
            self.keys = keys;
            self.kept = fetched.max_age.unwrap_or(KEPT).clamp(KEPT_AT_LEAST, KEPT_AT_MOST);
            self.came_at = Some(now);
        }
    }
}
