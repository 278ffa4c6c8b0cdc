//! The operator's settings. `server` reads them from a file and the environment.

pub mod identity;
pub mod media;

use crate::{
    db::{Limits, Migrations},
    legal::LegalTexts,
};
use domain::{Vat, limits};
use identity::Choice;
use std::{net::IpAddr, path::PathBuf, time::Duration};

#[derive(Clone, Debug)]
pub struct Settings {
    /// The site's public address, such as `https://tagesecho.example`, without a slash at the end.
    pub origin: String,
    /// The folder for the database, media, secret and mails.
    pub data: PathBuf,
    /// The place of pictures and recordings.
    pub media: media::Place,
    /// The service for buckets.
    pub s3: media::S3,
    /// `sqlite:PATH` or `postgres://…`.
    pub database_url: String,
    /// What this server takes of PostgreSQL.
    pub database: Limits,
    pub migrations: Migrations,
    /// The secret for encryption, signatures and hashes. `None`: it is generated at the first start and stored in
    /// `data/secret`.
    pub secret: Option<String>,
    /// The previous secret. It is only used to read.
    pub secret_old: Option<String>,
    pub identity: Choice,
    /// The `aud` claim of the provider's tokens.
    pub project_id: String,
    pub production: bool,
    /// Allows a start with a new database although there are media of an old one. These are moved to another folder.
    pub begin_anew: bool,
    /// `smtps://USER:PASSWORD@HOST`. `None`: mails are written to files in `data/mail`.
    pub smtp_url: Option<String>,
    /// The sender of mails, such as `Tagesecho <mail@tagesecho.example>`.
    pub mail_from: Option<String>,
    /// The embedded provider does not reveal whether an address has an account.
    pub hide_accounts: bool,
    /// Accounts that one client address may create at the embedded provider in an hour.
    pub sign_ups_per_hour: u32,
    /// Wrong passwords allowed from one client address in fifteen minutes. One account allows twenty times as many in an hour.
    pub sign_in_failures: u32,
    /// Multiplies the limits on attempts. More than 1 only if many people share one client address, as in tests.
    pub throttle_factor: u32,
    /// Maximum bytes of pictures and recordings per account.
    pub account_bytes: u64,
    /// Maximum seconds of one recording for Free and for Pro, for tests, which cannot wait for the plans' own limits. `None`: the plans' limits.
    pub recording_seconds: Option<[u32; 2]>,
    /// Sign-in with Google. `None`: its buttons say that it is not set up.
    pub google: Option<OpenIdSettings>,
    /// An outside service for transcription and summaries. `None`: summaries are made here, and there is no transcription.
    pub ai: Option<AiSettings>,
    /// The payment provider. `None`: the sandbox in this process, which collects no money.
    pub paypal: Option<PayPalSettings>,
    /// Timeouts for calls to the sandbox.
    pub sandbox_timeouts: PayPalTimeouts,
    /// The statement of prices about value-added tax.
    pub vat: Vat,
    /// The pages that the law requires.
    pub legal: LegalTexts,
    /// The address that gets a copy of every cancellation and withdrawal. `None`: the sender of mails.
    pub legal_mail: Option<String>,
}

/// This server's account at `PayPal`.
#[derive(Clone, PartialEq, Eq, derive_more::Debug)]
#[debug("PayPalSettings {{ base_url: {base_url:?}, plan_id: {plan_id:?}, .. }}")]
pub struct PayPalSettings {
    /// Such as `https://api-m.paypal.com`, without a slash at the end.
    pub base_url: String,
    pub client_id: String,
    pub client_secret: String,
    /// The plan that `tagesecho paypal-plan` created.
    pub plan_id: String,
    /// Needed to verify that a webhook comes from `PayPal`.
    pub webhook_id: String,
    pub timeouts: PayPalTimeouts,
}

/// Timeouts for calls to `PayPal`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PayPalTimeouts {
    pub one_try: Duration,
    /// All attempts of a call together.
    pub whole: Duration,
    /// The pause before the second attempt.
    pub pause: Duration,
}

