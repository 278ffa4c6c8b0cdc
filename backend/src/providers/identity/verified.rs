//! A cache of tokens whose signature was verified a moment ago: a page sends the same token with every call.

use super::{
    signature::PublicKey,
    token::{Claims, Invalid, SignedToken},
};
use chrono::{DateTime, TimeDelta, Utc};
use parking_lot::Mutex;
use ring::digest::{Context, SHA256};
use std::collections::HashMap;

const REMEMBERED: TimeDelta = TimeDelta::minutes(1);
const MOST: usize = 1000;

/// Keyed by a hash of key and token, so that an entry is valid only for that key.
#[derive(Debug, Default)]
pub struct Verified(Mutex<HashMap<Vec<u8>, Signed>>);

#[derive(Clone, Debug)]
struct Signed {
    claims: Claims,
    verified_at: DateTime<Utc>,
}

impl Signed {
    fn is_recent(&self, now: DateTime<Utc>) -> bool {
        (now - self.verified_at).abs() < REMEMBERED
    }
}

impl Verified {
    /// The claims that `key` signed. The caller checks whether they are still valid.
    pub fn claims(&self, token: &SignedToken, key: &PublicKey, now: DateTime<Utc>) -> Result<Claims, Invalid> {
        let mut hash = Context::new(&SHA256);
        hash.update(key.bytes());
        hash.update(token.text.as_bytes());
        let hash = hash.finish().as_ref().to_vec();
        let found = self.0.lock().get(&hash).cloned();
        if let Some(signed) = found.filter(|signed| signed.is_recent(now)) {
            return Ok(signed.claims);
        }
        let claims = token.claims(key)?;
        let mut tokens = self.0.lock();
        if tokens.len() >= MOST {
            tokens.retain(|_, signed| signed.is_recent(now));
        }
        if tokens.len() >= MOST {
            tokens.clear();
        }
        tokens.insert(hash, Signed { claims: claims.clone(), verified_at: now });
        Ok(claims)
    }
}
