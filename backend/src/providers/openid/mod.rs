//! Sign-in with an OpenID provider such as Google: authorization code flow with PKCE, by this server alone.

mod metadata;
mod token;
mod transport;

pub use token::Person;

use crate::{Clock, Error, Result, Settings, error::StartError, settings::OpenIdSettings};
use metadata::{Metadata, MetadataCache};
use openidconnect::{
    AuthorizationCode, ClientId, ClientSecret, CsrfToken, LoginHint, Nonce, PkceCodeChallenge, PkceCodeVerifier,
    RedirectUrl, RequestTokenError, Scope, TokenResponse as _,
    core::{CoreAuthPrompt, CoreAuthenticationFlow, CoreClient, CoreErrorResponseType},
};
use std::{sync::Arc, time::Duration};
use transport::Transport;

const LARGEST_PICTURE: usize = 5 * 1024 * 1024;
const PICTURE: Duration = Duration::from_secs(5);
/// The Identity Toolkit's name for this provider.
pub const PROVIDER_ID: &str = "google.com";

/// Why a call to the issuer has failed.
#[derive(Debug)]
pub enum OpenIdError {
    /// It does not answer, or its answer cannot be understood.
    Away(Error),
    /// It refuses this server as a client: client id, secret or redirect URI do not match the registration.
    Misconfigured(String),
    /// The code or the token is invalid.
    Invalid(String),
}

/// The secrets that bind the issuer's answer to the sign-in that began.
#[derive(Debug)]
pub struct Secrets<'a> {
    pub state: &'a str,
    pub nonce: &'a str,
    pub verifier: &'a str,
}

/// One issuer and this server's registration there. Nothing is requested before somebody signs in.
#[derive(Clone, Debug)]
pub struct OpenIdProvider(Arc<Parts>);

#[derive(Debug)]
struct Parts {
    clock: Clock,
    settings: OpenIdSettings,
    redirect: RedirectUrl,
    http: Transport,
    metadata: MetadataCache,
}

impl OpenIdProvider {
    /// `None`: not configured.
    pub fn open(settings: &Settings, clock: &Clock) -> Result<Option<Self>, StartError> {
        let Some(openid) = settings.google.clone() else { return Ok(None) };
        let redirect = RedirectUrl::new(format!("{}/api/auth/google/callback", settings.origin));
        Ok(Some(Self(Arc::new(Parts {
            clock: clock.clone(),
            redirect: redirect.map_err(|e| StartError(format!("TAGESECHO_ORIGIN: {e}")))?,
            http: Transport::new().map_err(|e| StartError(e.to_string()))?,
            metadata: MetadataCache::new(&openid.issuer)?,
            settings: openid,
        }))))
    }

    pub fn issuer(&self) -> &str {
        &self.0.settings.issuer
    }

    /// The URL that the browser is sent to. With `consent` the person is asked for consent again, because a web view may have skipped it.
    /// `hint` is the suggested address.
    pub async fn authorization_url(
        &self,
        secrets: &Secrets<'_>,
        consent: bool,
        hint: Option<&str>,
    ) -> Result<String, OpenIdError> {
        let metadata = self.metadata().await?;
        let client = self.client(&metadata);
        let (state, nonce) = (secrets.state.to_owned(), token::nonce_of(secrets.nonce));
        let verifier = PkceCodeVerifier::new(secrets.verifier.to_owned());
        let mut request = client
            .authorize_url(
                CoreAuthenticationFlow::AuthorizationCode,
                move || CsrfToken::new(state),
                move || Nonce::new(nonce),
            )
            .add_scope(Scope::new("email".into()))
            .add_scope(Scope::new("profile".into()))
            .add_prompt(CoreAuthPrompt::SelectAccount)
            .set_pkce_challenge(PkceCodeChallenge::from_code_verifier_sha256(&verifier));
        if consent {
            request = request.add_prompt(CoreAuthPrompt::Consent);
        }
        if let Some(hint) = hint {
            request = request.set_login_hint(LoginHint::new(hint.to_owned()));
        }
        Ok(request.url().0.to_string())
    }

