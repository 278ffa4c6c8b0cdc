//! A sign-in flow: the data that the server stores between the button and the issuer's answer.

use crate::{
    Backend, Error, Result,
    identity::{Browser, NewSession},
};
use chrono::{DateTime, TimeDelta, Utc};
use domain::{Refusal, UserId};
use serde::{Deserialize, Serialize};

/// The time from the button to the issuer's answer (spec 9: redirect event cache 10 minutes).
pub const LIFETIME: TimeDelta = TimeDelta::minutes(10);
/// Characters of 32 random bytes.
pub const TOKEN: usize = 43;
const PURPOSE: &str = "sign-in flow";
const KEPT: &str = "sign-in flow session";

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    Login,
    Register,
    /// Connects a Google account with the account that is signed in.
    Link,
}

/// The data of the browser's request. Everything in it may be forged.
#[derive(Clone, Debug, Default)]
pub struct Callback {
    pub state: String,
    pub code: String,
    /// The issuer's error code, which comes instead of `code`.
    pub error: String,
    /// The issuer that answers (RFC 9207). Older issuers do not send it.
    pub issuer: String,
    /// The browser's flow cookie.
    pub cookie: Option<String>,
    pub browser: Browser,
}

/// The data of a flow. It is stored encrypted.
#[derive(Serialize, Deserialize)]
pub struct Flow {
    pub mode: Mode,
    pub popup: bool,
    /// The part of the state that the page does not know.
    pub secret: String,
    pub nonce: String,
    pub verifier: String,
    /// The invitation code as typed. It is checked again when it is consumed.
    pub code: String,
    /// The page of this site to open afterwards.
    pub next: String,
    /// The only person whom the flow may sign in or connect: the one who connects, or the one whose page waits for the sign-in.
    pub user: Option<UserId>,
}

/// The id by which page and server know a flow. The page may choose it, so that it recognises the outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlowId(String);

impl FlowId {
    pub fn parse(text: &str) -> Option<Self> {
        let plain = text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
        (text.len() == TOKEN && plain).then(|| Self(text.to_owned()))
    }

    pub fn new(backend: &Backend) -> Result<Self> {
        backend.secret.token(32).map(Self)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn hash(&self, backend: &Backend) -> Vec<u8> {
        backend.secret.hash("sign-in flow id", &self.0)
    }
}

/// The hash under which the browser's flow cookie is stored.
pub fn hash_of_cookie(backend: &Backend, cookie: &str) -> Vec<u8> {
    backend.secret.hash("sign-in flow cookie", cookie)
}

/// The `state` that goes to the issuer and comes back.
pub fn state(id: &FlowId, flow: &Flow) -> String {
    format!("{}.{}", id.as_str(), flow.secret)
}

/// The id and the secret of a state that came back.
pub fn parts(state: &str) -> Option<(FlowId, &str)> {
    let (id, secret) = state.split_once('.')?;
    Some((FlowId::parse(id)?, secret))
}

pub fn seal(backend: &Backend, flow: &Flow) -> Result<Vec<u8>> {
    let text = serde_json::to_string(flow).map_err(|e| Error::broken("sign-in flow", e))?;
    backend.secret.encrypt(PURPOSE, &text)
}

/// A flow that was encrypted with another secret or by an earlier release is refused as unknown.
pub fn open(backend: &Backend, sealed: &[u8]) -> Result<Flow> {
    let text = backend.secret.decrypt(PURPOSE, sealed).map_err(|_| Refusal::GoogleState)?;
    serde_json::from_str(&text).map_err(|_| Refusal::GoogleState.into())
}

/// The session that a flow opened. It is stored until the browser has its cookie.
#[derive(Serialize, Deserialize, derive_more::Debug)]
#[debug("PendingSession {{ expires_at: {expires_at:?}, .. }}")]
pub struct PendingSession {
    pub cookie: String,
    pub expires_at: DateTime<Utc>,
    pub device: Option<String>,
}

/// Encrypts the session for its row.
pub fn keep(backend: &Backend, session: &NewSession) -> Result<Vec<u8>> {
    let kept = PendingSession {
        cookie: session.cookie.clone(),
        expires_at: session.expires_at,
        device: session.device.clone(),
    };
    let text = serde_json::to_string(&kept).map_err(|e| Error::broken("sign-in flow", e))?;
    backend.secret.encrypt(KEPT, &text)
}

pub fn open_pending_session(backend: &Backend, sealed: &[u8]) -> Option<PendingSession> {
    serde_json::from_str(&backend.secret.decrypt(KEPT, sealed).ok()?).ok()
}
