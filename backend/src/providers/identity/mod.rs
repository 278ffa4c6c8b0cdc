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

pub use call::{CallError, Profile, Refreshed};
pub(crate) use common_passwords::is_common;
pub use embedded::Unmatched;
pub use federated::{Assertion, FederatedSignIn, Linked};
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
    browser: Browser,
    embedded: Option<Embedded>,
}

/// What a browser needs to call the provider itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Browser {
    /// The URL before `/accounts:signUp`.
    pub base: String,
    pub api_key: Option<String>,
}

impl Browser {
    /// The other origin that the browser calls, if there is one.
    pub fn origin(&self) -> Option<&str> {
        let host = self.base.find("://")? + 3;
        let end = self.base[host..].find('/').map_or(self.base.len(), |slash| host + slash);
        Some(&self.base[..end])
    }
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
            let browser = Browser { base: firebase.toolkit.clone(), api_key: Some(firebase.api_key.clone()) };
            let transport = Transport::http(firebase.clone())?;
            Ok(Self { clock: clock.clone(), verifier, transport, browser, embedded: None })
        };
        match &settings.identity {
            Choice::Embedded => {
                let (verifier, rules) = Verifier::embedded(&settings.origin, project);
                let embedded = Embedded::open(settings, db, secret, clock, rules, mail, google).await?;
                Ok(Self {
                    clock: clock.clone(),
                    verifier,
                    transport: Transport::InProcess(embedded.router()),
                    browser: Browser { base: "/identity/v1".into(), api_key: None },
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

    pub fn browser(&self) -> &Browser {
        &self.browser
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