    /// Exchanges the code for an ID token and verifies it.
    pub async fn exchange(&self, code: &str, secrets: &Secrets<'_>) -> Result<String, OpenIdError> {
        let metadata = self.metadata().await?;
        let client = self.client(&metadata);
        let request = client
            .exchange_code(AuthorizationCode::new(code.to_owned()))
            .map_err(|e| OpenIdError::Away(Error::broken("OpenID issuer's metadata", e)))?
            .set_pkce_verifier(PkceCodeVerifier::new(secrets.verifier.to_owned()));
        let answer = request.request_async(&self.0.http).await.map_err(|error| match error {
            RequestTokenError::Request(error) => OpenIdError::Away(error),
            RequestTokenError::ServerResponse(answer) => match answer.error() {
                CoreErrorResponseType::InvalidClient | CoreErrorResponseType::UnauthorizedClient => {
                    OpenIdError::Misconfigured(answer.error().to_string())
                }
                other => OpenIdError::Invalid(other.to_string()),
            },
            // The details are left out, because they may contain a token.
            RequestTokenError::Parse(..) | RequestTokenError::Other(_) => {
                OpenIdError::Away(Error::unavailable("OpenID issuer's token answer", "it cannot be read"))
            }
        })?;
        let id_token = answer.id_token().ok_or_else(|| OpenIdError::Invalid("there is no ID token".into()))?;
        let id_token = id_token.to_string();
        self.verify(&id_token, secrets.nonce).await?;
        Ok(id_token)
    }

    /// The person of the ID token, if it is valid. `nonce` is the one whose hash is in the token.
    pub async fn verify(&self, id_token: &str, nonce: &str) -> Result<Person, OpenIdError> {
        let now = self.0.clock.now();
        let metadata = self.metadata().await?;
        let invalid = match token::check(id_token, nonce, &metadata, &self.0.settings.client_id, now) {
            Ok(person) => return Ok(person),
            Err(invalid) => invalid,
        };
        // The issuer may have new keys.
        if invalid.unknown_key
            && let Some(metadata) = self.0.metadata.again(&metadata, now, &self.0.http).await?
        {
            return token::check(id_token, nonce, &metadata, &self.0.settings.client_id, now)
                .map_err(|invalid| OpenIdError::Invalid(invalid.why));
        }
        Err(OpenIdError::Invalid(invalid.why))
    }

    /// Downloads a person's picture, from a public machine or the issuer. None: the URL is neither https nor the issuer's own.
    pub async fn picture(&self, url: &str) -> Result<Option<Vec<u8>>> {
        let own = |url: &url::Url| url::Url::parse(self.issuer()).is_ok_and(|issuer| issuer.origin() == url.origin());
        let Some(url) = url::Url::parse(url).ok().filter(|url| url.scheme() == "https" || own(url)) else {
            return Ok(None);
        };
        let is_own = own(&url);
        self.0.http.download(url, is_own, LARGEST_PICTURE, PICTURE).await.map(Some)
    }

    async fn metadata(&self) -> Result<Arc<Metadata>, OpenIdError> {
        self.0.metadata.get(self.0.clock.now(), &self.0.http).await
    }

    fn client(
        &self,
        metadata: &Metadata,
    ) -> CoreClient<
        openidconnect::EndpointSet,
        openidconnect::EndpointNotSet,
        openidconnect::EndpointNotSet,
        openidconnect::EndpointNotSet,
        openidconnect::EndpointMaybeSet,
        openidconnect::EndpointMaybeSet,
    > {
        let settings = &self.0.settings;
        let (id, secret) =
            (ClientId::new(settings.client_id.clone()), ClientSecret::new(settings.client_secret.clone()));
        CoreClient::from_provider_metadata(metadata.clone(), id, Some(secret)).set_redirect_uri(self.0.redirect.clone())
    }
}
