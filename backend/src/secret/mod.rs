//! The secret from which every key is derived: encryption at rest, keyed hashes, signed tickets.

mod check;
mod file;
pub(crate) mod purpose;
mod rotation;
mod store;

pub(crate) use check::settled_hash_keys;
pub use rotation::{Rotation, columns, rotate};
pub(crate) use rotation::{encrypted_columns, unreadable};

use crate::{
    Error, Result, Settings,
    error::StartError,
    sealing::{Cipher, Keyring},
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ring::{
    aead::{CHACHA20_POLY1305, UnboundKey},
    hkdf, hmac,
    rand::{SecureRandom, SystemRandom},
};
/// The shortest accepted secret, in bytes.
const MIN_LENGTH: usize = 32;
/// Length of a hash key, in bytes.
const HASH_KEY: usize = 32;

#[derive(Clone, derive_more::Debug)]
#[debug("Secret(..)")]
pub struct Secret {
    keys: Keys,
    /// The keys of `TAGESECHO_SECRET_OLD`, used only to decrypt and verify.
    old: Option<Keys>,
    /// Hash keys from the oldest secret's to this one's. A hash is made with all of them in turn, so that a hash from an earlier secret can
    /// be carried over without knowing its text.
    chain: Vec<hmac::Key>,
    /// The hash keys that the old secret used, to verify what it hashed or signed.
    old_chain: Vec<hmac::Key>,
    /// The position of this secret's hash key in the database.
    number: i64,
    random: SystemRandom,
}

/// The keys that are derived from one secret.
#[derive(Clone)]
struct Keys {
    cipher: Cipher,
    hash: [u8; HASH_KEY],
}

struct HashKey;

impl hkdf::KeyType for HashKey {
    fn len(&self) -> usize {
        HASH_KEY
    }
}

impl Keys {
    fn derive(text: &str) -> Result<Self, ring::error::Unspecified> {
        let root = hkdf::Salt::new(hkdf::HKDF_SHA256, b"tagesecho").extract(text.as_bytes());
        let cipher = root.expand(&[b"encrypt"], &CHACHA20_POLY1305)?;
        let mut hash = [0; HASH_KEY];
        root.expand(&[b"hash"], HashKey)?.fill(&mut hash)?;
        Ok(Self { cipher: UnboundKey::from(cipher).into(), hash })
    }

    fn unwrap(&self, purpose: &str, sealed: &[u8]) -> Option<Vec<u8>> {
        Some(self.cipher.open(purpose.as_bytes(), &mut sealed.to_vec())?.to_vec())
    }

    fn decrypt(&self, purpose: &str, sealed: &[u8]) -> Option<String> {
        String::from_utf8(self.unwrap(purpose, sealed)?).ok()
    }
}

fn hmac_key(bytes: &[u8]) -> hmac::Key {
    hmac::Key::new(hmac::HMAC_SHA256, bytes)
}

impl Secret {
    /// The configured secret, or (not in production) the one in the data folder. It is created there at the first start, with mode 0600. A
    /// database that was started before (`is_known`) has one already.
    pub fn open(settings: &Settings, is_known: bool) -> Result<Self, StartError> {
        for (name, text) in [("TAGESECHO_SECRET", &settings.secret), ("TAGESECHO_SECRET_OLD", &settings.secret_old)] {
            if text.as_ref().is_some_and(|text| text.len() < MIN_LENGTH) {
                return Err(StartError(format!("{name} is too short: at least {MIN_LENGTH} characters")));
            }
        }
        let text = match &settings.secret {
            Some(text) => text.clone(),
            None if settings.production => {
                return Err(StartError("TAGESECHO_SECRET must be set in production".into()));
            }
            None => file::open(settings, is_known)?,
        };
        Self::from_texts(&text, settings.secret_old.as_deref())
            .map_err(|_| StartError("no key can be derived from TAGESECHO_SECRET".into()))
    }

    fn from_texts(text: &str, old: Option<&str>) -> Result<Self, ring::error::Unspecified> {
        let keys = Keys::derive(text)?;
        let old = old.map(Keys::derive).transpose()?;
        Ok(Self {
            chain: vec![hmac_key(&keys.hash)],
            old_chain: old.iter().map(|old| hmac_key(&old.hash)).collect(),
            keys,
            old,
            number: 0,
            random: SystemRandom::new(),
        })
    }

    /// `bytes` random bytes as URL-safe text: 32 bytes are 43 characters.
    pub fn token(&self, bytes: usize) -> Result<String> {
        Ok(URL_SAFE_NO_PAD.encode(self.bytes(bytes)?))
    }

    pub fn bytes(&self, count: usize) -> Result<Vec<u8>> {
        let mut bytes = vec![0; count];
        self.random.fill(&mut bytes).map_err(|e| Error::broken("random numbers", e.to_string()))?;
        Ok(bytes)
    }

    /// `purpose` binds the value to its use: a value that was encrypted for one purpose cannot be decrypted for another.
    pub fn encrypt(&self, purpose: &str, text: &str) -> Result<Vec<u8>> {
        self.wrap(purpose, text.as_bytes())
    }

    /// [`Secret::encrypt`] for bytes.
    pub fn wrap(&self, purpose: &str, bytes: &[u8]) -> Result<Vec<u8>> {
        self.keys.cipher.seal(purpose.as_bytes(), |sealed| {
            sealed.extend_from_slice(bytes);
            Ok(())
        })
    }

    /// Decrypts a value that this secret or the old one encrypted.
    pub fn decrypt(&self, purpose: &str, sealed: &[u8]) -> Result<String> {
        let text = self.keys.decrypt(purpose, sealed).or_else(|| self.old.as_ref()?.decrypt(purpose, sealed));
        text.ok_or_else(|| Error::broken("decrypt", "the value was not encrypted with this secret"))
    }

    /// The bytes of a value of [`Secret::wrap`]. `None`: neither this secret nor the old one has made it.
    pub fn unwrap(&self, purpose: &str, sealed: &[u8]) -> Option<Vec<u8>> {
        self.keys.unwrap(purpose, sealed).or_else(|| self.old.as_ref()?.unwrap(purpose, sealed))
    }

    /// How many secrets the database had before this one.
    pub(crate) fn number(&self) -> i64 {
        self.number
    }

    /// The keyring that unwraps people's data keys.
    pub(crate) fn keyring(&self) -> Keyring {
        Keyring::new(self.keys.cipher.clone(), self.old.as_ref().map(|old| old.cipher.clone()))
    }

    /// A keyed hash for looking up a secret value that is not stored itself.
    pub fn hash(&self, purpose: &str, text: &str) -> Vec<u8> {
        let message = [purpose.as_bytes(), &[0], text.as_bytes()].concat();
        self.chain.iter().fold(message, |message, key| hmac::sign(key, &message).as_ref().to_vec())
    }

    /// Whether [`Secret::hash`] made `hash` from `text`, with this secret or the old one. Compares in constant time.
    pub fn is_hash(&self, purpose: &str, text: &str, hash: &[u8]) -> bool {
        is_hash(&self.chain, purpose, text, hash) || is_hash(&self.old_chain, purpose, text, hash)
    }

    /// `text` and its signature, both in base64url, with a dot between them.
    pub fn sign(&self, purpose: &str, text: &str) -> String {
        format!("{}.{}", URL_SAFE_NO_PAD.encode(text), URL_SAFE_NO_PAD.encode(self.hash(purpose, text)))
    }

    /// The text of a value that [`Secret::sign`] made for the same purpose, with this secret or the old one.
    pub fn verify(&self, purpose: &str, signed: &str) -> Option<String> {
        let (text, signature) = parts(signed)?;
        self.is_hash(purpose, &text, &signature).then_some(text)
    }

    /// [`Secret::sign`] for a keyed hash.
    pub fn sign_hash(&self, purpose: &str, hash: &[u8]) -> String {
        self.sign(purpose, &URL_SAFE_NO_PAD.encode(hash))
    }

    /// The keyed hash in a value of [`Secret::sign_hash`], as it is stored in the database now.
    pub fn verify_hash(&self, purpose: &str, signed: &str) -> Option<Vec<u8>> {
        let (text, signature) = parts(signed)?;
        let hash = URL_SAFE_NO_PAD.decode(&text).ok()?;
        if is_hash(&self.chain, purpose, &text, &signature) {
            return Some(hash);
        }
        is_hash(&self.old_chain, purpose, &text, &signature).then(|| self.carry(&hash))
    }

    /// Converts a hash that the old secret made to the one that this secret makes of the same text.
    fn carry(&self, hash: &[u8]) -> Vec<u8> {
        hmac::sign(&hmac_key(&self.keys.hash), hash).as_ref().to_vec()
    }
}

fn is_hash(chain: &[hmac::Key], purpose: &str, text: &str, hash: &[u8]) -> bool {
    let Some((last, earlier)) = chain.split_last() else { return false };
    let message = [purpose.as_bytes(), &[0], text.as_bytes()].concat();
    let message = earlier.iter().fold(message, |message, key| hmac::sign(key, &message).as_ref().to_vec());
    hmac::verify(last, &message, hash).is_ok()
}

/// The text and the signature, not verified yet.
fn parts(signed: &str) -> Option<(String, Vec<u8>)> {
    let (text, signature) = signed.split_once('.')?;
    let text = String::from_utf8(URL_SAFE_NO_PAD.decode(text).ok()?).ok()?;
    Some((text, URL_SAFE_NO_PAD.decode(signature).ok()?))
}

#[cfg(test)]
mod tests {
    use super::Secret;

    #[test]
    fn a_secret_of_one_purpose_opens_for_no_other() {
        let secret = Secret::from_texts("a secret of a test, long enough to be one", None).unwrap();
        let sealed = secret.encrypt("share", "token").unwrap();
        assert_eq!(secret.decrypt("share", &sealed).unwrap(), "token");
        assert!(secret.decrypt("session", &sealed).is_err());
        assert!(secret.decrypt("share", &sealed[..5]).is_err());

        let signed = secret.sign("ticket", "{}");
        assert_eq!(secret.verify("ticket", &signed).as_deref(), Some("{}"));
        assert_eq!(secret.verify("other", &signed), None);
        assert_eq!(secret.verify("ticket", &format!("{signed}A")), None);
    }

    #[test]
    fn an_old_secret_reads_and_no_more() {
        const OLD: &str = "the secret of before, long enough to be one";
        const NEW: &str = "the secret of now, which is long enough, too";
        let old = Secret::from_texts(OLD, None).unwrap();
        let both = Secret::from_texts(NEW, Some(OLD)).unwrap();
        let new = Secret::from_texts(NEW, None).unwrap();
        let (sealed, hash, signed) = (old.encrypt("a", "text").unwrap(), old.hash("a", "text"), old.sign("a", "text"));
        assert_eq!(both.decrypt("a", &sealed).unwrap(), "text");
        assert!(both.is_hash("a", "text", &hash) && !both.is_hash("b", "text", &hash));
        assert_eq!(both.verify("a", &signed).as_deref(), Some("text"));
        assert!(new.decrypt("a", &sealed).is_err() && !new.is_hash("a", "text", &hash));
        assert_eq!(new.verify("a", &signed), None);

        assert_eq!(new.decrypt("a", &both.encrypt("a", "text").unwrap()).unwrap(), "text");
        assert_eq!(both.hash("a", "text"), new.hash("a", "text"));
        assert_eq!(new.verify("a", &both.sign("a", "text")).as_deref(), Some("text"));
        assert!(both.decrypt("b", &sealed).is_err() && both.decrypt("a", b"short").is_err());
    }

    #[test]
    fn a_secret_makes_the_hashes_that_it_always_made() {
        let secret = Secret::from_texts("a secret of a test, long enough to be one", None).unwrap();
        let root = ring::hkdf::Salt::new(ring::hkdf::HKDF_SHA256, b"tagesecho")
            .extract(b"a secret of a test, long enough to be one");
        let key = ring::hmac::Key::from(root.expand(&[b"hash"], ring::hmac::HMAC_SHA256).unwrap());
        assert_eq!(secret.hash("share", "token"), ring::hmac::sign(&key, b"share\0token").as_ref());
    }

    #[test]
    fn tokens_of_32_bytes_have_43_characters_and_differ() {
        let secret = Secret::from_texts("a secret of a test, long enough to be one", None).unwrap();
        let (a, b) = (secret.token(32).unwrap(), secret.token(32).unwrap());
        assert_eq!(a.len(), 43);
        assert_ne!(a, b);
    }
}
