//! One call to the provider, and its answer.

use super::{Caller, IdentityProvider};
use crate::{Error, throttle::OURSELVES};
use bytes::Bytes;
use domain::{Refusal, identity::IdentityCode};
use http::StatusCode;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

/// Status and body of an answer.
pub type Answer = (StatusCode, Bytes);

/// Why a call has failed.
#[derive(Debug)]
pub enum CallError {
    /// The provider refused.
    Refused(IdentityCode),
    /// The provider does not answer, or its answer cannot be understood.
    Broken(Error),
}

impl CallError {
    pub(super) fn strange(what: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Broken(Error::unavailable("identity provider's answer", what))
    }
}

impl From<CallError> for Error {
    fn from(error: CallError) -> Self {
        match error {
            CallError::Broken(error) => error,
            CallError::Refused(IdentityCode::TooManyAttempts) => {
                domain::Error::from(Refusal::TooManyRequests).with("seconds", 60).retry_after(60).into()
            }
            CallError::Refused(
                IdentityCode::InvalidIdToken
                | IdentityCode::InvalidRefreshToken
                | IdentityCode::TokenExpired
                | IdentityCode::UserDisabled
                | IdentityCode::UserNotFound
                | IdentityCode::CredentialTooOld,
            ) => Refusal::Unauthenticated.into(),
            CallError::Refused(IdentityCode::InvalidOobCode | IdentityCode::MissingOobCode) => Refusal::CodeUsed.into(),
            CallError::Refused(IdentityCode::ExpiredOobCode) => Refusal::CodeExpired.into(),
            CallError::Refused(IdentityCode::WeakPassword | IdentityCode::PasswordRequirements) => {
                Refusal::WeakPassword.into()
            }
            CallError::Refused(IdentityCode::CommonPassword) => Refusal::CommonPassword.into(),
            CallError::Refused(IdentityCode::EmailExists) => Refusal::EmailTaken.into(),
            CallError::Refused(IdentityCode::InvalidEmail) => Refusal::InvalidEmail.into(),
            // The person cannot change this. The operator finds it in the log and may be able to fix it.
            CallError::Refused(code) => Self::unavailable("identity provider refused", code.wire()),
        }
    }
}

/// The answer of `token`.
#[derive(Clone, Deserialize, derive_more::Debug)]
#[debug("Refreshed {{ user_id: {user_id:?}, .. }}")]
pub struct Refreshed {
    pub id_token: String,
    pub refresh_token: String,
    pub user_id: String,
}

/// An account at another provider that is connected with an account here.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Linked {
    pub provider_id: String,
    pub email: Option<String>,
}

/// An account as the provider shows it to its owner.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Profile {
    pub local_id: String,
    #[serde(default)]
    pub email: String,
    #[serde(default)]
    pub email_verified: bool,
    pub display_name: Option<String>,
    pub photo_url: Option<String>,
    /// The ways to sign in: `password`, and other providers.
    #[serde(default)]
    pub provider_user_info: Vec<Linked>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Profiles {
    #[serde(default)]
    pub users: Vec<Profile>,
}

#[derive(Deserialize)]
struct Refusing {
    error: RefusingError,
}

#[derive(Deserialize)]
struct RefusingError {
    message: String,
}

impl IdentityProvider {
    pub(super) async fn post<T: DeserializeOwned>(&self, path: &str, body: &impl Serialize) -> Result<T, CallError> {
        self.post_as(&ourselves(), path, body).await
    }

    pub(super) async fn post_as<T: DeserializeOwned>(
        &self,
        caller: &Caller,
        path: &str,
        body: &impl Serialize,
    ) -> Result<T, CallError> {
        let body = serde_json::to_vec(body).map_err(CallError::strange)?;
        read(self.transport.post(path, "application/json", body, caller).await?)
    }

    pub(super) async fn post_form<T: DeserializeOwned>(
        &self,
        path: &str,
        fields: &[(&str, &str)],
    ) -> Result<T, CallError> {
        let body = serde_urlencoded::to_string(fields).map_err(CallError::strange)?;
        read(self.transport.post(path, "application/x-www-form-urlencoded", body.into_bytes(), &ourselves()).await?)
    }
}

fn ourselves() -> Caller {
    Caller { address: OURSELVES.into(), device: None }
}

fn read<T: DeserializeOwned>((status, body): Answer) -> Result<T, CallError> {
    if status == StatusCode::OK {
        return serde_json::from_slice(&body).map_err(CallError::strange);
    }
    let refusing = serde_json::from_slice::<Refusing>(&body).ok().filter(|_| status.is_client_error());
    match refusing.map(|refusing| (IdentityCode::parse(&refusing.error.message), refusing.error.message)) {
        // The provider's quota is used up. That is not the caller's fault.
        Some((IdentityCode::Other, _)) if status == StatusCode::TOO_MANY_REQUESTS => Err(unavailable(status)),
        Some((code, message)) => {
            if code == IdentityCode::Other {
                tracing::warn!(%status, code = code_of(&message), "the identity provider refused for a reason unknown here");
            }
            Err(CallError::Refused(code))
        }
        None => Err(unavailable(status)),
    }
}

fn unavailable(status: StatusCode) -> CallError {
    CallError::Broken(Error::unavailable("identity provider", status.to_string()))
}

/// The code without the details: they may repeat what a person typed.
fn code_of(message: &str) -> &str {
    let code = message.split(" : ").next().unwrap_or_default();
    code.char_indices().nth(80).map_or(code, |(end, _)| &code[..end])
}
