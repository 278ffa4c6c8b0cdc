//! The identity provider. Its protocol is the Identity Toolkit's, for the embedded provider in this process, Firebase and
//! Firebase's emulator.

mod call;
mod common_passwords;
mod embedded;
mod ending;
mod federated;
mod key_cache;
mod recovery;
mod signature;
mod token;
mod transport;
mod verified;
mod verifier;

pub use call::{CallError, Linked, Profile, Refreshed};
pub(crate) use common_passwords::is_common;
pub use embedded::Unmatched;
pub use federated::{Assertion, FederatedSignIn};
pub use recovery::{Confirmed, MailedCode};
pub use token::Claims;

use crate::{
    Clock, Db, Result, Secret, Settings,
    error::StartError,
    providers::{mail::Mail, openid::OpenIdProvider},
    settings::identity::{Choice, Firebase},
};
use domain::{
    User,
    identity::{IdentityCode, Tokens},
};
use embedded::Embedded;
use serde_json::json;
use transport::Transport;
use verifier::Verifier;

/// Calls the provider as any client would, and accepts only tokens whose signature it has verified itself.
#[derive(Debug)]
pub struct IdentityProvider {
    clock: Clock,
    verifier: Verifier,
    transport: Transport,
    embedded: Option<Embedded>,
}

/// The browser on whose behalf we call, for the embedded provider's limits.
#[derive(Clone, Default, derive_more::Debug)]
#[debug("Caller(..)")]
pub struct Caller {
    /// Its network address.
    pub address: String,
    /// The cookie with which it proves an earlier sign-in.
    pub device: Option<String>,
}

impl IdentityProvider {
    pub async fn open(
        settings: &Settings,
        db: &Db,
        secret: &Secret,
        clock: &Clock,
        mail: &Mail,
        google: Option<&OpenIdProvider>,
    ) -> Result<Self, StartError> {
        let project = settings.project_id.as_str();
        if let Some(objection) = settings.identity.objections(project, settings.production).first() {
            return Err(StartError(objection.clone()));
        }
        let outside = |firebase: &Firebase, verifier| {
            let transport = Transport::http(firebase.clone())?;
            Ok(Self { clock: clock.clone(), verifier, transport, embedded: None })
        };
        match &settings.identity {
            Choice::Embedded => {
                let (verifier, rules) = Verifier::embedded(&settings.origin, project);
                let embedded = Embedded::open(settings, db, secret, clock, rules, mail, google).await?;
                Ok(Self {
                    clock: clock.clone(),
                    verifier,
                    transport: Transport::InProcess(embedded.router()),
                    embedded: Some(embedded),
                })
            }
            Choice::Firebase(firebase) => outside(firebase, Verifier::firebase(project)),
            Choice::Emulator(address) => outside(&Firebase::at_emulator(address), Verifier::emulator(project)),
        }
    }

    /// The embedded provider's routes, to be served under `/identity/v1`. `None`: another provider is in use.
    pub fn router(&self) -> Option<axum::Router> {
        self.embedded.as_ref().map(Embedded::router)
    }

    /// The embedded provider uses our database, ends sign-ins in the same transaction, and sends mails about changes itself.
    pub fn is_embedded(&self) -> bool {
        self.embedded.is_some()
    }

    /// The value of a cookie for the browser in which the person has just signed in. None: another provider counts the attempts.
    pub(crate) async fn known_device(&self, user: &User) -> Result<Option<String>> {
        match &self.embedded {
            Some(embedded) => embedded.known_device(user).await,
            None => Ok(None),
        }
    }

    /// The claims of the ID token. `unauthenticated` unless it is valid.
    pub async fn verify(&self, id_token: &str) -> Result<Claims> {
        self.verifier.verify(id_token, &self.transport, self.clock.now()).await
    }

    pub async fn sign_up(&self, email: &str, password: &str) -> Result<Tokens, CallError> {
        self.post("/accounts:signUp", &json!({ "email": email, "password": password, "returnSecureToken": true })).await
    }

    pub async fn sign_in(&self, email: &str, password: &str) -> Result<Tokens, CallError> {
        let body = json!({ "email": email, "password": password, "returnSecureToken": true });
        self.post("/accounts:signInWithPassword", &body).await
    }

    /// [`Self::sign_up`] for a browser, with the account's name.
    pub async fn sign_up_as(
        &self,
        caller: &Caller,
        email: &str,
        password: &str,
        name: &str,
    ) -> Result<Tokens, CallError> {
        let body = json!({ "email": email, "password": password, "displayName": name, "returnSecureToken": true });
        self.post_as(caller, "/accounts:signUp", &body).await
    }

    /// [`Self::sign_in`] for a browser.
    pub async fn sign_in_as(&self, caller: &Caller, email: &str, password: &str) -> Result<Tokens, CallError> {
        let body = json!({ "email": email, "password": password, "returnSecureToken": true });
        self.post_as(caller, "/accounts:signInWithPassword", &body).await
    }

    pub async fn refresh(&self, refresh_token: &str) -> Result<Refreshed, CallError> {
        self.post_form("/token", &[("grant_type", "refresh_token"), ("refresh_token", refresh_token)]).await
    }

    /// The provider's data of the token's account.
    pub async fn lookup(&self, id_token: &str) -> Result<Profile, CallError> {
        let found: call::Profiles = self.post("/accounts:lookup", &json!({ "idToken": id_token })).await?;
        found.users.into_iter().next().ok_or(CallError::Refused(IdentityCode::UserNotFound))
    }

    /// Removes the token's account. The sign-in must be recent.
    pub async fn delete(&self, id_token: &str) -> Result<(), CallError> {
        self.post::<serde_json::Value>("/accounts:delete", &json!({ "idToken": id_token })).await.map(drop)
    }

    /// Identities without a person and people without an identity. Empty for other providers.
    pub async fn unmatched(&self) -> Result<Unmatched> {
        match &self.embedded {
            Some(embedded) => embedded.unmatched().await,
            None => Ok(Unmatched::default()),
        }
    }

    /// Repairs them as far as possible.
    pub async fn mend(&self) -> Result<()> {
        match &self.embedded {
            Some(embedded) => embedded.mend().await,
            None => Ok(()),
        }
    }

    /// Makes a new signing key, and deletes keys that are no longer needed. Returns how many were deleted. `None`: another provider has its
    /// own keys.
    pub async fn renew_signing_key(&self) -> Result<Option<u64>> {
        match &self.embedded {
            Some(embedded) => embedded.renew_signing_key().await.map(Some),
            None => Ok(None),
        }
    }

    /// Deletes accounts with which nobody has registered, and expired data. Other providers do this themselves.
    pub async fn sweep(&self) -> Result<()> {
        match &self.embedded {
            Some(embedded) => embedded.sweep().await,
            None => Ok(()),
        }
    }
}
