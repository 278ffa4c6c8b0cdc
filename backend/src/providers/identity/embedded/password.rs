//! Hashes passwords with Argon2id on the threads for heavy work, a limited number at a time.

use crate::{
    Error, Result,
    heavy::{self, Kind},
    metrics::{Counted, PASSWORD_HASHES},
};
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
/// Requests that may wait. More would time out, and keep their passwords in memory.
const WAITING: usize = 100;
/// How long a request waits before it is refused with `unavailable`.
const TURN: Duration = Duration::from_secs(5);
/// Verified if no account has the address, so that the answer takes as long as for a wrong password.
const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5J3Mgc2FsdCAxNg$\
                      AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

#[derive(Debug)]
pub struct Passwords {
    turns: Arc<Semaphore>,
    places: Semaphore,
}

/// Held while a hash is computed.
#[derive(Debug)]
struct Turn {
    _permit: OwnedSemaphorePermit,
    _running: Counted,
}

impl Passwords {
    pub fn new() -> Self {
        Self { turns: Arc::new(Semaphore::new(Kind::Passwords.at_once())), places: Semaphore::new(WAITING) }
    }

    pub async fn hash(&self, password: &str) -> Result<String> {
        let (turn, password) = (self.turn().await?, password.to_owned());
        let hash = heavy::spawn(Kind::Passwords, move || {
            let _turn = turn;
            hasher()?.hash_password(password.as_bytes()).map(|hash| hash.to_string())
        });
        hash.await?.map_err(|e| Error::broken("password hash", e.to_string()))
    }

    /// Whether the password matches `hash`. Without a hash the answer is no, but takes as long.
    pub async fn verify(&self, password: &str, hash: Option<&str>) -> Result<bool> {
        if password.len() > limits::PASSWORD_BYTES {
            return Ok(false);
        }
        let (turn, password) = (self.turn().await?, password.to_owned());
        let known = hash.is_some();
        let hash = hash.unwrap_or(NOBODY).to_owned();
        let right = heavy::spawn(Kind::Passwords, move || {
            let _turn = turn;
            let hash = PasswordHash::new(&hash).map_err(|e| Error::broken("password hash", e.to_string()))?;
            let hasher = hasher().map_err(|e| Error::broken("password hash", e.to_string()))?;
            Ok::<_, Error>(hasher.verify_password(password.as_bytes(), &hash).is_ok())
        });
        Ok(right.await?? && known)
    }

    /// Whether the hash was made with other parameters than the current ones.
    pub fn is_outdated(hash: &str) -> bool {
        let current = format!("$argon2id$v=19$m={MEMORY_KIB},t={PASSES},p={LANES}$");
        !hash.starts_with(&current)
    }

    async fn turn(&self) -> Result<Turn> {
        let too_many = |_| Error::unavailable("password hash", "too many are waiting");
        let _place = self.places.try_acquire().map_err(too_many)?;
        let _waiting = PASSWORD_HASHES.one_more(&[("state", "waiting")]);
        let turn = tokio::time::timeout(TURN, self.turns.clone().acquire_owned()).await;
        match turn {
            Ok(Ok(permit)) => {
                let running = PASSWORD_HASHES.one_more(&[("state", "running")]);
                Ok(Turn { _permit: permit, _running: running })
            }
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
    use super::{Passwords, WAITING};
    use std::{future::Future, pin::pin, task::Poll};

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

    #[tokio::test]
    async fn a_full_queue_is_refused_at_once() {
        let passwords = Passwords::new();
        let mut turns = Vec::new();
        for _ in 0..passwords.turns.available_permits() {
            turns.push(passwords.turn().await.unwrap());
        }
        let mut waiting: Vec<_> = (0..WAITING).map(|_| Box::pin(passwords.turn())).collect();
        let mut last = pin!(passwords.turn());
        std::future::poll_fn(|context| {
            assert!(waiting.iter_mut().all(|turn| turn.as_mut().poll(context).is_pending()));
            assert!(matches!(last.as_mut().poll(context), Poll::Ready(Err(_))));
            Poll::Ready(())
        })
        .await;
        waiting.pop();
        drop(turns.pop());
        drop(waiting);
        drop(passwords.turn().await.unwrap());
    }

    #[test]
    fn a_hash_of_other_parameters_is_outdated() {
        assert!(!Passwords::is_outdated("$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA"));
        assert!(Passwords::is_outdated("$argon2id$v=19$m=9216,t=4,p=1$c2FsdA$aGFzaA"));
        assert!(Passwords::is_outdated("$argon2i$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA"));
    }
}
