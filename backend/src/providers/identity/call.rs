//! One call to the provider and what comes back.

use super::IdentityProvider;
use crate::{Error, throttle::PeerAddress};
use axum::body::Body;
use domain::{Refusal, identity::IdentityCode};
use http::{Method, Request, StatusCode, header::CONTENT_TYPE};
use http_body_util::BodyExt;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use tower::ServiceExt;

/// Answers longer than this are not read.
const LONGEST_ANSWER: usize = 256 * 1024;

/// Why a call gave nothing.
#[derive(Debug)]
pub enum CallError {
    /// The provider says no.
    Refused(IdentityCode),
    /// The provider does not answer, or not in its own terms.
    Broken(Error),
}

impl CallError {
    fn strange(what: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Broken(Error::broken("identity provider's answer", what))
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
                | IdentityCode::UserNotFound,
            ) => Refusal::Unauthenticated.into(),
            CallError::Refused(code) => Self::broken("identity provider refused", code.wire()),
        }
    }
}

/// Answer of `token`.
#[derive(Clone, Deserialize)]
pub struct Refreshed {
    pub id_token: String,
    pub refresh_token: String,
    pub user_id: String,
}

impl std::fmt::Debug for Refreshed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Refreshed").field("user_id", &self.user_id).finish_non_exhaustive()
    }
}

/// An account as the provider tells its owner.
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
        let body = serde_json::to_vec(body).map_err(CallError::strange)?;
        self.send(Method::POST, path, "application/json", body.into()).await
    }

    pub(super) async fn post_form<T: DeserializeOwned>(
        &self,
        path: &str,
        fields: &[(&str, &str)],
    ) -> Result<T, CallError> {
        let body = serde_urlencoded::to_string(fields).map_err(CallError::strange)?;
        self.send(Method::POST, path, "application/x-www-form-urlencoded", body.into()).await
    }

    pub(super) async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, CallError> {
        self.send(Method::GET, path, "application/json", Body::empty()).await
    }

    async fn send<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        content_type: &str,
        body: Body,
    ) -> Result<T, CallError> {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header(CONTENT_TYPE, content_type)
            .extension(PeerAddress("this server".into()))
            .body(body)
            .map_err(CallError::strange)?;
        let Ok(response) = self.router.clone().oneshot(request).await;
        let status = response.status();
        let body = http_body_util::Limited::new(response.into_body(), LONGEST_ANSWER);
        let body = body.collect().await.map_err(CallError::strange)?.to_bytes();
        if status == StatusCode::OK {
            return serde_json::from_slice(&body).map_err(CallError::strange);
        }
        match serde_json::from_slice::<Refusing>(&body) {
            Ok(refusing) if status.is_client_error() => {
                Err(CallError::Refused(IdentityCode::parse(&refusing.error.message)))
            }
            _ => Err(CallError::Broken(Error::unavailable("identity provider", status.to_string()))),
        }
    }
}
