//! Sends the requests of the `openidconnect` crate with the HTTP client of all services.

use crate::{Error, Result, providers::http};
use openidconnect::{AsyncHttpClient, HttpRequest, HttpResponse};
use reqwest::StatusCode;
use std::{pin::Pin, time::Duration};
use url::Host;

/// Most bytes of the issuer's answers.
const LONGEST_ANSWER: usize = 512 * 1024;

#[derive(Debug)]
pub struct Transport {
    issuer: reqwest::Client,
    /// The client for URLs that users of the issuer may have chosen.
    public: reqwest::Client,
}

impl Transport {
    pub fn new() -> Result<Self> {
        Ok(Self { issuer: http::client()?, public: http::public_client()? })
    }

    /// `is_own`: the URL is the issuer's, which may be on an internal machine.
    pub async fn download(&self, url: url::Url, is_own: bool, most: usize, timeout: Duration) -> Result<Vec<u8>> {
        let inside = match url.host() {
            Some(Host::Ipv4(ip)) => !http::is_public(ip.into()),
            Some(Host::Ipv6(ip)) => !http::is_public(ip.into()),
            Some(Host::Domain(_)) => false,
            None => true,
        };
        if inside && !is_own {
            return Err(Error::unavailable("picture", "its address is not public"));
        }
        let client = if is_own { &self.issuer } else { &self.public };
        let sent = client.get(url).timeout(timeout).send().await.map_err(|e| http::away("picture", e))?;
        if sent.status() != StatusCode::OK {
            return Err(Error::unavailable("picture", sent.status().to_string()));
        }
        http::body(sent, most).await
    }

    async fn send(&self, request: HttpRequest) -> Result<HttpResponse> {
        let request = request.try_into().map_err(|e: reqwest::Error| Error::broken("OpenID request", e))?;
        let sent = self.issuer.execute(request).await.map_err(|e| http::away("OpenID issuer", e))?;
        let (status, headers) = (sent.status(), sent.headers().clone());
        let body = http::body(sent, LONGEST_ANSWER).await?;
        if status.is_server_error() {
            return Err(Error::unavailable("OpenID issuer", status.to_string()));
        }
        let mut response = HttpResponse::new(body);
        *response.status_mut() = status;
        *response.headers_mut() = headers;
        Ok(response)
    }
}

impl<'c> AsyncHttpClient<'c> for Transport {
    type Error = Error;
    type Future = Pin<Box<dyn Future<Output = Result<HttpResponse>> + Send + 'c>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(self.send(request))
    }
}
