//! An external service that transcribes recordings and writes summaries and posts: any OpenAI-compatible endpoint. It sees only what it is sent, and
//! its answers are checked against limits.

mod breaker;
mod chat;
mod pass;
mod post;
mod send;
mod summary;
mod transcription;

pub use pass::Pass;
pub use post::PostMaterial;
pub use send::Sends;
pub use summary::{Material, Written};
pub use transcription::Recorded;

use crate::{
    Clock, Settings,
    error::StartError,
    providers::http,
    settings::{AiSettings, AudioFormat},
};
use breaker::Breaker;
use domain::Help;
use reqwest::{Client, RequestBuilder};
use std::{sync::Arc, time::Duration};

/// Why there is no answer. Contains nothing that a person wrote or said.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// It failed several times in a row and is not called for this many seconds.
    #[error("left alone for {0} s")]
    Resting(u64),
    #[error("away: {0}")]
    Away(String),
    #[error("no answer in time")]
    TimedOut,
    #[error("status {0}")]
    Refused(u16),
    /// The answer cannot be used, for this reason.
    #[error("unusable answer: {0}")]
    Unusable(&'static str),
}

/// Cheap to clone.
#[derive(Clone, Debug)]
pub struct AiService(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    settings: AiSettings,
    client: Client,
    hearing: Breaker,
    writing: Breaker,
}

impl AiService {
    /// `None`: no service is configured.
    pub fn open(settings: &Settings, clock: &Clock) -> Result<Option<Self>, StartError> {
        let Some(settings) = settings.ai.clone() else { return Ok(None) };
        let client = http::client().map_err(|error| StartError(format!("AI_BASE_URL: {error}")))?;
        let breaker = || Breaker::new(clock);
        Ok(Some(Self(Arc::new(Inner { settings, client, hearing: breaker(), writing: breaker() }))))
    }

    /// The service's name as the interface shows it.
    pub fn name(&self) -> &str {
        &self.0.settings.name
    }

    /// Whether this kind of help is configured.
    pub fn gives(&self, help: Help) -> bool {
        match help {
            Help::Transcription => self.0.settings.transcription_model.is_some(),
            Help::Summary | Help::Linkedin => self.0.settings.summary_model.is_some(),
        }
    }

    pub fn audio(&self) -> AudioFormat {
        self.0.settings.audio
    }

    /// Permission for one call. `Resting`: the circuit breaker is open.
    pub fn admit(&self, help: Help) -> Result<Pass, Trouble> {
        let tries = self.breaker(help).admit().map_err(Trouble::Resting)?;
        Ok(Pass::new(self.clone(), help, tries))
    }

    fn breaker(&self, help: Help) -> &Breaker {
        if help == Help::Transcription { &self.0.hearing } else { &self.0.writing }
    }

    fn post(&self, path: &str, timeout: Duration) -> RequestBuilder {
        let request = self.0.client.post(format!("{}{path}", self.0.settings.base_url)).timeout(timeout);
        match &self.0.settings.api_key {
            Some(key) => request.bearer_auth(key),
            None => request,
        }
    }

    /// Runs a call with all its attempts within `timeout`, and reports the result to the circuit breaker.
    async fn run<T>(
        &self,
        pass: Pass,
        timeout: Duration,
        call: impl Future<Output = Result<T, Trouble>>,
    ) -> Result<T, Trouble> {
        let done = tokio::time::timeout(timeout, call).await.unwrap_or(Err(Trouble::TimedOut));
        match &done {
            Ok(_) => pass.note(true),
            Err(trouble) => {
                tracing::warn!(help = pass.help().as_str(), %trouble, "the assistant's service failed");
                pass.note(!trouble.is_its_own());
            }
        }
        done
    }
}

impl Trouble {
    /// Whether the service has failed, and not only this one request.
    fn is_its_own(&self) -> bool {
        match self {
            Self::Away(_) | Self::TimedOut => true,
            // A redirect counts as a failure and is not followed: nobody has agreed that their words are sent to that address.
            Self::Refused(status) => matches!(status, 300..=399 | 401 | 403 | 404 | 408 | 429 | 500..),
            Self::Resting(_) | Self::Unusable(_) => false,
        }
    }
}
