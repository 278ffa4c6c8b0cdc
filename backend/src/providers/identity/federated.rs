//! Signing in with an account of another provider (`accounts:signInWithIdp`), and connecting such accounts.

use super::{CallError, IdentityProvider};
use crate::providers::openid::PROVIDER_ID;
use domain::{Refusal, identity::Tokens};
use serde::Deserialize;
use serde_json::json;

/// The other provider's token. The identity provider verifies it again.
#[derive(derive_more::Debug)]
#[debug("Assertion(..)")]
pub struct Assertion<'a> {
    pub id_token: &'a str,
    /// The nonce before hashing.
    pub nonce: &'a str,
}

/// The answer of `accounts:signInWithIdp`.
#[derive(Clone, Default, Deserialize, derive_more::Debug)]
#[serde(rename_all = "camelCase", default)]
#[debug("FederatedSignIn {{ local_id: {local_id:?}, .. }}")]
pub struct FederatedSignIn {
    local_id: String,
    id_token: String,
    refresh_token: String,
    pub email: String,
    pub email_verified: bool,
    pub is_new_user: bool,
    /// Nobody is signed in: an account has the same address, but may belong to another person.
    pub need_confirmation: bool,
    /// How the owner of that account signs in. None: the provider does not say.
    verified_provider: Option<Vec<String>>,
    pub display_name: Option<String>,
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub photo_url: Option<String>,
}

impl FederatedSignIn {
    /// The refusal when nobody was signed in.
    pub fn confirmation(&self) -> Refusal {
        let has_none = |ways: &Vec<String>| !ways.iter().any(|way| way == "password");
        if self.verified_provider.as_ref().is_some_and(has_none) {
            Refusal::GoogleConfirmPassword
        } else {
            Refusal::GoogleConfirm
        }
    }

    /// None: nobody was signed in.
    pub fn tokens(&self) -> Option<Tokens> {
        (!self.need_confirmation && !self.id_token.is_empty()).then(|| Tokens {
            local_id: self.local_id.clone(),
            id_token: self.id_token.clone(),
            refresh_token: self.refresh_token.clone(),
        })
    }
}

impl IdentityProvider {
    /// `connect_to` is the ID token of the account to connect. None: this is a sign-in.
    pub async fn sign_in_with_google(
        &self,
        assertion: &Assertion<'_>,
        connect_to: Option<&str>,
    ) -> Result<FederatedSignIn, CallError> {
        let fields = [("providerId", PROVIDER_ID), ("id_token", assertion.id_token), ("nonce", assertion.nonce)];
        let mut body = json!({
            "requestUri": "http://localhost",
            "postBody": serde_urlencoded::to_string(fields).map_err(CallError::strange)?,
            "returnSecureToken": true,
        });
        if let Some(id_token) = connect_to {
            body["idToken"] = id_token.into();
        }
        self.post("/accounts:signInWithIdp", &body).await
    }

    /// The account keeps its other ways to sign in.
    pub async fn disconnect_google(&self, id_token: &str) -> Result<(), CallError> {
        let body = json!({ "idToken": id_token, "deleteProvider": [PROVIDER_ID] });
        self.post::<serde_json::Value>("/accounts:update", &body).await.map(drop)
    }
}
