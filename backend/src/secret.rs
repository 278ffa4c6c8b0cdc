//! One secret, from which every key here is derived: encryption at rest, keyed hashes, signed tickets.

use crate::{Error, Result, Settings, error::StartError};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ring::{
    aead::{Aad, CHACHA20_POLY1305, LessSafeKey, NONCE_LEN, Nonce, UnboundKey},
    hkdf, hmac,
    rand::{SecureRandom, SystemRandom},
};
use std::{fmt, fs, io::Write, path::Path};

/// Shortest secret that production takes.
const MIN_LENGTH: usize = 32;

#[derive(Clone)]
pub struct Secret {
    cipher: LessSafeKey,
    hash: hmac::Key,
    random: SystemRandom,
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

impl Secret {
    /// The configured secret, or the one kept in the data folder, made there at the first start with mode 0600.
    pub fn open(settings: &Settings) -> Result<Self, StartError> {
        let text = match &settings.secret {
            Some(text) if text.len() < MIN_LENGTH => {
                return Err(StartError(format!("TAGESECHO_SECRET is too short: at least {MIN_LENGTH} characters")));
            }
            Some(text) => text.clone(),
            None if settings.production => {
                return Err(StartError("TAGESECHO_SECRET must be set in production".into()));
            }
            None => kept(&settings.data).map_err(|e| {
                StartError(format!("the secret in {} cannot be read or made: {e}", settings.data.display()))
            })?,
        };
        Self::from_text(&text).map_err(|_| StartError("no key can be derived from TAGESECHO_SECRET".into()))
    }

    fn from_text(text: &str) -> Result<Self, ring::error::Unspecified> {
        let root = hkdf::Salt::new(hkdf::HKDF_SHA256, b"tagesecho").extract(text.as_bytes());
        let cipher = root.expand(&[b"encrypt"], &CHACHA20_POLY1305)?;
        let hash = root.expand(&[b"hash"], hmac::HMAC_SHA256)?;
        Ok(Self {
            cipher: LessSafeKey::new(UnboundKey::from(cipher)),
            hash: hmac::Key::from(hash),
            random: SystemRandom::new(),
        })
    }

    /// So many random bytes as URL-safe text: 32 bytes are 43 characters.
    pub fn token(&self, bytes: usize) -> Result<String> {
        Ok(URL_SAFE_NO_PAD.encode(self.bytes(bytes)?))
    }

    pub fn bytes(&self, count: usize) -> Result<Vec<u8>> {
        let mut bytes = vec![0; count];
        self.random.fill(&mut bytes).map_err(|e| Error::broken("random numbers", e.to_string()))?;
        Ok(bytes)
    }

    /// `purpose` binds the text to its use: what was encrypted for one cannot be read as another.
    pub fn encrypt(&self, purpose: &str, text: &str) -> Result<Vec<u8>> {
        let mut out = self.bytes(NONCE_LEN)?;
        let nonce = Nonce::try_assume_unique_for_key(&out).map_err(|e| Error::broken("encrypt", e.to_string()))?;
        let mut sealed = text.as_bytes().to_vec();
        self.cipher
            .seal_in_place_append_tag(nonce, Aad::from(purpose.as_bytes()), &mut sealed)
            .map_err(|e| Error::broken("encrypt", e.to_string()))?;
        out.extend(sealed);
        Ok(out)
    }

    pub fn decrypt(&self, purpose: &str, sealed: &[u8]) -> Result<String> {
        let broken = || Error::broken("decrypt", "the value was not encrypted with this secret");
        let (nonce, sealed) = sealed.split_at_checked(NONCE_LEN).ok_or_else(broken)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).map_err(|_| broken())?;
        let mut text = sealed.to_vec();
        let plain = self.cipher.open_in_place(nonce, Aad::from(purpose.as_bytes()), &mut text).map_err(|_| broken())?;
        String::from_utf8(plain.to_vec()).map_err(|_| broken())
    }

    /// A keyed hash for looking up a secret value that is not stored itself.
    pub fn hash(&self, purpose: &str, text: &str) -> Vec<u8> {
        let mut context = hmac::Context::with_key(&self.hash);
        context.update(purpose.as_bytes());
        context.update(&[0]);
        context.update(text.as_bytes());
        context.sign().as_ref().to_vec()
    }

    /// Whether [`Secret::hash`] made `hash` of `text`, in a time that does not tell how much of it is right.
    pub fn is_hash(&self, purpose: &str, text: &str, hash: &[u8]) -> bool {
        let message = [purpose.as_bytes(), &[0], text.as_bytes()].concat();
        hmac::verify(&self.hash, &message, hash).is_ok()
    }

    /// `text` with a signature behind a dot.
    pub fn sign(&self, purpose: &str, text: &str) -> String {
        format!("{}.{}", URL_SAFE_NO_PAD.encode(text), URL_SAFE_NO_PAD.encode(self.hash(purpose, text)))
    }

    /// The text of a value that [`Secret::sign`] made for the same purpose.
    pub fn verify(&self, purpose: &str, signed: &str) -> Option<String> {
        let (text, signature) = signed.split_once('.')?;
        let text = String::from_utf8(URL_SAFE_NO_PAD.decode(text).ok()?).ok()?;
        let signature = URL_SAFE_NO_PAD.decode(signature).ok()?;
        self.is_hash(purpose, &text, &signature).then_some(text)
    }
}

fn kept(data: &Path) -> std::io::Result<String> {
    let path = data.join("secret");
    match fs::read_to_string(&path) {
        Ok(text) if !text.trim().is_empty() => return Ok(text.trim().to_owned()),
        Ok(_) => {}
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => {}
        Err(e) => return Err(e),
    }
    fs::create_dir_all(data)?;
    let mut bytes = [0; 32];
    SystemRandom::new().fill(&mut bytes).map_err(|e| std::io::Error::other(e.to_string()))?;
    let text = URL_SAFE_NO_PAD.encode(bytes);
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&path)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::Secret;

    #[test]
    fn what_was_encrypted_or_signed_for_one_purpose_opens_for_no_other() {
        let secret = Secret::from_text("a secret of a test, long enough to be one").unwrap();
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
    fn tokens_of_32_bytes_have_43_characters_and_differ() {
        let secret = Secret::from_text("a secret of a test, long enough to be one").unwrap();
        let (a, b) = (secret.token(32).unwrap(), secret.token(32).unwrap());
        assert_eq!(a.len(), 43);
        assert_ne!(a, b);
    }
}
