//! What the operator decides; `server` reads it from file and environment.

pub mod identity;

use crate::{db::Migrations, legal::LegalTexts};
use domain::{Vat, limits};
use identity::Choice;
use std::{net::IpAddr, path::PathBuf, time::Duration};

#[derive(Clone, Debug)]
pub struct Settings {
    /// Where people reach us, such as `https://tagesecho.example`; no slash at the end.
    pub origin: String,
    /// The folder of database, media, secret and mails.
    pub data: PathBuf,
    /// `sqlite:PATH` or `postgres://…`.
    pub database_url: String,
    pub migrations: Migrations,
    /// Encrypts what is stored encrypted; `None`: made at the first start and kept in `data/secret`.
    pub secret: Option<String>,
    /// The secret from before, for reading only.
    pub secret_old: Option<String>,
    pub identity: Choice,
    /// `aud` of the provider's tokens.
    pub project_id: String,
    pub production: bool,
    /// A new database may begin beside old media, which are moved aside.
    pub begin_anew: bool,
    /// `smtps://USER:PASSWORD@HOST`; none: mails are files in `data/mail`.
    pub smtp_url: Option<String>,
    /// Whom mails come from, such as `Tagesecho <mail@tagesecho.example>`.
    pub mail_from: Option<String>,
    /// The embedded provider does not say whether an address has an account.
    pub hide_accounts: bool,
    /// Accounts that one address may make at the embedded provider in an hour.
    pub sign_ups_per_hour: u32,
    /// Wrong passwords from one address in fifteen minutes; an account takes twenty times as many in an hour.
    pub sign_in_failures: u32,
    /// Multiplies every limit on tries; more than 1 only where one address stands for many people, as in tests.
    pub throttle_factor: u32,
    /// Bytes of pictures and recordings that one account keeps.
    pub account_bytes: u64,
    /// Seconds of one recording for Free and for Pro, where tests cannot wait for the plans' own.
    pub recording_seconds: Option<[u32; 2]>,
    /// Signing in with Google; `None`: its buttons say that it is not set up.
    pub google: Option<OpenIdSettings>,
    /// A service outside for transcription and summary; `None`: summaries are made here, and no text out of sound.
    pub ai: Option<AiSettings>,
    /// Who collects the money; `None`: the sandbox in this process, which collects none.
    pub paypal: Option<PayPalSettings>,
    /// How long the sandbox is waited for.
    pub sandbox_patience: PayPalPatience,
    /// What prices say of value-added tax.
    pub vat: Vat,
    /// The pages that the law asks for.
    pub legal: LegalTexts,
    /// Who gets a copy of every cancellation and withdrawal; `None`: whom mails come from.
    pub legal_mail: Option<String>,
}

/// This server's account at `PayPal`.
#[derive(Clone, PartialEq, Eq, derive_more::Debug)]
#[debug("PayPalSettings {{ base_url: {base_url:?}, plan_id: {plan_id:?}, .. }}")]
pub struct PayPalSettings {
    /// Such as `https://api-m.paypal.com`; no slash at the end.
    pub base_url: String,
    pub client_id: String,
    pub client_secret: String,
    /// What `tagesecho paypal-plan` made.
    pub plan_id: String,
    /// Proves that messages are PayPal's.
    pub webhook_id: String,
    pub patience: PayPalPatience,
}

/// How long `PayPal` is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PayPalPatience {
    pub one_try: Duration,
    /// All tries of a call.
    pub whole: Duration,
    /// Before the second try.
    pub pause: Duration,
}

impl Default for PayPalPatience {
    fn default() -> Self {
        Self { one_try: Duration::from_secs(4), whole: Duration::from_secs(8), pause: Duration::from_millis(200) }
    }
}

/// An OpenAI-compatible service.
#[derive(Clone, PartialEq, Eq, derive_more::Debug)]
#[debug("AiSettings {{ base_url: {base_url:?}, name: {name:?}, .. }}")]
pub struct AiSettings {
    /// What the calls' paths are appended to, such as `https://api.openai.com/v1`; no slash at the end.
    pub base_url: String,
    /// Sent as bearer; local services need none.
    pub api_key: Option<String>,
    /// What people are told: in the question for their permission, in the log of calls, beside a summary.
    pub name: String,
    /// `None`: it makes no text out of sound.
    pub transcription_model: Option<String>,
    /// `None`: it makes no summaries.
    pub summary_model: Option<String>,
    pub audio: AudioFormat,
    pub patience: AiPatience,
}

/// What the service takes recordings as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AudioFormat {
    /// As the browser recorded them: `WebM` or MP4.
    #[default]
    Original,
    /// As WAV, 16 kHz mono, which the browser makes.
    Wav,
}

/// How long is waited for an answer, all tries together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AiPatience {
    pub transcription: Duration,
    pub summary: Duration,
}

impl Default for AiPatience {
    fn default() -> Self {
        Self { transcription: Duration::from_mins(2), summary: Duration::from_mins(1) }
    }
}

/// This server's registration at an OpenID issuer.
#[derive(Clone, PartialEq, Eq, derive_more::Debug)]
#[debug("OpenIdSettings {{ issuer: {issuer:?}, .. }}")]
pub struct OpenIdSettings {
    /// Such as `https://accounts.google.com`, exactly as its tokens name it.
    pub issuer: String,
    pub client_id: String,
    pub client_secret: String,
}

/// Whether secrets may be sent there: https, or a program on this machine.
pub fn is_safe_to_call(address: &str) -> bool {
    let Ok(url) = url::Url::parse(address) else { return false };
    let is_here = url.host_str().is_some_and(|host| {
        host == "localhost" || host.trim_matches(['[', ']']).parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
    });
    let scheme = url.scheme() == "https" || (url.scheme() == "http" && is_here);
    scheme && url.has_host() && url.username().is_empty() && url.password().is_none()
}

impl Settings {
    /// Embedded defaults in `data`, for one machine.
    pub fn local(data: PathBuf, origin: &str) -> Self {
        Self {
            origin: origin.trim_end_matches('/').to_owned(),
            database_url: format!("sqlite:{}", data.join("tagesecho.db").display()),
            data,
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
            sandbox_patience: PayPalPatience::default(),
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
