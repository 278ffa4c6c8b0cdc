//! Calls to the payment provider: in this process, or over HTTP. Retries and refusals are the same for both.

use super::{Failure, wire::Refused};
use crate::{
    error::StartError,
    providers::http as web,
    settings::{PayPalSettings, PayPalTimeouts},
};
use axum::body::Body;
use base64::{Engine, prelude::BASE64_STANDARD};
use bytes::Bytes;
use http::{Method, Request, StatusCode, header};
use http_body_util::BodyExt;
use parking_lot::Mutex;
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::Value;
use std::time::{Duration, Instant};
use tower::ServiceExt;

/// Answers longer than this are not read.
const LONGEST_ANSWER: usize = 1024 * 1024;
/// The attempts of one call, and the pause before the second. The pause doubles, and a random part keeps several servers apart.
const TRIES: u32 = 3;
/// A token is not used in its last minute.
const TOKEN_MARGIN: Duration = Duration::from_mins(1);

/// The idempotency key of a call that takes one; the provider keeps it for 72 hours.
const REQUEST_ID: &str = "paypal-request-id";

#[derive(Debug)]
enum Target {
    /// The sandbox of this process.
    InProcess(axum::Router),
    Http(reqwest::Client),
}

#[derive(derive_more::Debug)]
#[debug("Caller {{ base: {base:?}, .. }}")]
pub struct Caller {
    target: Target,
    base: String,
    credentials: String,
    timeouts: PayPalTimeouts,
    token: Mutex<Option<(String, Instant)>>,
}

/// One call.
#[derive(Debug)]
pub struct Call {
    method: Method,
    path: String,
    body: Bytes,
    request_id: Option<String>,
}

impl Call {
    pub fn get(path: String) -> Self {
        Self { method: Method::GET, path, body: Bytes::new(), request_id: None }
    }

    pub fn post(path: impl Into<String>, body: &Value) -> Self {
        Self::post_raw(path, body.to_string().into())
    }

    /// `body` is JSON.
    pub fn post_raw(path: impl Into<String>, body: Bytes) -> Self {
        Self { method: Method::POST, path: path.into(), body, request_id: None }
    }

    /// The provider does nothing more for a repetition with the same id.
    pub fn with_id(self, request_id: &str) -> Self {
        Self { request_id: Some(request_id.to_owned()), ..self }
    }

    /// Whether doing it twice has the same effect as once.
    fn is_repeatable(&self) -> bool {
        self.method == Method::GET || self.request_id.is_some()
    }
}

#[derive(Deserialize)]
struct Token {
    access_token: String,
    expires_in: u64,
}

/// The result of one attempt.
enum Attempt {
    Answer(StatusCode, Bytes),
    /// The provider was not reached, so nothing happened there.
    NotSent(String),
    /// It was sent but not answered in time, so it may have happened.
    NoAnswer,
}

impl Caller {
    pub fn in_process(router: axum::Router, timeouts: PayPalTimeouts) -> Self {
        Self::new(Target::InProcess(router), String::new(), "sandbox", "sandbox", timeouts)
    }

    pub fn http(settings: &PayPalSettings) -> Result<Self, StartError> {
        let client = web::client().map_err(|e| StartError(format!("PayPal cannot be called: {e}")))?;
        let PayPalSettings { base_url, client_id, client_secret, timeouts, .. } = settings;
        Ok(Self::new(Target::Http(client), base_url.clone(), client_id, client_secret, *timeouts))
    }

    fn new(target: Target, base: String, id: &str, secret: &str, timeouts: PayPalTimeouts) -> Self {
        let credentials = format!("Basic {}", BASE64_STANDARD.encode(format!("{id}:{secret}")));
        Self { target, base, credentials, timeouts, token: Mutex::default() }
    }

    /// The answer of a call. All attempts share one timeout.
    pub async fn json<T: DeserializeOwned>(&self, call: &Call) -> Result<T, Failure> {
        let body = self.send(call).await?;
        serde_json::from_slice(&body).map_err(|_| Failure::Unusable("an answer of another shape"))
    }

    /// The same for a call whose answer has no content.
    pub async fn done(&self, call: &Call) -> Result<(), Failure> {
        self.send(call).await.map(drop)
    }

    async fn send(&self, call: &Call) -> Result<Bytes, Failure> {
        let tries = tokio::time::timeout(self.timeouts.whole, self.tries(call));
        tries.await.unwrap_or(Err(Failure::Uncertain))
    }

