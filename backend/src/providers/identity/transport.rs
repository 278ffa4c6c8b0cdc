//! Sends calls to the provider: in this process, or over HTTP.

use super::{
    Caller,
    call::{Answer, CallError},
    key_cache::Fetched,
};
use crate::{
    Error, Result,
    error::StartError,
    providers::http as web,
    settings::identity::Firebase,
    throttle::{OwnCall, PeerAddress, ShownDevice},
};
use axum::body::Body;
use bytes::Bytes;
use chrono::TimeDelta;
use http::{
    HeaderMap, Method, Request, StatusCode,
    header::{AGE, CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER},
};
use http_body_util::BodyExt;
use reqwest::{Client, Response};
use std::time::Duration;
use tower::ServiceExt;

/// Answers longer than this are not read.
const LONGEST_ANSWER: usize = 256 * 1024;
/// Timeouts of one attempt and of all attempts: a request to us waits for them and has 15 seconds.
const TRY: Duration = Duration::from_secs(5);
const WHOLE: Duration = Duration::from_secs(10);
/// Pauses before the second and the third attempt.
const PAUSES: [Duration; 2] = [Duration::from_millis(200), Duration::from_millis(800)];
/// The longest pause. A call whose provider asks for more is not repeated.
const LONGEST_PAUSE: Duration = Duration::from_secs(2);
/// Calls that can be repeated without further effect.
const REPEATABLE: [&str; 2] = ["/accounts:lookup", "/token"];

#[derive(Debug)]
pub enum Transport {
    InProcess(axum::Router),
    Http(Outside),
}

#[derive(Debug)]
pub struct Outside {
    client: Client,
    firebase: Firebase,
}

impl Transport {
    pub fn http(firebase: Firebase) -> Result<Self, StartError> {
        let client = web::client().map_err(|e| StartError(format!("Firebase cannot be called: {e}")))?;
        Ok(Self::Http(Outside { client, firebase }))
    }

    pub async fn post(
        &self,
        path: &str,
        content_type: &'static str,
        body: Vec<u8>,
        caller: &Caller,
    ) -> Result<Answer, CallError> {
        match self {
            Self::InProcess(router) => {
                let mut request = Request::post(path)
                    .header(CONTENT_TYPE, content_type)
                    .extension(PeerAddress(caller.address.clone()))
                    .extension(OwnCall)
                    .body(Body::from(body))
                    .map_err(CallError::strange)?;
                if let Some(device) = &caller.device {
                    request.extensions_mut().insert(ShownDevice(device.clone()));
                }
                in_process(router, request).await.map(|(status, _, body)| (status, body))
            }
            Self::Http(outside) => outside.post(path, content_type, body.into()).await.map_err(CallError::Broken),
        }
    }

    /// The provider's public keys.
    pub async fn keys(&self) -> Result<Fetched> {
        let (status, headers, body) = match self {
            Self::InProcess(router) => {
                let request = Request::get("/jwks").body(Body::empty()).map_err(|e| Error::broken("request", e))?;
                in_process(router, request).await.map_err(Error::from)?
            }
            Self::Http(outside) => {
                outside.send(true, || outside.client.request(Method::GET, &outside.firebase.keys)).await?
            }
        };
        if status != StatusCode::OK {
            return Err(Error::unavailable("identity provider's keys", status.to_string()));
        }
        let keys = serde_json::from_slice(&body).map_err(|e| Error::unavailable("identity provider's keys", e))?;
        Ok(Fetched { keys, max_age: max_age(&headers) })
    }
}

async fn in_process(
    router: &axum::Router,
    request: Request<Body>,
) -> Result<(StatusCode, HeaderMap, Bytes), CallError> {
    let Ok(response) = router.clone().oneshot(request).await;
    let (parts, body) = response.into_parts();
    let body = http_body_util::Limited::new(body, LONGEST_ANSWER).collect().await.map_err(CallError::strange)?;
    Ok((parts.status, parts.headers, body.to_bytes()))
}