impl Default for PayPalTimeouts {
    fn default() -> Self {
        Self { one_try: Duration::from_secs(4), whole: Duration::from_secs(8), pause: Duration::from_millis(200) }
    }
}

/// An OpenAI-compatible service.
#[derive(Clone, PartialEq, Eq, derive_more::Debug)]
#[debug("AiSettings {{ base_url: {base_url:?}, name: {name:?}, .. }}")]
pub struct AiSettings {
    /// The prefix of the calls' paths, such as `https://api.openai.com/v1`, without a slash at the end.
    pub base_url: String,
    /// Sent as bearer token. Local services need none.
    pub api_key: Option<String>,
    /// The name that people see: in the question for their consent, in the log of calls, and with a summary.
    pub name: String,
    /// `None`: the service does not transcribe.
    pub transcription_model: Option<String>,
    /// `None`: the service makes no summaries.
    pub summary_model: Option<String>,
    pub audio: AudioFormat,
    pub timeouts: AiTimeouts,
}

/// The format in which the service accepts recordings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AudioFormat {
    /// The format of the browser: `WebM` or MP4.
    #[default]
    Original,
    /// WAV, 16 kHz mono, which the browser makes.
    Wav,
}

/// Timeouts for a call with all its attempts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AiTimeouts {
    pub transcription: Duration,
    pub summary: Duration,
}

impl Default for AiTimeouts {
    fn default() -> Self {
        Self { transcription: Duration::from_mins(2), summary: Duration::from_mins(1) }
    }
}

/// This server's registration at an OpenID issuer.
#[derive(Clone, PartialEq, Eq, derive_more::Debug)]
#[debug("OpenIdSettings {{ issuer: {issuer:?}, .. }}")]
pub struct OpenIdSettings {
    /// Such as `https://accounts.google.com`, exactly as in the `iss` claim of its tokens.
    pub issuer: String,
    pub client_id: String,
    pub client_secret: String,
}

/// Whether secrets may be sent to this address: it uses https, or belongs to this machine.
pub fn is_safe_to_call(address: &str) -> bool {
    let Ok(url) = url::Url::parse(address) else { return false };
    let is_here = url.host_str().is_some_and(|host| {
        host == "localhost" || host.trim_matches(['[', ']']).parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
    });
    let scheme = url.scheme() == "https" || (url.scheme() == "http" && is_here);
    scheme && url.has_host() && url.username().is_empty() && url.password().is_none()
}

impl Settings {
    /// Defaults for one machine: the embedded providers, with everything stored in `data`.
    pub fn local(data: PathBuf, origin: &str) -> Self {
        Self {
            origin: origin.trim_end_matches('/').to_owned(),
            database_url: format!("sqlite:{}", data.join("tagesecho.db").display()),
            database: Limits::default(),
            data,
            media: media::Place::default(),
            s3: media::S3::default(),
            secret: None,
            secret_old: None,
            identity: Choice::Embedded,
            project_id: "tagesecho".into(),
            production: false,
            migrations: Migrations::default(),
            begin_anew: false,
            smtp_url: None,
            mail_from: None,
            hide_accounts: false,
            sign_ups_per_hour: 20,
            sign_in_failures: 10,
            throttle_factor: 1,
            account_bytes: limits::ACCOUNT_BYTES,
            recording_seconds: None,
            google: None,
            ai: None,
            paypal: None,
            sandbox_timeouts: PayPalTimeouts::default(),
            vat: Vat::default(),
            legal: LegalTexts::default(),
            legal_mail: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::is_safe_to_call;

    #[test]
    fn secrets_go_to_https_or_stay_on_this_machine() {
        for address in
            ["https://accounts.google.com/token", "http://127.0.0.1:4000", "http://[::1]:1/", "http://localhost"]
        {
            assert!(is_safe_to_call(address), "{address}");
        }
        for address in [
            "http://accounts.google.com",
            "https://a:b@x.example",
            "file:///etc",
            "accounts",
            "http://127.0.0.1.evil.example",
        ] {
            assert!(!is_safe_to_call(address), "{address}");
        }
    }
}
