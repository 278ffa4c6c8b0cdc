//! Tokens whose signature was right a moment ago: a page sends the same one with every call.

use super::{
    signature::PublicKey,
    token::{Claims, Invalid, SignedToken},
};
use chrono::{DateTime, TimeDelta, Utc};
use ring::digest::{Context, SHA256};
use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

const REMEMBERED: TimeDelta = TimeDelta::minutes(1);
const MOST: usize = 1000;

/// By a hash of key and token, so that another key has verified nothing.
#[derive(Debug, Default)]
pub struct Verified(Mutex<HashMap<Vec<u8>, (DateTime<Utc>, Claims)>>);

impl Verified {
    /// The claims that `key` signed. Whether they are still good is not said.
    pub fn claims(&self, token: &SignedToken, key: &PublicKey, now: DateTime<Utc>) -> Result<Claims, Invalid> {
        let mut hash = Context::new(&SHA256);
        hash.update(key.bytes());
        hash.update(token.text.as_bytes());
        let hash = hash.finish().as_ref().to_vec();
        let is_recent = |at: DateTime<Utc>| (now - at).abs() < REMEMBERED;
        let found = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&hash).cloned();
        if let Some((at, claims)) = found
            && is_recent(at)
        {
            return Ok(claims);
        }
        let claims = token.claims(key)?;
        let mut tokens = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if tokens.len() >= MOST {
            tokens.retain(|_, (at, _)| is_recent(*at));
        }
        if tokens.len() >= MOST {
            tokens.clear();
        }
        tokens.insert(hash, (now, claims.clone()));
        Ok(claims)
    }
}
