//! What the issuer says about itself: its addresses and keys, asked for when they are needed and then kept.

use super::{OpenIdError, transport::Transport};
use crate::{Error, Result, error::StartError, settings};
use chrono::{DateTime, TimeDelta, Utc};
use openidconnect::{DiscoveryError, IssuerUrl, TokenUrl, core::CoreProviderMetadata};
use std::sync::Arc;
use tokio::sync::Mutex;

pub type Metadata = CoreProviderMetadata;

const KEPT: TimeDelta = TimeDelta::hours(1);
/// So long the kept ones still serve while the issuer does not answer.
const SERVES: TimeDelta = TimeDelta::days(1);
/// A key nobody knows makes us ask again, and an issuer that did not answer is asked again, but not more often than this.
const ASKED_AGAIN: TimeDelta = TimeDelta::minutes(1);
const AFTER_FAILURE: TimeDelta = TimeDelta::seconds(5);

#[derive(Debug)]
pub struct MetadataCache {
    issuer: IssuerUrl,
    cached: Mutex<Cached>,
}

#[derive(Debug, Default)]
struct Cached {
    found: Option<(Arc<Metadata>, DateTime<Utc>)>,
    failed_at: Option<DateTime<Utc>>,
}

impl MetadataCache {
    pub fn new(issuer: &str) -> Result<Self, StartError> {
        let issuer = IssuerUrl::new(issuer.to_owned()).map_err(|e| StartError(format!("GOOGLE_ISSUER: {e}")))?;
        Ok(Self { issuer, cached: Mutex::default() })
    }

    pub async fn get(&self, now: DateTime<Utc>, http: &Transport) -> Result<Arc<Metadata>, OpenIdError> {
        let mut cached = self.cached.lock().await;
        if let Some((metadata, at)) = &cached.found
            && (now - *at).abs() < KEPT
        {
            return Ok(metadata.clone());
        }
        let kept = cached.found.clone().filter(|(_, at)| (now - *at).abs() < SERVES);
        if cached.failed_at.is_some_and(|at| (now - at).abs() < AFTER_FAILURE) {
            let away = || OpenIdError::Away(Error::unavailable("OpenID issuer", "it did not answer a moment ago"));
            return kept.map(|(metadata, _)| metadata).ok_or_else(away);
        }
        match self.ask(http).await {
            Ok(metadata) => {
                *cached = Cached { found: Some((metadata.clone(), now)), failed_at: None };
                Ok(metadata)
            }
            Err(error) => {
                cached.failed_at = Some(now);
                let Some((metadata, _)) = kept else { return Err(OpenIdError::Away(error)) };
                tracing::warn!(%error, "the issuer's last answer still serves");
                Ok(metadata)
            }
        }
    }

    /// Asks although something is kept; None: that was done a moment ago.
    pub async fn again(&self, now: DateTime<Utc>, http: &Transport) -> Result<Option<Arc<Metadata>>, OpenIdError> {
        let mut cached = self.cached.lock().await;
        if cached.found.as_ref().is_some_and(|(_, at)| (now - *at).abs() < ASKED_AGAIN) {
            return Ok(None);
        }
        let metadata = self.ask(http).await.map_err(OpenIdError::Away)?;
        *cached = Cached { found: Some((metadata.clone(), now)), failed_at: None };
        Ok(Some(metadata))
    }

    async fn ask(&self, http: &Transport) -> Result<Arc<Metadata>> {
        let found = Metadata::discover_async(self.issuer.clone(), http).await.map_err(|error| match error {
            DiscoveryError::Request(error) => error,
            other => Error::unavailable("OpenID issuer's metadata", other.to_string()),
        })?;
        let endpoints = [
            Some(found.authorization_endpoint().url()),
            found.token_endpoint().map(TokenUrl::url),
            Some(found.jwks_uri().url()),
        ];
        if endpoints.iter().any(|url| url.is_none_or(|url| !settings::is_safe_to_call(url.as_str()))) {
            return Err(Error::unavailable("OpenID issuer's metadata", "an address in it is missing or not https"));
        }
        Ok(Arc::new(found))
    }
}