impl Outside {
    async fn post(&self, path: &str, content_type: &'static str, body: Bytes) -> Result<Answer> {
        let Firebase { api_key, toolkit, tokens, .. } = &self.firebase;
        let address =
            if path == "/token" { format!("{tokens}?key={api_key}") } else { format!("{toolkit}{path}?key={api_key}") };
        let request = || self.client.post(&address).header(CONTENT_TYPE, content_type).body(body.clone());
        let (status, _, body) = self.send(REPEATABLE.contains(&path), request).await?;
        Ok((status, body))
    }

    async fn send(
        &self,
        repeatable: bool,
        request: impl Fn() -> reqwest::RequestBuilder,
    ) -> Result<(StatusCode, HeaderMap, Bytes)> {
        let tries = async {
            let mut pauses = PAUSES.iter().filter(|_| repeatable);
            loop {
                let sent = request().timeout(TRY).send().await;
                match pause(&sent).and_then(|asked| Some(asked.max(*pauses.next()?))) {
                    Some(pause) if pause <= LONGEST_PAUSE => tokio::time::sleep(pause).await,
                    _ => return read(sent.map_err(|e| web::away("identity provider", e))?).await,
                }
            }
        };
        tokio::time::timeout(WHOLE, tries).await.map_err(|e| Error::unavailable("identity provider", e))?
    }
}

async fn read(response: Response) -> Result<(StatusCode, HeaderMap, Bytes)> {
    let (status, headers) = (response.status(), response.headers().clone());
    Ok((status, headers, web::body(response, LONGEST_ANSWER).await?.into()))
}

/// How long the provider asks us to wait before the next attempt. `None`: another attempt would not help.
fn pause(sent: &Result<Response, reqwest::Error>) -> Option<Duration> {
    match sent {
        Ok(response) if response.status() == StatusCode::TOO_MANY_REQUESTS || response.status().is_server_error() => {
            Some(Duration::from_secs(number(response.headers(), RETRY_AFTER.as_str()).unwrap_or_default()))
        }
        Err(error) if error.is_connect() => Some(Duration::ZERO),
        _ => None,
    }
}

fn number(headers: &HeaderMap, name: &str) -> Option<u64> {
    headers.get(name)?.to_str().ok()?.trim().parse().ok()
}

/// `Cache-Control: max-age`, less the time that the answer was in caches.
fn max_age(headers: &HeaderMap) -> Option<TimeDelta> {
    let mut parts = headers.get(CACHE_CONTROL)?.to_str().ok()?.split(',');
    let seconds = parts.find_map(|part| part.trim().strip_prefix("max-age=")?.parse::<u64>().ok())?;
    let left = seconds.saturating_sub(number(headers, AGE.as_str()).unwrap_or_default());
    TimeDelta::try_seconds(i64::try_from(left).ok()?)
}

#[cfg(test)]
mod tests {
    use super::max_age;
    use chrono::TimeDelta;
    use http::{HeaderMap, HeaderValue};

    #[test]
    fn keys_may_be_kept_as_long_as_the_provider_says() {
        let headers = |caching: &'static str, age: &'static str| {
            let pair = [("cache-control", caching), ("age", age)];
            pair.into_iter().map(|(name, value)| (name.parse().unwrap(), HeaderValue::from_static(value))).collect()
        };
        let seconds = |headers: HeaderMap| max_age(&headers).map(|age| TimeDelta::num_seconds(&age));
        assert_eq!(seconds(headers("public, max-age=19302, must-revalidate, no-transform", "")), Some(19_302));
        assert_eq!(seconds(headers("max-age=100", "30")), Some(70));
        assert_eq!(seconds(headers("max-age=100", "300")), Some(0));
        assert_eq!(seconds(headers("no-store", "")), None);
        assert_eq!(seconds(headers("max-age=99999999999999999999", "")), None);
        assert_eq!(seconds(HeaderMap::new()), None);
    }
}
