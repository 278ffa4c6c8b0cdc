//! Passwords: Argon2id on blocking threads, a bounded number at a time.

use crate::{Error, Result};
use argon2::{
    Algorithm, Argon2, Params, Version,
    password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash},
};
use domain::limits;
use std::{sync::Arc, time::Duration};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// 19 MiB, two passes, one lane: OWASP's recommendation.
const MEMORY_KIB: u32 = 19_456;
const PASSES: u32 = 2;
const LANES: u32 = 1;
/// Hashes made at the same time; each needs the memory above.
const AT_ONCE: usize = 4;
/// How long a request waits for its turn before it is told to come back.
const TURN: Duration = Duration::from_secs(5);
/// Verified when nobody has the address, so that the answer takes as long as for a wrong password.
const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5J3Mgc2FsdCAxNg$\
                      AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

#[derive(Debug)]
pub struct Passwords {
    turns: Arc<Semaphore>,
}

impl Passwords {
    pub fn new() -> Self {
        Self { turns: Arc::new(Semaphore::new(AT_ONCE)) }
    }

    pub async fn hash(&self, password: &str) -> Result<String> {
        let (turn, password) = (self.turn().await?, password.to_owned());
        let hash = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            hasher()?.hash_password(password.as_bytes()).map(|hash| hash.to_string())
        });
        hash.await?.map_err(|e| Error::broken("password hash", e.to_string()))
    }

    /// Whether the password is the one of `hash`; without a hash it is not, but that takes as long.
    pub async fn verify(&self, password: &str, hash: Option<&str>) -> Result<bool> {
        if password.len() > limits::PASSWORD_BYTES {
            return Ok(false);
        }
        let (turn, password) = (self.turn().await?, password.to_owned());
        let known = hash.is_some();
        let hash = hash.unwrap_or(NOBODY).to_owned();
        let right = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            let hash = PasswordHash::new(&hash).map_err(|e| Error::broken("password hash", e.to_string()))?;
            let hasher = hasher().map_err(|e| Error::broken("password hash", e.to_string()))?;
            Ok::<_, Error>(hasher.verify_password(password.as_bytes(), &hash).is_ok())
        });
        Ok(right.await?? && known)
    }

    async fn turn(&self) -> Result<OwnedSemaphorePermit> {
        let turn = tokio::time::timeout(TURN, self.turns.clone().acquire_owned()).await;
        match turn {
            Ok(Ok(turn)) => Ok(turn),
            _ => Err(Error::unavailable("password hash", "too many at once")),
        }
    }
}

fn hasher() -> Result<Argon2<'static>, argon2::password_hash::Error> {
    let params = Params::new(MEMORY_KIB, PASSES, LANES, None)?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

#[cfg(test)]
mod tests {
    use super::Passwords;

    #[tokio::test]
    async fn only_the_right_password_opens_and_nobody_has_none() {
        let passwords = Passwords::new();
        let hash = passwords.hash("Kaffee & Kuchen ☕").await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert!(passwords.verify("Kaffee & Kuchen ☕", Some(&hash)).await.unwrap());
        assert!(!passwords.verify("kaffee & Kuchen ☕", Some(&hash)).await.unwrap());
        assert!(!passwords.verify("", None).await.unwrap());
        assert!(!passwords.verify(&"a".repeat(100_000), Some(&hash)).await.unwrap());
    }
}
