//! A value that is encrypted and proved: 12 random bytes, the encrypted bytes, and 16 bytes that prove both.

use crate::{Error, Result};
use ring::{
    aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey},
    rand::{SecureRandom, SystemRandom},
};

/// Length of a key, in bytes.
pub const KEY: usize = 32;
/// Length of the bytes that prove an encrypted value.
pub const TAG: usize = 16;

/// A key of [`KEY`] bytes.
#[derive(Clone, derive_more::Debug)]
#[debug("Cipher(..)")]
pub struct Cipher(LessSafeKey);

impl From<UnboundKey> for Cipher {
    fn from(key: UnboundKey) -> Self {
        Self(LessSafeKey::new(key))
    }
}

impl Cipher {
    pub fn of(bytes: &[u8]) -> Result<Self> {
        let key = UnboundKey::new(&CHACHA20_POLY1305, bytes).map_err(|e| Error::broken("key", e.to_string()))?;
        Ok(key.into())
    }

    /// Encrypts what `write` writes. It opens with the same `place` only.
    pub fn seal(&self, place: &[u8], write: impl FnOnce(&mut Vec<u8>) -> Result<()>) -> Result<Vec<u8>> {
        let failed = |e: ring::error::Unspecified| Error::broken("encrypt", e.to_string());
        let mut sealed = vec![0; NONCE_LEN];
        SystemRandom::new().fill(&mut sealed).map_err(failed)?;
        let nonce = Nonce::try_assume_unique_for_key(&sealed).map_err(failed)?;
        write(&mut sealed)?;
        let (_, plain) = sealed.split_at_mut(NONCE_LEN);
        let proof = self.0.seal_in_place_separate_tag(nonce, Aad::from(place), plain).map_err(failed)?;
        sealed.extend_from_slice(proof.as_ref());
        Ok(sealed)
    }

    /// Opens a value in place. `None` if it was changed, or sealed with another key or for another place.
    pub fn open<'v>(&self, place: &[u8], sealed: &'v mut [u8]) -> Option<&'v [u8]> {
        let (nonce, sealed) = sealed.split_at_mut_checked(NONCE_LEN)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).ok()?;
        self.0.open_in_place(nonce, Aad::from(place), sealed).ok().map(|plain| &*plain)
    }
}
