//! Verifies ID tokens. The algorithm depends on the configured provider, never on the token.

use super::{
    key_cache::KeyCache,
    signature::Algorithm,
    token::{self, Claims, Invalid, Rules, SignedToken},
    transport::Transport,
    verified::Verified,
};
use crate::Result;
use chrono::{DateTime, Utc};
use domain::Refusal;

#[derive(Debug)]
pub enum Verifier {
    /// ES256, with the embedded provider's own keys.
    Embedded(Rules, KeyCache, Verified),
    /// RS256, with Google's keys.
    Firebase(Rules, KeyCache, Verified),
    /// Tokens without signatures: only for projects of the emulator.
    Emulator(Rules),
}

impl Verifier {
    pub fn embedded(origin: &str, audience: &str) -> (Self, Rules) {
        let rules = Rules { issuer: origin.into(), audience: audience.into(), algorithm: Algorithm::Es256 };
        (Self::Embedded(rules.clone(), KeyCache::of_own_keys(), Verified::default()), rules)
    }

    pub fn firebase(project_id: &str) -> Self {
        Self::Firebase(firebase_rules(project_id), KeyCache::default(), Verified::default())
    }

    pub fn emulator(project_id: &str) -> Self {
        Self::Emulator(firebase_rules(project_id))
    }

    pub async fn verify(&self, id_token: &str, transport: &Transport, now: DateTime<Utc>) -> Result<Claims> {
        let forged = |_: Invalid| Refusal::Unauthenticated.into();
        match self {
            Self::Emulator(rules) => token::check_unsigned(id_token, rules, now).map_err(forged),
            Self::Embedded(rules, keys, verified) | Self::Firebase(rules, keys, verified) => {
                let token = SignedToken::parse(id_token, rules).ok_or(Refusal::Unauthenticated)?;
                let key = keys.find(&token.kid, now, || transport.keys()).await?.ok_or(Refusal::Unauthenticated)?;
                let claims = verified.claims(&token, &key, now).map_err(forged)?;
                token::believe(claims, rules, now).map_err(forged)
            }
        }
    }
}

fn firebase_rules(project_id: &str) -> Rules {
    Rules {
        issuer: format!("https://securetoken.google.com/{project_id}"),
        audience: project_id.into(),
        algorithm: Algorithm::Rs256,
    }
}
