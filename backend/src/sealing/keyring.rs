//! Makes and unwraps the data keys of people.

use super::{Cipher, DataKey, Unreadable, cipher::KEY, is_unreadable};
use crate::{Error, Result};
use domain::{Refusal, UserId};
use ring::rand::{SecureRandom, SystemRandom};
use std::{
    collections::HashSet,
    sync::{Arc, Mutex, PoisonError},
};

/// A wrapped data key is bound to its person, so that no other person's key can stand in for it.
pub fn purpose(owner: UserId) -> String {
    format!("data key {owner}")
}

/// Unwraps data keys. Part of [`crate::Db`], and empty until the secret is known.
///
/// No unwrapped key is kept: each row brings its owner's wrapped key (`users.data_key`), and unwrapping costs less than a microsecond.
#[derive(Clone, Debug, Default)]
pub struct Keyring(Option<Arc<Parts>>);

#[derive(Debug)]
struct Parts {
    secret: Cipher,
    /// Only unwraps.
    old: Option<Cipher>,
    /// Places that did not open and are in the log.
    logged: Mutex<HashSet<String>>,
}

/// Rows that do not open and are logged by name. More of them say nothing new.
const LOGGED: usize = 1000;

impl Keyring {
    /// The keys of the secret and of the one before it.
    pub fn new(secret: Cipher, old: Option<Cipher>) -> Self {
        Self(Some(Arc::new(Parts { secret, old, logged: Mutex::default() })))
    }

    fn parts(&self) -> Result<&Parts> {
        self.0.as_deref().ok_or_else(|| Error::broken("keyring", "the secret is not known yet"))
    }

    /// A new person's data key, wrapped.
    pub fn make(&self, owner: UserId) -> Result<Vec<u8>> {
        let mut key = [0; KEY];
        SystemRandom::new().fill(&mut key).map_err(|e| Error::broken("random numbers", e.to_string()))?;
        self.wrap(owner, &DataKey::of(&key)?)
    }

    pub fn wrap(&self, owner: UserId, key: &DataKey) -> Result<Vec<u8>> {
        self.parts()?.secret.seal(purpose(owner).as_bytes(), |wrapped| {
            wrapped.extend_from_slice(&key.0.bytes);
            Ok(())
        })
    }

    /// [`Unreadable`] inside a broken error if neither this secret nor the old one has wrapped it.
    pub fn unwrap(&self, owner: UserId, wrapped: &[u8]) -> Result<DataKey> {
        let (parts, purpose) = (self.parts()?, purpose(owner));
        for cipher in [Some(&parts.secret), parts.old.as_ref()].into_iter().flatten() {
            if let Some(key) = cipher.open(purpose.as_bytes(), &mut wrapped.to_vec()) {
                return DataKey::of(key);
            }
        }
        Err(Error::broken("sealed value", Unreadable(format!("users.data_key of {owner}"))))
    }

    /// Unwraps the keys of a statement's rows.
    pub fn opener(&self) -> Opener<'_> {
        Opener { keyring: self, last: None }
    }

    /// `entry_unreadable` instead of the error of a value that does not open, which is logged once.
    pub fn refused(&self, error: Error) -> Error {
        if !is_unreadable(&error) {
            return error;
        }
        let text = error.to_string();
        let Some(parts) = &self.0 else { return error };
        let mut logged = parts.logged.lock().unwrap_or_else(PoisonError::into_inner);
        if logged.len() < LOGGED && logged.insert(text) {
            tracing::error!(%error, "words of a person cannot be read: they were changed, or sealed with another key");
        }
        Refusal::EntryUnreadable.into()
    }

    /// `None` for a value that does not open: a list goes on without it.
    pub fn or_skip<T>(&self, opened: Result<T>) -> Result<Option<T>> {
        match opened.map_err(|error| self.refused(error)) {
            Ok(value) => Ok(Some(value)),
            Err(error) if error.is(Refusal::EntryUnreadable) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// Unwraps a key once for neighbouring rows of the same owner.
#[derive(Debug)]
pub struct Opener<'a> {
    keyring: &'a Keyring,
    last: Option<(UserId, DataKey)>,
}

impl Opener<'_> {
    pub fn key(&mut self, owner: UserId, wrapped: &[u8]) -> Result<&DataKey> {
        let known = self.last.take().filter(|(last, _)| *last == owner);
        let key = match known {
            Some((_, key)) => key,
            None => self.keyring.unwrap(owner, wrapped)?,
        };
        Ok(&self.last.insert((owner, key)).1)
    }
}
