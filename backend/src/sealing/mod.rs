//! Seals what people wrote: one value per row, with the data key of the row's owner (design 13).
//!
//! | key | where it is |
//! |---|---|
//! | the secret | `TAGESECHO_SECRET`, or the file `secret`; never in the database |
//! | a person's data key, 32 random bytes | `users.data_key`, wrapped by the secret; in memory only while a value is sealed or opened |
//!
//! A file has a key of its own, made from its owner's data key and its name: [`FileKey`].
//!
//! A sealed value is 12 random bytes, the encrypted JSON, and 16 bytes that prove it. Its [`Place`] is proved with it, so that no row can stand
//! in for another one. Only `store.rs` files seal and open.

mod cipher;
mod file;
mod keyring;
mod place;

pub use cipher::Cipher;
pub use file::{CHUNK, FileKey, HEADER, Header, Layout, Sealer};
pub use keyring::{Keyring, Opener, purpose};
pub use place::Place;

use crate::{Error, Result};
use cipher::KEY;
use ring::{aead::CHACHA20_POLY1305, aead::UnboundKey, hkdf, hmac};
use serde::{Serialize, de::DeserializeOwned};
use std::sync::Arc;

/// A person's data key, unwrapped. Cheap to clone.
#[derive(Clone, derive_more::Debug)]
#[debug("DataKey(..)")]
pub struct DataKey(Arc<Unwrapped>);

struct Unwrapped {
    bytes: [u8; KEY],
    cipher: Cipher,
}

/// The error for a value that does not open: it was changed, or stands in another row than the one it was sealed for.
#[derive(Debug, thiserror::Error)]
#[error("{0} does not open")]
pub struct Unreadable(pub String);

impl DataKey {
    fn of(bytes: &[u8]) -> Result<Self> {
        let cipher = Cipher::of(bytes)?;
        let bytes = bytes.try_into().map_err(|e| Error::broken("key", e))?;
        Ok(Self(Arc::new(Unwrapped { bytes, cipher })))
    }

    /// The key of a file that belongs to this person. `name` is the file's own among all files.
    pub fn file(&self, name: &str) -> Result<FileKey> {
        let key = hkdf::Prk::new_less_safe(hkdf::HKDF_SHA256, &self.0.bytes);
        let info = [b"file ", name.as_bytes()];
        let key = key.expand(&info, &CHACHA20_POLY1305).map_err(|e| Error::broken("key of a file", e.to_string()))?;
        Ok(UnboundKey::from(key).into())
    }

    /// A hash that finds the same words again. Nobody without this key can make one of a guess.
    pub fn hash(&self, purpose: &str, words: &str) -> Result<Vec<u8>> {
        let key = hkdf::Prk::new_less_safe(hkdf::HKDF_SHA256, &self.0.bytes);
        let info = [b"hash ", purpose.as_bytes()];
        let key = key.expand(&info, hmac::HMAC_SHA256).map_err(|e| Error::broken("key of a hash", e.to_string()))?;
        Ok(hmac::sign(&hmac::Key::from(key), words.as_bytes()).as_ref().to_vec())
    }

    /// Seals the value, as JSON, for its place.
    pub fn seal<T: Serialize + ?Sized>(&self, place: &Place<'_>, value: &T) -> Result<Vec<u8>> {
        self.0.cipher.seal(&place.bytes(), |sealed| {
            serde_json::to_writer(sealed, value).map_err(|e| Error::broken("words as JSON", e))
        })
    }

    /// Opens what was sealed for this place. [`Unreadable`] inside a broken error if it is something else.
    pub fn open<T: DeserializeOwned>(&self, place: &Place<'_>, mut sealed: Vec<u8>) -> Result<T> {
        // Written by this program: JSON of another shape means that a newer release wrote it.
        serde_json::from_slice(self.open_bytes(place, &mut sealed)?).map_err(|_| place.unreadable())
    }

    /// Seals bytes as they are.
    pub fn seal_bytes(&self, place: &Place<'_>, bytes: &[u8]) -> Result<Vec<u8>> {
        self.0.cipher.seal(&place.bytes(), |sealed| {
            sealed.extend_from_slice(bytes);
            Ok(())
        })
    }

    /// Opens bytes that [`DataKey::seal_bytes`] sealed, in place.
    pub fn open_bytes<'v>(&self, place: &Place<'_>, sealed: &'v mut [u8]) -> Result<&'v [u8]> {
        self.0.cipher.open(&place.bytes(), sealed).ok_or_else(|| place.unreadable())
    }
}

/// Whether the error says that a sealed value did not open.
pub fn is_unreadable(error: &Error) -> bool {
    matches!(error, Error::Broken(broken) if broken.source.is::<Unreadable>())
}

#[cfg(test)]
mod tests {
    use super::{DataKey, Place, cipher::KEY, is_unreadable};
    use domain::{EntryTexts, UserId};
    use proptest::prelude::{any, prop, prop_assert, prop_assert_eq, proptest};
    use uuid::{Uuid, uuid};

    const OWNER: UserId = UserId(uuid!("0197e9a0-0000-7000-8000-00000000000a"));
    const OTHER: UserId = UserId(uuid!("0197e9a0-0000-7000-8000-00000000000b"));
    const ROW: Uuid = uuid!("0197e9a0-0000-7000-8000-000000000001");

    fn key(byte: u8) -> DataKey {
        DataKey::of(&[byte; KEY]).unwrap()
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

    #[test]
    fn a_hash_is_of_its_key_its_purpose_and_its_words() {
        let hash = key(1).hash("imports", "Regen").unwrap();
        assert_eq!(hash, key(1).hash("imports", "Regen").unwrap());
        for other in [key(2).hash("imports", "Regen"), key(1).hash("others", "Regen"), key(1).hash("imports", "Sonne")]
        {
            assert_ne!(hash, other.unwrap());
        }
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
