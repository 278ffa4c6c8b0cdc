//! The provider's public keys, kept by key id.

use crate::Result;
use chrono::{DateTime, TimeDelta, Utc};
use jsonwebtoken::{DecodingKey, jwk::JwkSet};
use std::collections::HashMap;
use tokio::sync::RwLock;

/// Keys that the provider withdrew are forgotten after this.
const KEPT: TimeDelta = TimeDelta::hours(1);
/// An unknown key id makes us ask again, but not more often than this.
const ASKED_AGAIN: TimeDelta = TimeDelta::minutes(1);

#[derive(Default)]
pub struct KeyCache(RwLock<Cached>);

#[derive(Default)]
struct Cached {
    keys: HashMap<String, DecodingKey>,
    asked_at: Option<DateTime<Utc>>,
}

impl std::fmt::Debug for KeyCache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("KeyCache(..)")
    }
}

impl KeyCache {
    /// The key of this id; `load` asks for all keys.
    pub async fn find<F>(&self, kid: &str, now: DateTime<Utc>, load: impl FnOnce() -> F) -> Result<Option<DecodingKey>>
    where
        F: Future<Output = Result<JwkSet>>,
    {
        if let Some(key) = self.0.read().await.fresh(kid, now) {
            return Ok(Some(key));
        }
        let mut cached = self.0.write().await;
        if let Some(key) = cached.fresh(kid, now) {
            return Ok(Some(key));
        }
        if cached.asked_at.is_none_or(|at| (now - at).abs() >= ASKED_AGAIN) {
            let set = load().await?;
            cached.asked_at = Some(now);
            cached.keys = set
                .keys
                .iter()
                .filter_map(|key| Some((key.common.key_id.clone()?, DecodingKey::from_jwk(key).ok()?)))
                .collect();
        }
        Ok(cached.keys.get(kid).cloned())
    }
}

impl Cached {
    fn fresh(&self, kid: &str, now: DateTime<Utc>) -> Option<DecodingKey> {
        self.asked_at.filter(|at| (now - *at).abs() < KEPT)?;
        self.keys.get(kid).cloned()
    }
}
