//! A cache of the issuer's metadata: its endpoints and keys, requested when they are needed.

use super::{OpenIdError, transport::Transport};
use crate::{Error, Result, error::StartError, settings};
use chrono::{DateTime, TimeDelta, Utc};
use openidconnect::{DiscoveryError, IssuerUrl, TokenUrl, core::CoreProviderMetadata};
use parking_lot::Mutex;
use std::sync::Arc;

pub type Metadata = CoreProviderMetadata;

const KEPT: TimeDelta = TimeDelta::hours(1);
/// Time for which cached metadata are used while the issuer does not answer.
const SERVES: TimeDelta = TimeDelta::days(1);
/// An unknown key causes a new request, but at most one in this time.
const ASKED_AGAIN: TimeDelta = TimeDelta::minutes(1);
/// How long an issuer that did not answer is not asked again.
const AFTER_FAILURE: TimeDelta = TimeDelta::seconds(5);

#[derive(Debug)]
pub struct MetadataCache {
    issuer: IssuerUrl,
    cached: Mutex<Cached>,
    /// Held during a request. Callers with usable metadata do not wait for it.
    turn: tokio::sync::Mutex<()>,
}

#[derive(Debug, Default)]
struct Cached {
    found: Option<(Arc<Metadata>, DateTime<Utc>)>,
    failed_at: Option<DateTime<Utc>>,
}

impl MetadataCache {
    pub fn new(issuer: &str) -> Result<Self, StartError> {
        let issuer = IssuerUrl::new(issuer.to_owned()).map_err(|e| StartError(format!("GOOGLE_ISSUER: {e}")))?;
        Ok(Self { issuer, cached: Mutex::default(), turn: tokio::sync::Mutex::default() })
    }

    pub async fn get(&self, now: DateTime<Utc>, http: &Transport) -> Result<Arc<Metadata>, OpenIdError> {
        if let Some(found) = self.found(now, KEPT) {
            return Ok(found);
        }
        let kept = self.found(now, SERVES);
        let _turn = match &kept {
            Some(kept) => match self.turn.try_lock() {
                Ok(turn) => turn,
                Err(_) => return Ok(kept.clone()),
            },
            None => self.turn.lock().await,
        };
        if let Some(found) = self.found(now, KEPT) {
            return Ok(found);
        }
        match (self.ask(now, http).await, kept) {
            (Ok(metadata), _) | (Err(_), Some(metadata)) => Ok(metadata),
            (Err(error), None) => Err(OpenIdError::Away(error)),
        }
    }

    /// Requests the metadata although `known` is cached. None: there is nothing newer, because they were requested a moment ago.
    pub async fn again(
        &self,
        known: &Arc<Metadata>,
        now: DateTime<Utc>,
        http: &Transport,
    ) -> Result<Option<Arc<Metadata>>, OpenIdError> {
        let _turn = self.turn.lock().await;
        if let Some(found) = self.found(now, ASKED_AGAIN) {
            return Ok((!Arc::ptr_eq(&found, known)).then_some(found));
        }
        self.ask(now, http).await.map(Some).map_err(OpenIdError::Away)
    }

    fn found(&self, now: DateTime<Utc>, age: TimeDelta) -> Option<Arc<Metadata>> {
        let cached = self.cached.lock();
        cached.found.as_ref().filter(|(_, at)| (now - *at).abs() < age).map(|(metadata, _)| metadata.clone())
    }

    async fn ask(&self, now: DateTime<Utc>, http: &Transport) -> Result<Arc<Metadata>> {
        if self.cached.lock().failed_at.is_some_and(|at| (now - at).abs() < AFTER_FAILURE) {
            return Err(Error::unavailable("OpenID issuer", "it did not answer a moment ago"));
        }
        let asked = self.discover(http).await;
        let mut cached = self.cached.lock();
        match &asked {
            Ok(metadata) => *cached = Cached { found: Some((metadata.clone(), now)), failed_at: None },
            Err(error) => {
                tracing::warn!(%error, "the issuer did not say its addresses and keys");
                cached.failed_at = Some(now);
            }
        }
        asked
    }

    async fn discover(&self, http: &Transport) -> Result<Arc<Metadata>> {
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
