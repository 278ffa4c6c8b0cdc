//! Checks that a database was made with this secret, and reads the keys of earlier secrets from the database.

use super::{HASH_KEY, Keys, Secret, hmac_key, store};
use crate::{Db, error::StartError};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

const PURPOSE: &str = "hash key";

/// The secret that decrypts the stored keys.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Made {
    /// There are no stored keys: the database is new.
    Unknown,
    New,
    Old,
    Other,
}

pub(super) fn failed(error: impl std::fmt::Display) -> StartError {
    StartError(format!("the keys in the database could not be read: {error}"))
}

impl Secret {
    /// Reads the keys of earlier secrets from the database, and stores this secret's key in a new database. Refuses a database that was made
    /// with another secret, or that was not yet rotated from the old one.
    pub(crate) async fn of_database(self, db: &Db) -> Result<Self, StartError> {
        let mut stored = store::list_hash_keys(db).await.map_err(failed)?;
        self.expect(&stored)?;
        if !store::is_wrapped(db).await.map_err(failed)? {
            return Err(not_finished());
        }
        if stored.is_empty() {
            let sealed = self.sealed_hash_key(&self.keys.hash).map_err(failed)?;
            store::insert_first_hash_key(db, sealed).await.map_err(failed)?;
            stored = store::list_hash_keys(db).await.map_err(failed)?;
        }
        let keys: Option<Vec<_>> = stored.iter().map(|(_, sealed)| hash_key(&self.keys, sealed)).collect();
        // Another server with another secret may have been the first to store its key in a new database.
        let keys = keys.filter(|keys| keys.last() == Some(&self.keys.hash)).ok_or_else(|| self.another())?;
        let number = stored.last().map_or(0, |(position, _)| *position);
        Ok(Self { number, ..self.with_chain(&keys) })
    }

    /// The last of `keys` is this secret's own.
    fn with_chain(mut self, keys: &[[u8; HASH_KEY]]) -> Self {
        self.chain = keys.iter().map(|key| hmac_key(key)).collect();
        let [earlier @ .., _] = keys else { return self };
        // Only the last secret before this one can be the old one. What earlier secrets signed is no longer accepted.
        let is_last = earlier.last().is_some_and(|key| self.old.as_ref().is_some_and(|old| old.hash == *key));
        self.old_chain = if is_last { earlier.iter().map(|key| hmac_key(key)).collect() } else { Vec::new() };
        self
    }

    /// Refuses the keys of a database that was made with another secret.
    pub(crate) fn expect(&self, stored: &[(i64, Vec<u8>)]) -> Result<(), StartError> {
        match self.made(stored) {
            Made::New | Made::Unknown => Ok(()),
            Made::Old => Err(not_rotated()),
            Made::Other => Err(self.another()),
        }
    }

    pub(super) fn made(&self, stored: &[(i64, Vec<u8>)]) -> Made {
        let opens = |keys: &Keys| stored.iter().all(|(_, sealed)| hash_key(keys, sealed).is_some());
        if stored.is_empty() {
            Made::Unknown
        } else if opens(&self.keys) {
            Made::New
        } else if self.old.as_ref().is_some_and(opens) {
            Made::Old
        } else {
            Made::Other
        }
    }

    /// Whether this is the secret of a change that was interrupted, and the old one is the one that it began with.
    pub(super) fn goes_on(&self, stored: &[(i64, Vec<u8>)]) -> bool {
        let keys: Vec<_> = stored.iter().filter_map(|(_, sealed)| hash_key(&self.keys, sealed)).collect();
        let [.., before, last] = keys.as_slice() else { return false };
        *last == self.keys.hash && self.old.as_ref().is_some_and(|old| old.hash == *before)
    }

    pub(super) fn sealed_hash_key(&self, key: &[u8; HASH_KEY]) -> crate::Result<Vec<u8>> {
        self.encrypt(PURPOSE, &URL_SAFE_NO_PAD.encode(key))
    }

    /// The error for a database that neither secret opens.
    pub(crate) fn another(&self) -> StartError {
        StartError(if self.old.is_some() {
            "neither TAGESECHO_SECRET nor TAGESECHO_SECRET_OLD is the one that this database was made with. Nothing was changed".into()
        } else {
            "the secret (TAGESECHO_SECRET, or the file `secret` in the data folder) is not the one that this database was made with. Nothing \
             was changed. Set the one from before again; or, to change it, set TAGESECHO_SECRET_OLD to the one from before, stop every \
             server and run `tagesecho secret --rotate`"
                .into()
        })
    }
}

/// The sealed hash keys. Refuses while a change of the secret has not come to its end.
pub(crate) async fn settled_hash_keys(db: &Db) -> Result<Vec<(i64, Vec<u8>)>, StartError> {
    let keys = store::list_hash_keys(db).await.map_err(failed)?;
    if store::is_wrapped(db).await.map_err(failed)? { Ok(keys) } else { Err(not_finished()) }
}

pub(super) fn hash_key(keys: &Keys, sealed: &[u8]) -> Option<[u8; HASH_KEY]> {
    URL_SAFE_NO_PAD.decode(keys.decrypt(PURPOSE, sealed)?).ok()?.try_into().ok()
}

fn not_rotated() -> StartError {
    StartError(
        "the database was made with TAGESECHO_SECRET_OLD, and has not been brought over to TAGESECHO_SECRET yet. Stop every server and run \
         `tagesecho secret --rotate`"
            .into(),
    )
}

pub(super) fn not_finished() -> StartError {
    StartError(
        "the change of the secret did not come to its end: some people's data keys are still wrapped by the secret from before it. Nothing is lost. \
         Stop every server and run `tagesecho secret --rotate` again, with the same two secrets as then"
            .into(),
    )
}
