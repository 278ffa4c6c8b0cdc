//! The outcome of a sign-in with Google, as the page receives it.

use crate::{
    Error,
    providers::{identity::CallError, openid::OpenIdError},
};
use domain::{Language, Refusal, UserId, identity::IdentityCode};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug)]
pub enum Outcome {
    SignedIn(UserId),
    Registered(UserId),
    Linked(UserId),
    Refused(domain::Error),
}

impl Outcome {
    fn code(&self) -> &'static str {
        match self {
            Self::SignedIn(_) => "signed_in",
            Self::Registered(_) => "registered",
            Self::Linked(_) => "linked",
            Self::Refused(error) => error.code(),
        }
    }
}

/// An outcome as the page receives it. It contains no secrets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignInResult {
    /// `signed_in`, `registered`, `linked` or the code of a refusal.
    pub outcome: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_id: Option<UserId>,
    /// The text of a refusal, in the person's language.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub message: String,
}

impl SignInResult {
    pub fn new(outcome: &Outcome, language: Language) -> Self {
        let (user_id, message) = match outcome {
            Outcome::SignedIn(id) | Outcome::Registered(id) | Outcome::Linked(id) => (Some(*id), String::new()),
            Outcome::Refused(error) => (None, language.error_text(error)),
        };
        Self { outcome: outcome.code().into(), user_id, message }
    }

    /// The sign-in has no outcome yet.
    pub fn pending() -> Self {
        Self { outcome: "pending".into(), user_id: None, message: String::new() }
    }

    pub fn refused(error: &Error, language: Language) -> Self {
        Self::new(&Outcome::Refused(public_error(error)), language)
    }

    pub fn is_success(&self) -> bool {
        self.user_id.is_some()
    }
}

/// The refusal that the person sees for an error. Failures of ours are logged here, once.
pub fn public_error(error: &Error) -> domain::Error {
    if let Error::Broken(broken) = error {
        tracing::error!(what = broken.what, error = %broken.source, "signing in with Google broke");
    }
    match error.refusal() {
        domain::Error { refusal: Refusal::Internal, .. } => Refusal::GoogleRefused.into(),
        other => other,
    }
}

/// Converts an error of the issuer.
pub fn of_issuer(error: OpenIdError) -> Error {
    match error {
        OpenIdError::Away(error) => {
            tracing::warn!(%error, "the issuer did not answer");
            Refusal::GoogleUnavailable.into()
        }
        OpenIdError::Misconfigured(why) => {
            tracing::error!(why, "the issuer does not take GOOGLE_CLIENT_ID or GOOGLE_CLIENT_SECRET");
            Refusal::GoogleDenied.into()
        }
        OpenIdError::Invalid(why) => {
            tracing::warn!(why, "the issuer's answer is not right");
            Refusal::GoogleFailed.into()
        }
    }
}

/// Converts an error of the identity provider.
pub fn of_provider(error: CallError) -> Error {
    let CallError::Refused(code) = error else { return error.into() };
    match code {
        IdentityCode::OperationNotAllowed => Refusal::GoogleDisabled,
        IdentityCode::UnauthorizedDomain => Refusal::GoogleDomain,
        IdentityCode::Misconfigured => Refusal::GoogleDenied,
        IdentityCode::UserDisabled | IdentityCode::AdminOnly => Refusal::GoogleForbidden,
        IdentityCode::AlreadyLinked => Refusal::GoogleLinked,
        IdentityCode::UnverifiedEmail => Refusal::GoogleEmail,
        IdentityCode::CredentialTooOld => Refusal::GoogleRecent,
        IdentityCode::EmailExists => Refusal::GoogleConfirm,
        IdentityCode::InvalidIdpResponse => Refusal::GoogleFailed,
        _ => return CallError::Refused(code).into(),
    }
    .into()
}
