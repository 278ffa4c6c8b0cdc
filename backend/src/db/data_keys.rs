//! The data keys of people, which seal their words (`sealing`).

use super::{Db, Tx};
use crate::{
    Result,
    sealing::{DataKey, Keyring},
};
use domain::{Refusal, UserId};

const SELECT: &str = "SELECT data_key FROM users WHERE id = $1";

impl Db {
    /// The same database, which seals and opens with the keys of its `number`th secret from now on.
    #[must_use]
    pub fn with_keys(self, keyring: Keyring, number: i64) -> Self {
        Self { keyring, secret: Some(number), ..self }
    }

    pub fn keyring(&self) -> &Keyring {
        &self.keyring
    }

    /// A person's data key. `user_not_found`; `entry_unreadable` if it does not unwrap.
    pub async fn data_key(&self, owner: UserId) -> Result<DataKey> {
        let found: Option<(Vec<u8>,)> = self.read(SELECT).bind(owner.0).fetch_optional().await?;
        let key = self.keyring.unwrap(owner, &found.ok_or(Refusal::UserNotFound)?.0);
        key.map_err(|error| self.keyring.refused(error))
    }
}

impl Tx {
    pub fn keyring(&self) -> &Keyring {
        &self.keyring
    }

    /// A person's data key. `user_not_found`; `entry_unreadable` if it does not unwrap.
    pub async fn data_key(&mut self, owner: UserId) -> Result<DataKey> {
        if let Some((_, key)) = self.key.as_ref().filter(|(last, _)| *last == owner) {
            return Ok(key.clone());
        }
        let found: Option<(Vec<u8>,)> = self.query(SELECT).bind(owner.0).fetch_optional().await?;
        let key = self.keyring.unwrap(owner, &found.ok_or(Refusal::UserNotFound)?.0);
        let key = key.map_err(|error| self.keyring.refused(error))?;
        Ok(self.key.insert((owner, key)).1.clone())
    }
}
