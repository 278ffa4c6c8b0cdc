//! The issuer's ID tokens: their claims and when they are accepted (OpenID Connect Core 3.1.3.7).

use super::metadata::Metadata;
use chrono::{DateTime, TimeDelta, Utc};
use openidconnect::{
    AdditionalClaims, ClaimsVerificationError, ClientId, IdToken, IdTokenVerifier, LocalizedClaim, Nonce,
    SignatureVerificationError,
    core::{CoreGenderClaim, CoreJsonWebKey, CoreJweContentEncryptionAlgorithm, CoreJwsSigningAlgorithm},
};
use ring::digest;
use serde::{Deserialize, Serialize};
use std::{ops::Deref, str::FromStr};

/// Most bytes of a token. Google's have about 1200.
const LONGEST: usize = 16 * 1024;
const LONGEST_SUBJECT: usize = 255;
/// The oldest accepted token. Tokens are used at once.
const OLDEST: TimeDelta = TimeDelta::minutes(10);
/// How far the issuer's clock may be ahead of ours.
const SKEW: TimeDelta = TimeDelta::minutes(1);

/// Only signatures with the issuer's keys, none that can be made with the client secret.
const ALGORITHMS: [CoreJwsSigningAlgorithm; 6] = [
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha384,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha512,
    CoreJwsSigningAlgorithm::RsaSsaPssSha256,
    CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    CoreJwsSigningAlgorithm::EcdsaP384Sha384,
];

const GOOGLE: &str = "https://accounts.google.com";

/// Additional claims of Google's tokens.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Hosted {
    /// The domain of a Google Workspace.
    hd: Option<String>,
}

impl AdditionalClaims for Hosted {}

type HostedIdToken = IdToken<Hosted, CoreGenderClaim, CoreJweContentEncryptionAlgorithm, CoreJwsSigningAlgorithm>;

/// The person who signed in at the issuer.
#[derive(Clone, PartialEq, Eq, derive_more::Debug)]
#[debug("Person {{ subject: {subject:?}, .. }}")]
pub struct Person {
    /// The issuer's permanent id of the person.
    pub subject: String,
    pub email: Option<String>,
    pub email_verified: bool,
    /// The issuer itself assigns addresses of this domain, so the address belongs to the person.
    pub is_authoritative: bool,
    pub name: Option<String>,
    pub given_name: Option<String>,
    pub family_name: Option<String>,
    pub picture: Option<String>,
}

#[derive(Debug)]
pub struct Invalid {
    pub why: String,
    /// No known key has the token's key id.
    pub unknown_key: bool,
}

impl Invalid {
    fn new(why: impl Into<String>) -> Self {
        Self { why: why.into(), unknown_key: false }
    }
}

/// The nonce that the issuer gets: hex of its SHA-256, as Firebase compares it. Whoever reads the URL cannot use it.
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
    let token = HostedIdToken::from_str(id_token).map_err(|_| Invalid::new("it cannot be read"))?;
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
    let email = claims.email().map(|email| email.trim().to_owned()).filter(|email| !email.is_empty());
    let hosted = claims.additional_claims().hd.as_deref();
    Ok(Person {
        subject,
        is_authoritative: email.as_deref().is_some_and(|email| gives_out(metadata.issuer(), email, hosted)),
        email,
        email_verified: claims.email_verified().unwrap_or_default(),
        name: text(claims.name()),
        given_name: text(claims.given_name()),
        family_name: text(claims.family_name()),
        picture: text(claims.picture()),
    })
}

/// Google has confirmed any address once, but assigns only those of Gmail and of a Workspace (`hd`). Another issuer is the operator's
/// own choice, and is trusted.
fn gives_out(issuer: &str, email: &str, hosted: Option<&str>) -> bool {
    let domain = email.rsplit_once('@').map(|(_, domain)| domain.to_ascii_lowercase()).unwrap_or_default();
    issuer.trim_end_matches('/') != GOOGLE
        || ["gmail.com", "googlemail.com"].contains(&domain.as_str())
        || hosted.is_some_and(|hosted| hosted.eq_ignore_ascii_case(&domain))
}

fn text<T: Deref<Target = String>>(claim: Option<&LocalizedClaim<T>>) -> Option<String> {
    let value = claim?.get(None)?.trim();
    Some(value.to_owned()).filter(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::{GOOGLE, gives_out};

    #[test]
    fn google_speaks_for_its_own_addresses_only() {
        assert!(gives_out(GOOGLE, "anna@Gmail.com", None));
        assert!(gives_out(GOOGLE, "anna@googlemail.com", None));
        assert!(gives_out(GOOGLE, "anna@firma.example", Some("firma.example")));
        assert!(!gives_out(GOOGLE, "anna@firma.example", None));
        assert!(!gives_out(GOOGLE, "anna@firma.example", Some("example")));
        assert!(!gives_out(GOOGLE, "anna@gmail.com.evil.example", None));
        assert!(gives_out("https://id.firma.example", "anna@firma.example", None));
    }
}
