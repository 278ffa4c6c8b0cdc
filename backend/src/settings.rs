//! What the operator decides; `server` reads it from file and environment.

use crate::providers::identity::Choice;
use std::path::PathBuf;

#[derive(Clone, Debug)]
pub struct Settings {
    /// Where people reach us, such as `https://tagesecho.example`; no slash at the end.
    pub origin: String,
    /// The folder of database, media, secret and mails.
    pub data: PathBuf,
    /// `sqlite:PATH` or `postgres://…`.
    pub database_url: String,
    /// Encrypts what is stored encrypted; `None`: made at the first start and kept in `data/secret`.
    pub secret: Option<String>,
    pub identity: Choice,
    /// `aud` of the provider's tokens.
    pub project_id: String,
    pub production: bool,
    /// `smtps://USER:PASSWORD@HOST`; none: mails are files in `data/mail`.
    pub smtp_url: Option<String>,
    /// Whom mails come from, such as `Tagesecho <mail@tagesecho.example>`.
    pub mail_from: Option<String>,
    /// The embedded provider does not say whether an address has an account.
    pub hide_accounts: bool,
    /// Accounts that one address may make at the embedded provider in an hour.
    pub sign_ups_per_hour: u32,
    /// Failed sign-ins of one account or one address in fifteen minutes.
    pub sign_in_failures: u32,
    /// Multiplies every limit on tries; more than 1 only where one address stands for many people, as in tests.
    pub throttle_factor: u32,
}

impl Settings {
    /// Embedded defaults in `data`, for one machine.
    pub fn local(data: PathBuf, origin: &str) -> Self {
        Self {
            origin: origin.trim_end_matches('/').to_owned(),
            database_url: format!("sqlite:{}", data.join("tagesecho.db").display()),
            data,
            secret: None,
            identity: Choice::Embedded,
            project_id: "tagesecho".into(),
            production: false,
            smtp_url: None,
            mail_from: None,
            hide_accounts: false,
            sign_ups_per_hour: 20,
            sign_in_failures: 10,
            throttle_factor: 1,
        }
    }
}
