//! ID tokens: what they claim and when they are believed (facts of the Identity Toolkit's tokens).

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, TimeDelta, Utc};
use jsonwebtoken::{Algorithm, DecodingKey, Validation};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

/// Seconds that an ID token is good for.
pub const LIFETIME: i64 = 3600;
/// How far another machine's clock may be ahead of ours.
const SKEW: i64 = 60;
/// Bytes of a token that is looked at; ours have about 900.
const LONGEST: usize = 8192;
const LONGEST_SUBJECT: usize = 128;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Claims {
    pub iss: String,
    pub aud: String,
    pub sub: String,
    pub user_id: String,
    /// When the person typed the password.
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
    /// Keeps two tokens of one second apart.
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

    /// Whether the person signed in before `since`, in whole seconds as tokens count: a later refresh makes no sign-in.
    pub fn is_older_than(&self, since: DateTime<Utc>) -> bool {
        self.auth_time < since.timestamp()
    }
}

/// Whose tokens are believed, and how they are signed.
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

/// The key id that the token names, if it names the right algorithm; nothing of the token is believed yet.
pub fn key_id(token: &str, rules: &Rules) -> Option<String> {
    if token.len() > LONGEST {
        return None;
    }
    let header = jsonwebtoken::decode_header(token).ok()?;
    if header.alg == rules.algorithm { header.kid } else { None }
}

/// The claims of a token that `key` signed with the algorithm of `rules`, whatever its header says about that.
pub fn check(token: &str, key: &DecodingKey, rules: &Rules, now: DateTime<Utc>) -> Result<Claims, Invalid> {
    let mut validation = Validation::new(rules.algorithm);
    validation.set_audience(&[&rules.audience]);
    validation.set_issuer(&[&rules.issuer]);
    validation.set_required_spec_claims(&["exp", "aud", "iss", "sub"]);
    // Compared below, with the clock that tests can move.
    validation.validate_exp = false;
    let claims = jsonwebtoken::decode::<Claims>(token, key, &validation).map_err(|_| Invalid::Forged)?.claims;
    believe(claims, rules, now)
}

/// The claims of an emulator's token: `none` in its header, and nothing where a signature would stand.
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

fn believe(claims: Claims, rules: &Rules, now: DateTime<Utc>) -> Result<Claims, Invalid> {
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
