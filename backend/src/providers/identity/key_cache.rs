//! The provider's public keys, kept by key id.

use super::signature::{JwkSet, PublicKey};
use crate::{Error, Result};
use chrono::{DateTime, TimeDelta, Utc};
use std::collections::HashMap;
use tokio::sync::{Mutex, RwLock};

/// Keys are asked for again after this, unless the provider said otherwise.
const KEPT: TimeDelta = TimeDelta::hours(1);
const KEPT_AT_LEAST: TimeDelta = TimeDelta::minutes(1);
const KEPT_AT_MOST: TimeDelta = TimeDelta::days(1);
/// Keys that should have been asked for again are used this much longer while the provider is away.
const STALE: TimeDelta = TimeDelta::days(1);
/// An unknown key id makes us ask again, but not more often than this; nor is a provider that is away asked more often.
const ASKED_AGAIN: TimeDelta = TimeDelta::minutes(1);
/// Where nobody can be let in without an answer.
const ASKED_AGAIN_AT_A_LOSS: TimeDelta = TimeDelta::seconds(10);

/// The provider's answer.
#[derive(Debug)]
pub struct Fetched {
    pub keys: JwkSet,
    /// How long the provider lets them be kept.
    pub max_age: Option<TimeDelta>,
}

impl From<JwkSet> for Fetched {
    fn from(keys: JwkSet) -> Self {
        Self { keys, max_age: None }
    }
}

#[derive(Default, derive_more::Debug)]
#[debug("KeyCache(..)")]
pub struct KeyCache {
    cached: RwLock<Cached>,
    /// Held by the one who asks.
    asking: Mutex<()>,
}

#[derive(Default)]
struct Cached {
    keys: HashMap<String, PublicKey>,
    kept: TimeDelta,
    /// When the keys came.
    came_at: Option<DateTime<Utc>>,
    asked_at: Option<DateTime<Utc>>,
    /// The last question had no answer.
    is_away: bool,
}

enum Found {
    Fresh(PublicKey),
    /// Good, but it is time to ask again.
    Stale(PublicKey),
    Nothing,
}

impl KeyCache {
    /// The key of this id; `load` asks for all keys. Fails while nobody can say whether there is such a key.
    pub async fn find<F, T>(&self, kid: &str, now: DateTime<Utc>, load: impl FnOnce() -> F) -> Result<Option<PublicKey>>
    where
        F: Future<Output = Result<T>>,
        T: Into<Fetched>,
    {
        let found = self.cached.read().await.find(kid, now);
        let _asking = match found {
            Found::Fresh(key) => return Ok(Some(key)),
            // One asks, the others go on with what they have.
            Found::Stale(key) => match self.asking.try_lock() {
                Ok(turn) if self.cached.read().await.may_ask(now, ASKED_AGAIN) => turn,
                _ => return Ok(Some(key)),
            },
            Found::Nothing => self.asking.lock().await,
        };
        let cached = self.cached.read().await;
        let pause = if cached.is_away { ASKED_AGAIN_AT_A_LOSS } else { ASKED_AGAIN };
        match cached.find(kid, now) {
            Found::Fresh(key) => return Ok(Some(key)),
            Found::Stale(key) if !cached.may_ask(now, ASKED_AGAIN) => return Ok(Some(key)),
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
        // No provider is without keys: that is a broken answer.
        self.is_away = keys.is_empty();
        if !self.is_away {
            self.keys = keys;
            self.kept = fetched.max_age.unwrap_or(KEPT).clamp(KEPT_AT_LEAST, KEPT_AT_MOST);
            self.came_at = Some(now);
        }
    }
}
