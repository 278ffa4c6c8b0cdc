//! Seals what people wrote: one value per row, with the data key of the row's owner (design 13).
//!
//! | key | where it is |
//! |---|---|
//! | the secret | `TAGESECHO_SECRET`, or the file `secret`; never in the database |
//! | a person's data key, 32 random bytes | `users.data_key`, wrapped by the secret; in memory only while a value is sealed or opened |
//!
//! A sealed value is 12 random bytes, the encrypted JSON, and 16 bytes that prove it. Its [`Place`] is proved with it, so that no row can stand
//! in for another one. Only `store.rs` files seal and open.

mod keyring;
mod place;
mod store;

pub(crate) use keyring::PURPOSE;
pub use keyring::{Keyring, Opener, WrappedKey};
pub use place::Place;
pub use store::{key, key_in};

use crate::{Error, Result};
use ring::{
    aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey},
    rand::{SecureRandom, SystemRandom},
};
use serde::{Serialize, de::DeserializeOwned};

/// Length of a data key, in bytes.
pub const DATA_KEY: usize = 32;

/// A person's data key, unwrapped.
#[derive(derive_more::Debug)]
#[debug("DataKey(..)")]
pub struct DataKey(LessSafeKey);

/// The error for a value that does not open: it was changed, or stands in another row than the one it was sealed for.
#[derive(Debug, thiserror::Error)]
#[error("{0} does not open")]
pub struct Unreadable(pub String);

impl DataKey {
    fn of(bytes: &[u8]) -> Result<Self> {
        let key = UnboundKey::new(&CHACHA20_POLY1305, bytes).map_err(|e| Error::broken("data key", e.to_string()))?;
        Ok(Self(LessSafeKey::new(key)))
    }

    /// Seals the value, as JSON, for its place.
    pub fn seal<T: Serialize + ?Sized>(&self, place: &Place<'_>, value: &T) -> Result<Vec<u8>> {
        let json = |sealed: &mut Vec<u8>| serde_json::to_writer(sealed, value);
        self.seal_with(place, json)
    }

    /// Seals bytes as they are.
    pub fn seal_bytes(&self, place: &Place<'_>, bytes: &[u8]) -> Result<Vec<u8>> {
        self.seal_with(place, |sealed| {
            sealed.extend_from_slice(bytes);
            Ok(())
        })
    }

    fn seal_with(
        &self,
        place: &Place<'_>,
        write: impl FnOnce(&mut Vec<u8>) -> serde_json::Result<()>,
    ) -> Result<Vec<u8>> {
        let failed = |e: ring::error::Unspecified| Error::broken("seal", e.to_string());
        let mut sealed = vec![0; NONCE_LEN];
        SystemRandom::new().fill(&mut sealed).map_err(failed)?;
        let nonce = Nonce::try_assume_unique_for_key(&sealed).map_err(failed)?;
        write(&mut sealed).map_err(|e| Error::broken("words as JSON", e))?;
        let (_, plain) = sealed.split_at_mut(NONCE_LEN);
        let tag = self.0.seal_in_place_separate_tag(nonce, Aad::from(place.bytes()), plain).map_err(failed)?;
        sealed.extend_from_slice(tag.as_ref());
        Ok(sealed)
    }

    /// Opens what was sealed for this place. [`Unreadable`] inside a broken error if it is something else.
    pub fn open<T: DeserializeOwned>(&self, place: &Place<'_>, mut sealed: Vec<u8>) -> Result<T> {
        let json = self.decrypt(place, &mut sealed).ok_or_else(|| place.unreadable())?;
        // Written by this program: JSON of another shape means that a newer release wrote it.
        serde_json::from_slice(json).map_err(|_| place.unreadable())
    }

    /// Opens bytes that [`DataKey::seal_bytes`] sealed, in place.
    pub fn open_bytes<'v>(&self, place: &Place<'_>, sealed: &'v mut [u8]) -> Result<&'v [u8]> {
        self.decrypt(place, sealed).ok_or_else(|| place.unreadable())
    }

    fn decrypt<'v>(&self, place: &Place<'_>, sealed: &'v mut [u8]) -> Option<&'v [u8]> {
        let (nonce, sealed) = sealed.split_at_mut_checked(NONCE_LEN)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).ok()?;
        self.0.open_in_place(nonce, Aad::from(place.bytes()), sealed).ok().map(|plain| &*plain)
    }
}

/// Whether the error says that a sealed value did not open.
pub fn is_unreadable(error: &Error) -> bool {
    matches!(error, Error::Broken(broken) if broken.source.is::<Unreadable>())
}

#[cfg(test)]
mod tests {
    use super::{DATA_KEY, DataKey, Place, is_unreadable};
    use domain::{EntryTexts, UserId};
    use proptest::prelude::{any, prop, prop_assert, prop_assert_eq, proptest};
    use uuid::{Uuid, uuid};

    const OWNER: UserId = UserId(uuid!("0197e9a0-0000-7000-8000-00000000000a"));
    const OTHER: UserId = UserId(uuid!("0197e9a0-0000-7000-8000-00000000000b"));
    const ROW: Uuid = uuid!("0197e9a0-0000-7000-8000-000000000001");

    fn key(byte: u8) -> DataKey {
        DataKey::of(&[byte; DATA_KEY]).unwrap()
    }

    #[test]
    fn a_value_opens_with_its_key_at_its_place_only() {
        let place = Place::new("entries.words", OWNER, ROW, 3);
        let sealed = key(1).seal(&place, "Geheimnis").unwrap();
        assert_eq!(key(1).open::<String>(&place, sealed.clone()).unwrap(), "Geheimnis");
        assert!(!sealed.windows(9).any(|window| window == b"Geheimnis"));
        assert_ne!(sealed, key(1).seal(&place, "Geheimnis").unwrap(), "each sealing begins with new random bytes");
        for other in [
            Place::new("entries.signs", OWNER, ROW, 3),
            Place::new("entries.words", OTHER, ROW, 3),
            Place::new("entries.words", OWNER, Uuid::nil(), 3),
            Place::new("entries.words", OWNER, ROW, 4),
        ] {
            assert!(is_unreadable(&key(1).open::<String>(&other, sealed.clone()).unwrap_err()), "{other:?}");
        }
        assert!(is_unreadable(&key(2).open::<String>(&place, sealed.clone()).unwrap_err()));
        // Nothing of what a person wrote is in the error, which goes to the log.
        assert_eq!(
            key(2).open::<String>(&place, sealed).unwrap_err().to_string(),
            format!("sealed value: entries.words of {ROW} does not open")
        );
    }

    proptest! {
        #[test]
        fn a_changed_value_never_opens(text in any::<String>(), at in any::<prop::sample::Index>(), bit in 0_u8..8) {
            let place = Place::new("entries.words", OWNER, ROW, 1);
            let texts = EntryTexts { text, ..EntryTexts::default() };
            let sealed = key(1).seal(&place, &texts).unwrap();
            prop_assert_eq!(key(1).open::<EntryTexts>(&place, sealed.clone()).unwrap(), texts);
            let mut changed = sealed.clone();
            changed[at.index(sealed.len())] ^= 1 << bit;
            prop_assert!(key(1).open::<EntryTexts>(&place, changed).is_err());
            prop_assert!(key(1).open::<EntryTexts>(&place, sealed[..at.index(sealed.len())].to_vec()).is_err());
        }
    }
}
