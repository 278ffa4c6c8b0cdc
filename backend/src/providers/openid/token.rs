//! The issuer's ID tokens: what they claim and when they are believed (OpenID Connect Core 3.1.3.7).

use super::metadata::Metadata;
use chrono::{DateTime, TimeDelta, Utc};
use openidconnect::{
    ClaimsVerificationError, ClientId, IdTokenVerifier, LocalizedClaim, Nonce, SignatureVerificationError,
    core::{CoreIdToken, CoreJsonWebKey, CoreJwsSigningAlgorithm},
};
use ring::digest;
use std::{ops::Deref, str::FromStr};

/// Bytes of a token that is looked at; Google's have about 1200.
const LONGEST: usize = 16 * 1024;
const LONGEST_SUBJECT: usize = 255;
/// A token is used at once; one that lay about is refused.
const OLDEST: TimeDelta = TimeDelta::minutes(10);
/// How far the issuer's clock may be ahead of ours.
const SKEW: TimeDelta = TimeDelta::minutes(1);

/// Signatures by a key of the issuer's; never one that the client secret could make.
const ALGORITHMS: [CoreJwsSigningAlgorithm; 6] = [
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha384,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha512,
    CoreJwsSigningAlgorithm::RsaSsaPssSha256,
    CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    CoreJwsSigningAlgorithm::EcdsaP384Sha384,
];

/// Who signed in at the issuer.
#[derive(Clone, PartialEq, Eq)]
pub struct Person {
    /// The issuer's name for them, for good.
    pub subject: String,
    pub email: Option<String>,
    pub email_verified: bool,
    pub name: Option<String>,
    pub given_name: Option<String>,
    pub family_name: Option<String>,
    pub picture: Option<String>,
}

impl std::fmt::Debug for Person {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Person").field("subject", &self.subject).finish_non_exhaustive()
    }
}

#[derive(Debug)]
pub struct Invalid {
    pub why: String,
    /// Its key is none of those we know.
    pub unknown_key: bool,
}

impl Invalid {
    fn new(why: impl Into<String>) -> Self {
        Self { why: why.into(), unknown_key: false }
    }
}

/// What the issuer is told of a nonce, so that who reads the address cannot use it: hex of its SHA-256, as Firebase compares.
pub fn nonce_of(raw: &str) -> String {
    let hash = digest::digest(&digest::SHA256, raw.as_bytes());
    let digits = hash.as_ref().iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.filter_map(|digit| char::from_digit(digit.into(), 16)).collect()
}

pub fn check(
    id_token: &str,
    nonce: &str,
    metadata: &Metadata,
    client_id: &str,
    now: DateTime<Utc>,
) -> Result<Person, Invalid> {
    if id_token.len() > LONGEST || nonce.is_empty() {
        return Err(Invalid::new("it is too long, or has no nonce"));
    }
    let token = CoreIdToken::from_str(id_token).map_err(|_| Invalid::new("it cannot be read"))?;
    let verifier = IdTokenVerifier::<CoreJsonWebKey>::new_public_client(
        ClientId::new(client_id.to_owned()),
        metadata.issuer().clone(),
        metadata.jwks().clone(),
    )
    .set_allowed_algs(ALGORITHMS)
    .set_time_fn(move || now)
    .set_issue_time_verifier_fn(move |issued| {
        let is_recent = issued <= now + SKEW && now - issued <= OLDEST;
        is_recent.then_some(()).ok_or_else(|| "it was not issued just now".to_owned())
    });
    let expected = nonce_of(nonce);
    let same = |found: Option<&Nonce>| {
        let found = found.map_or("", |nonce| nonce.secret());
        (found == expected).then_some(()).ok_or_else(|| "it belongs to another sign-in".to_owned())
    };
    let claims = token.claims(&verifier, same).map_err(|error| Invalid {
        unknown_key: matches!(
            error,
            ClaimsVerificationError::SignatureVerification(SignatureVerificationError::NoMatchingKey)
        ),
        why: error.to_string(),
    })?;
    let subject = claims.subject().to_string();
    if subject.is_empty() || subject.len() > LONGEST_SUBJECT {
        return Err(Invalid::new("it names nobody"));
    }
    Ok(Person {
        subject,
        email: claims.email().map(|email| email.trim().to_owned()).filter(|email| !email.is_empty()),
        email_verified: claims.email_verified().unwrap_or_default(),
        name: text(claims.name()),
        given_name: text(claims.given_name()),
        family_name: text(claims.family_name()),
        picture: text(claims.picture()),
    })
}

fn text<T: Deref<Target = String>>(claim: Option<&LocalizedClaim<T>>) -> Option<String> {
    let value = claim?.get(None)?.trim();
    Some(value.to_owned()).filter(|value| !value.is_empty())
}