    async fn tries(&self, call: &Call) -> Result<Bytes, Failure> {
        let mut has_new_token = false;
        let mut pause = self.timeouts.pause;
        let mut tries = 1;
        loop {
            let token = self.token().await?;
            let failure = match self.send_once(call, &format!("Bearer {token}"), "application/json").await {
                Attempt::Answer(status, body) if status.is_success() => return Ok(body),
                Attempt::Answer(StatusCode::UNAUTHORIZED, _) if !has_new_token => {
                    has_new_token = true;
                    self.token.lock().take();
                    continue;
                }
                Attempt::Answer(status, _) if status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error() => {
                    Failure::Away(status.to_string())
                }
                Attempt::Answer(status, body) => return Err(refused(status, &body)),
                Attempt::NotSent(why) => Failure::Away(why),
                Attempt::NoAnswer if call.is_repeatable() => Failure::Away("no answer in time".into()),
                Attempt::NoAnswer => return Err(Failure::Uncertain),
            };
            if tries == TRIES {
                return Err(failure);
            }
            tries += 1;
            tokio::time::sleep(jitter(pause)).await;
            pause *= 2;
        }
    }

    async fn token(&self) -> Result<String, Failure> {
        if let Some((token, until)) = self.token.lock().as_ref()
            && Instant::now() < *until
        {
            return Ok(token.clone());
        }
        let call = Call::post_raw("/v1/oauth2/token", Bytes::from_static(b"grant_type=client_credentials"));
        match self.send_once(&call, &self.credentials, "application/x-www-form-urlencoded").await {
            Attempt::Answer(status, body) if status.is_success() => {
                let Token { access_token, expires_in } =
                    serde_json::from_slice(&body).map_err(|_| Failure::Unusable("a token of another shape"))?;
                let lasts = Duration::from_secs(expires_in).saturating_sub(TOKEN_MARGIN);
                *self.token.lock() = Some((access_token.clone(), Instant::now() + lasts));
                Ok(access_token)
            }
            Attempt::Answer(status, _) => Err(Failure::Away(format!("token: {status}"))),
            Attempt::NotSent(why) => Err(Failure::Away(why)),
            Attempt::NoAnswer => Err(Failure::Away("token: no answer in time".into())),
        }
    }

    async fn send_once(&self, call: &Call, authorization: &str, content_type: &str) -> Attempt {
        let mut request = Request::builder()
            .method(call.method.clone())
            .uri(format!("{}{}", self.base, call.path))
            .header(header::AUTHORIZATION, authorization)
            .header(header::CONTENT_TYPE, content_type);
        if let Some(id) = &call.request_id {
            request = request.header(REQUEST_ID, id);
        }
        let request = match request.body(call.body.clone()) {
            Ok(request) => request,
            Err(error) => return Attempt::NotSent(error.to_string()),
        };
        tokio::time::timeout(self.timeouts.one_try, self.target.send(request)).await.unwrap_or(Attempt::NoAnswer)
    }
}

impl Target {
    async fn send(&self, request: Request<Bytes>) -> Attempt {
        match self {
            Self::InProcess(router) => {
                let Ok(response) = router.clone().oneshot(request.map(Body::from)).await;
                let (parts, body) = response.into_parts();
                match http_body_util::Limited::new(body, LONGEST_ANSWER).collect().await {
                    Ok(body) => Attempt::Answer(parts.status, body.to_bytes()),
                    Err(_) => Attempt::NoAnswer,
                }
            }
            Self::Http(client) => {
                let sent = match reqwest::Request::try_from(request) {
                    Ok(request) => client.execute(request).await,
                    Err(error) => return Attempt::NotSent(error.without_url().to_string()),
                };
                match sent {
                    Ok(response) => {
                        let status = response.status();
                        web::body(response, LONGEST_ANSWER)
                            .await
                            .map_or(Attempt::NoAnswer, |body| Attempt::Answer(status, body.into()))
                    }
                    Err(error) if error.is_connect() => Attempt::NotSent(error.without_url().to_string()),
                    Err(_) => Attempt::NoAnswer,
                }
            }
        }
    }
}

/// `pause`, or up to half as much again.
fn jitter(pause: Duration) -> Duration {
    let mut byte = [0];
    let _ = ring::rand::SecureRandom::fill(&ring::rand::SystemRandom::new(), &mut byte);
    pause + pause.mul_f32(f32::from(byte[0]) / 510.0)
}

fn refused(status: StatusCode, body: &[u8]) -> Failure {
    let Refused { name, debug_id, details } = serde_json::from_slice(body).unwrap_or_default();
    let is_theirs = matches!(name.as_str(), "RESOURCE_NOT_FOUND" | "INVALID_RESOURCE_ID") && !debug_id.is_empty();
    let issue = details.into_iter().map(|detail| detail.issue).find(|issue| !issue.is_empty()).unwrap_or(name);
    tracing::warn!(%status, %issue, %debug_id, "the payment provider refused a call");
    match status {
        // A proxy's 404 says nothing about the subscription.
        StatusCode::NOT_FOUND if !is_theirs => Failure::Unusable("a 404 that is not the provider's"),
        StatusCode::NOT_FOUND => Failure::NotFound,
        _ => Failure::Refused(issue),
    }
}
