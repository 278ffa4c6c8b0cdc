//! The identity provider's wire contract (Identity Toolkit), spoken to the embedded provider in this process.

mod call;
mod embedded;
mod key_cache;
mod token;

pub use call::{CallError, Profile, Refreshed};
pub use token::Claims;

use crate::{Clock, Db, Error, Result, Secret, Settings, error::StartError};
use domain::{
    Refusal,
    identity::{IdentityCode, Tokens},
};
use embedded::Embedded;
use jsonwebtoken::jwk::JwkSet;
use key_cache::KeyCache;
use serde_json::json;
use token::Rules;

/// Speaks to the provider as any client would, and believes only tokens whose signature it checked itself.
#[derive(Debug)]
pub struct IdentityProvider {
    clock: Clock,
    rules: Rules,
    keys: KeyCache,
    embedded: Embedded,
    router: axum::Router,
}

impl IdentityProvider {
    pub async fn open(settings: &Settings, db: &Db, secret: &Secret, clock: &Clock) -> Result<Self, StartError> {
        let rules = Rules { issuer: settings.origin.clone(), audience: settings.project_id.clone() };
        let embedded = Embedded::open(settings, db, secret, clock, rules.clone()).await?;
        Ok(Self { clock: clock.clone(), rules, keys: KeyCache::default(), router: embedded.router(), embedded })
    }

    /// The embedded provider's own calls, to be served under `/identity/v1`.
    pub fn router(&self) -> axum::Router {
        self.router.clone()
    }

    /// Whose ID token this is; `unauthenticated` unless everything about it is right.
    pub async fn verify(&self, id_token: &str) -> Result<Claims> {
        let kid = token::key_id(id_token).ok_or(Refusal::Unauthenticated)?;
        let now = self.clock.now();
        let key = self.keys.find(&kid, now, || self.load_keys()).await?.ok_or(Refusal::Unauthenticated)?;
        token::check(id_token, &key, &self.rules, now).map_err(|_| Refusal::Unauthenticated.into())
    }

    pub async fn sign_up(&self, email: &str, password: &str) -> Result<Tokens, CallError> {
        self.post("/accounts:signUp", &json!({ "email": email, "password": password, "returnSecureToken": true })).await
    }

    pub async fn sign_in(&self, email: &str, password: &str) -> Result<Tokens, CallError> {
        let body = json!({ "email": email, "password": password, "returnSecureToken": true });
        self.post("/accounts:signInWithPassword", &body).await
    }

    pub async fn refresh(&self, refresh_token: &str) -> Result<Refreshed, CallError> {
        self.post_form("/token", &[("grant_type", "refresh_token"), ("refresh_token", refresh_token)]).await
    }

    /// What the provider knows about the token's account.
    pub async fn lookup(&self, id_token: &str) -> Result<Profile, CallError> {
        let found: call::Profiles = self.post("/accounts:lookup", &json!({ "idToken": id_token })).await?;
        found.users.into_iter().next().ok_or(CallError::Refused(IdentityCode::UserNotFound))
    }

    pub async fn set_display_name(&self, id_token: &str, name: &str) -> Result<Profile, CallError> {
        self.post("/accounts:update", &json!({ "idToken": id_token, "displayName": name })).await
    }

    /// Removes the token's account; the sign-in must be recent.
    pub async fn delete(&self, id_token: &str) -> Result<(), CallError> {
        self.post::<serde_json::Value>("/accounts:delete", &json!({ "idToken": id_token })).await.map(drop)
    }

    /// Removes accounts that nobody registered with and what is past its time.
    pub async fn sweep(&self) -> Result<()> {
        self.embedded.sweep().await
    }

    async fn load_keys(&self) -> Result<JwkSet> {
        let set = self.get("/jwks").await;
        set.map_err(|error| match error {
            CallError::Broken(error) => error,
            CallError::Refused(code) => Error::broken("identity provider's keys", code.wire()),
        })
    }
}
