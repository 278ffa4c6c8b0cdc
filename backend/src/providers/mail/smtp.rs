//! Sends mails by SMTP, with timeouts.

use crate::{Result, error::StartError};
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor, address::Envelope, transport::smtp};
use std::{net::IpAddr, time::Duration};
use url::Url;

/// Timeout of each command.
const COMMAND: Duration = Duration::from_secs(15);
/// Timeout of a whole mail, from the first to the last command.
const WHOLE: Duration = Duration::from_secs(45);

#[derive(Debug)]
pub struct Smtp {
    transport: AsyncSmtpTransport<Tokio1Executor>,
}

pub enum Failure {
    /// The server would refuse it again.
    Final(String),
    Passing(String),
}

impl Smtp {
    pub fn open(url: &str) -> Result<Self, StartError> {
        // Do not show the URL: it contains the password.
        let fail = |why: &str| StartError(format!("SMTP_URL cannot be used: {why}"));
        let url = encrypted(url).map_err(|why| fail(&why))?;
        let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(url.as_str()).map_err(|e| fail(&e.to_string()))?;
        Ok(Self { transport: builder.timeout(Some(COMMAND)).build() })
    }

    pub async fn check(&self) {
        match tokio::time::timeout(WHOLE, self.transport.test_connection()).await {
            Ok(Ok(true)) => tracing::info!("mail: the server answers"),
            Ok(Ok(false)) => tracing::error!("SMTP_URL: the server answers, but takes no mail"),
            Ok(Err(error)) => tracing::error!("SMTP_URL: no mail can be sent: {}", reason(&error)),
            Err(_) => tracing::error!("SMTP_URL: no mail can be sent: the server does not answer"),
        }
    }

    pub async fn send(&self, envelope: &Envelope, mail: &str) -> Result<(), Failure> {
        match tokio::time::timeout(WHOLE, self.transport.send_raw(envelope, mail.as_bytes())).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) if error.is_permanent() && !is_about_us(&error) => Err(Failure::Final(reason(&error))),
            Ok(Err(error)) => Err(Failure::Passing(reason(&error))),
            Err(_) => Err(Failure::Passing("the server takes too long".into())),
        }
    }
}

/// The server refuses all of our mails: the user name, the password or the encryption is wrong.
fn is_about_us(error: &smtp::Error) -> bool {
    error.status().is_some_and(|code| matches!(u16::from(code), 530 | 534 | 535 | 538))
}

/// The reason without the server's own words, which may contain a person's name or address.
fn reason(error: &smtp::Error) -> String {
    if let Some(code) = error.status() {
        return format!("the server answers {code}");
    }
    let cause = std::error::Error::source(error).map(|cause| format!(": {cause}")).unwrap_or_default();
    format!("{}{cause}", if error.is_timeout() { "timeout" } else { "connection" })
}

/// `smtp://` requires STARTTLS, except for a server on this machine or where the address names its own `tls`: links in mails open accounts.
pub(super) fn encrypted(url: &str) -> Result<Url, String> {
    let mut url = Url::parse(url).map_err(|e| e.to_string())?;
    let host = url.host_str().filter(|host| !host.is_empty()).ok_or("it names no host")?;
    let is_here =
        host == "localhost" || host.trim_matches(['[', ']']).parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback());
    match url.scheme() {
        "smtps" => {}
        "smtp" if is_here || url.query_pairs().any(|(name, _)| name == "tls") => {}
        "smtp" => {
            url.query_pairs_mut().append_pair("tls", "required");
        }
        other => return Err(format!("it begins with '{other}:'; it must begin with 'smtps://' or 'smtp://'")),
    }
    if !url.username().is_empty() && url.password().is_none() {
        return Err("it has a user name but no password".into());
    }
    Ok(url)
}
