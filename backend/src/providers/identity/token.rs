//! ID tokens: their claims and when they are accepted (as the Identity Toolkit issues them).

use super::signature::{Algorithm, PublicKey};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

/// Lifetime of an ID token in seconds.
pub const LIFETIME: i64 = 3600;
/// Seconds by which another machine's clock may be ahead of ours.
const SKEW: i64 = 60;
/// Most bytes of a token. Ours have about 900.
const LONGEST: usize = 8192;
const LONGEST_SUBJECT: usize = 128;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Claims {
    pub iss: String,
    pub aud: String,
    pub sub: String,
    pub user_id: String,
    /// The time of the sign-in, in Unix seconds.
    pub auth_time: i64,
    pub iat: i64,
    pub exp: i64,
    #[serde(default)]
    pub email: String,
    #[serde(default)]
    pub email_verified: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    #[serde(default)]
    pub firebase: SignIn,
    /// Makes two tokens of the same second different.
    #[serde(default)]
    pub jti: String,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct SignIn {
    pub identities: serde_json::Map<String, serde_json::Value>,
    pub sign_in_provider: String,
}

impl Claims {
    pub fn expires_at(&self) -> DateTime<Utc> {
        DateTime::from_timestamp(self.exp, 0).unwrap_or_default()
    }

    pub fn auth_time(&self) -> DateTime<Utc> {
        DateTime::from_timestamp(self.auth_time, 0).unwrap_or_default()
    }

    /// Whether the person signed in within the last `period`.
    pub fn is_fresh(&self, now: DateTime<Utc>, period: TimeDelta) -> bool {
        now.timestamp() - self.auth_time <= period.num_seconds()
    }

    /// Whether the person signed in before `since`, in whole seconds as in tokens. A refresh is not a sign-in.
    pub fn is_older_than(&self, since: DateTime<Utc>) -> bool {
        self.auth_time < since.timestamp()
    }
}

/// The accepted issuer, audience and algorithm.
#[derive(Clone, Debug)]
pub struct Rules {
    pub issuer: String,
    pub audience: String,
    pub algorithm: Algorithm,
}

#[derive(Debug, PartialEq, Eq)]
pub enum Invalid {
    Expired,
    Forged,
}

/// A signed token in its parts (RFC 7515, 7.1), not verified yet.
pub struct SignedToken<'a> {
    pub text: &'a str,
    /// The id of the key.
    pub kid: String,
    algorithm: Algorithm,
    claims: &'a str,
    signed: &'a str,
    signature: Vec<u8>,
}

impl<'a> SignedToken<'a> {
    /// None: it is not a token, or its header has another algorithm, no key id, or an unknown critical extension.
    pub fn parse(text: &'a str, rules: &Rules) -> Option<Self> {
        #[derive(Deserialize)]
        struct Header {
            alg: String,
            kid: String,
            crit: Option<serde_json::Value>,
        }
        if text.len() > LONGEST {
            return None;
        }
        let (signed, signature) = text.rsplit_once('.')?;
        let (header, claims) = signed.split_once('.')?;
        let header: Header = part(header)?;
        let is_ours = header.alg == rules.algorithm.as_str() && header.crit.is_none();
        let signature = URL_SAFE_NO_PAD.decode(signature).ok()?;
        is_ours.then_some(Self { text, kid: header.kid, algorithm: rules.algorithm, claims, signed, signature })
    }

    /// The claims, if `key` signed them. [`believe`] has to check them.
    pub fn claims(&self, key: &PublicKey) -> Result<Claims, Invalid> {
        if key.algorithm() == self.algorithm && key.has_signed(self.signed.as_bytes(), &self.signature) {
            part(self.claims).ok_or(Invalid::Forged)
        } else {
            Err(Invalid::Forged)
        }
    }
}

/// The claims of the emulator's token: its algorithm is `none`, and its signature is empty.
pub fn check_unsigned(token: &str, rules: &Rules, now: DateTime<Utc>) -> Result<Claims, Invalid> {
    #[derive(Deserialize)]
    struct Unsigned {
        alg: String,
    }
    let mut parts = token.split('.');
    let (Some(header), Some(claims), Some(""), None) = (parts.next(), parts.next(), parts.next(), parts.next()) else {
        return Err(Invalid::Forged);
    };
    let header: Unsigned = part(header).ok_or(Invalid::Forged)?;
    if token.len() > LONGEST || header.alg != "none" {
        return Err(Invalid::Forged);
    }
    believe(part(claims).ok_or(Invalid::Forged)?, rules, now)
}

fn part<T: DeserializeOwned>(encoded: &str) -> Option<T> {
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(encoded).ok()?).ok()
}

/// Accepts the claims of a genuine token if they are valid for us now.
pub fn believe(claims: Claims, rules: &Rules, now: DateTime<Utc>) -> Result<Claims, Invalid> {
    let now = now.timestamp();
    let sane = claims.aud == rules.audience
        && claims.iss == rules.issuer
        && !claims.sub.is_empty()
        && claims.sub.len() <= LONGEST_SUBJECT
        && claims.user_id == claims.sub
        && claims.iat <= now + SKEW
        && claims.auth_time <= now + SKEW;
    if !sane {
        Err(Invalid::Forged)
    } else if claims.exp <= now {
        Err(Invalid::Expired)
    } else {
        Ok(claims)
    }
}
