//! Mails by SMTP: a few at a time, never waiting long, tried again where that may help.

use super::compose::Composed;
use crate::{Result, error::StartError};
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor, transport::smtp};
use std::{net::IpAddr, time::Duration};
use tokio::sync::Semaphore;
use url::Url;

/// Connections at the same time.
const AT_ONCE: usize = 4;
/// For each command.
const COMMAND: Duration = Duration::from_secs(15);
/// For a mail from the first to the last command.
const WHOLE: Duration = Duration::from_secs(45);
/// Before the second, third and fourth attempt.
const PAUSES: [Duration; 3] = [Duration::from_secs(1), Duration::from_secs(10), Duration::from_mins(1)];

#[derive(Debug)]
pub struct Smtp {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    turns: Semaphore,
}

enum Failure {
    /// The server will say the same next time.
    Final(String),
    Passing(String),
}

impl Smtp {
    pub fn open(url: &str) -> Result<Self, StartError> {
        // Never the address itself: it holds the password.
        let fail = |why: &str| StartError(format!("SMTP_URL cannot be used: {why}"));
        let url = encrypted(url).map_err(|why| fail(&why))?;
        let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(url.as_str()).map_err(|e| fail(&e.to_string()))?;
        Ok(Self { transport: builder.timeout(Some(COMMAND)).build(), turns: Semaphore::new(AT_ONCE) })
    }

    pub async fn send(&self, kind: &'static str, mail: &Composed) {
        for (attempt, pause) in PAUSES.into_iter().map(Some).chain([None]).enumerate() {
            match (self.attempt(mail).await, pause) {
                (Ok(()), _) => return tracing::info!(kind, attempt, "a mail was sent"),
                (Err(Failure::Passing(why)), Some(pause)) => {
                    tracing::warn!(kind, attempt, why, "a mail was not taken yet; it is tried again");
                    tokio::time::sleep(pause).await;
                }
                (Err(Failure::Passing(why) | Failure::Final(why)), _) => {
                    return tracing::error!(kind, attempt, why, "a mail was not sent");
                }
            }
        }
    }

    pub async fn check(&self) {
        match tokio::time::timeout(WHOLE, self.transport.test_connection()).await {
            Ok(Ok(true)) => tracing::info!("mail: the server answers"),
            Ok(Ok(false)) => tracing::error!("SMTP_URL: the server answers, but takes no mail"),
            Ok(Err(error)) => tracing::error!("SMTP_URL: no mail can be sent: {}", reason(&error)),
            Err(_) => tracing::error!("SMTP_URL: no mail can be sent: the server does not answer"),
        }
    }

    async fn attempt(&self, mail: &Composed) -> Result<(), Failure> {
        let _turn = self.turns.acquire().await.map_err(|e| Failure::Final(e.to_string()))?;
        let message = mail.encoded().map_err(|e| Failure::Final(e.to_string()))?;
        match tokio::time::timeout(WHOLE, self.transport.send(message)).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) if error.is_permanent() => Err(Failure::Final(reason(&error))),
            Ok(Err(error)) => Err(Failure::Passing(reason(&error))),
            Err(_) => Err(Failure::Passing("the server takes too long".into())),
        }
    }
}

/// Without the server's own words, which may name the person.
fn reason(error: &smtp::Error) -> String {
    if let Some(code) = error.status() {
        return format!("the server answers {code}");
    }
    let cause = std::error::Error::source(error).map(|cause| format!(": {cause}")).unwrap_or_default();
    format!("{}{cause}", if error.is_timeout() { "timeout" } else { "connection" })
}

/// `smtp://` means STARTTLS, but for a server on this machine: links in mails open accounts.
pub(super) fn encrypted(url: &str) -> Result<Url, String> {
    let mut url = Url::parse(url).map_err(|e| e.to_string())?;
    let host = url.host_str().filter(|host| !host.is_empty()).ok_or("it names no host")?;
    let is_here =
        host == "localhost" || host.trim_matches(['[', ']']).parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback());
    match url.scheme() {
        "smtps" => {}
        "smtp" if url.query().is_some() || is_here => {}
        "smtp" => url.set_query(Some("tls=required")),
        other => return Err(format!("it begins with '{other}:'; it must begin with 'smtps://' or 'smtp://'")),
    }
    if !url.username().is_empty() && url.password().is_none() {
        return Err("it has a user name but no password".into());
    }
    Ok(url)
}
