//! The settings as given: each key once, with its name in the environment, on the command line and in the file.

use backend::error::StartError;
use clap::{ArgAction, Args, ValueEnum, builder::BoolishValueParser};
use serde::{Deserialize, Serialize};
use std::{
    fs,
    net::IpAddr,
    num::{NonZeroU16, NonZeroU32},
    path::PathBuf,
};

/// The file has the same keys in lower case and without `TAGESECHO_`; what the environment says counts more.
#[derive(Args, Default, Deserialize, Serialize, derive_more::Debug)]
#[serde(default, deny_unknown_fields)]
#[command(next_help_heading = "Settings")]
#[debug("Sources(..)")]
pub struct Sources {
    /// A TOML file with any of these settings: `port = 3000`. The environment counts more than the file.
    #[arg(long, env = "TAGESECHO_CONFIG", value_name = "FILE")]
    #[serde(skip)]
    pub config: Option<PathBuf>,

    /// The address to listen on. [default: 127.0.0.1]
    #[arg(long, env = "HOST", value_name = "ADDRESS")]
    pub host: Option<String>,

    /// The port to listen on. [default: 3000]
    #[arg(long, env = "PORT", value_name = "NUMBER")]
    pub port: Option<u16>,

    /// The public address, such as `https://tagesecho.example`: for links, cookies and tokens. [default: http://127.0.0.1:PORT]
    #[arg(long, env = "TAGESECHO_ORIGIN", value_name = "URL")]
    pub origin: Option<String>,

    /// The folder of database, pictures, secret and mails. [default: data]
    #[arg(long, env = "TAGESECHO_DATA", value_name = "FOLDER")]
    pub data: Option<PathBuf>,

    /// The place of pictures and recordings: `folder`, which is `media` in DATA, or a bucket, `s3://BUCKET/PREFIX`.
    /// `tagesecho media move` moves from one to the other. [default: folder]
    #[arg(long, env = "TAGESECHO_MEDIA", value_name = "PLACE")]
    pub media: Option<String>,

    /// The service with the bucket, such as `https://s3.example`, without a path. It is asked with the bucket's name in the path.
    /// [default: Amazon's address for the region]
    #[arg(long, env = "TAGESECHO_S3_ENDPOINT", value_name = "URL")]
    pub s3_endpoint: Option<String>,

    /// The region of the bucket, as its service names it. [default: us-east-1]
    #[arg(long, env = "TAGESECHO_S3_REGION", value_name = "NAME")]
    pub s3_region: Option<String>,

    /// The id of the key to the bucket. It may read, write, delete and list there. [needed for a bucket]
    #[arg(long, env = "TAGESECHO_S3_ACCESS_KEY", value_name = "TEXT", hide_env_values = true)]
    pub s3_access_key: Option<String>,

    /// The key to the bucket. [needed for a bucket]
    #[arg(long, env = "TAGESECHO_S3_SECRET_KEY", value_name = "TEXT", hide_env_values = true)]
    pub s3_secret_key: Option<String>,

    /// The network between the program and the service is private: http is allowed. [default: 0; http on this machine only]
    #[arg(long, env = "TAGESECHO_S3_NETWORK_IS_PRIVATE", value_name = "0|1", action = ArgAction::Set, value_parser = BoolishValueParser::new())]
    pub s3_network_is_private: Option<bool>,

    /// `sqlite:PATH` or `postgres://USER:PASSWORD@HOST/DATABASE`. [default: sqlite:DATA/tagesecho.db]
    #[arg(long, env = "DATABASE_URL", value_name = "URL", hide_env_values = true)]
    pub database_url: Option<String>,

    /// The network between the program and PostgreSQL is private, such as that of a group of containers: production takes a database elsewhere
    /// without `sslmode=verify-full`. [default: 0]
    #[arg(long, env = "TAGESECHO_DATABASE_NETWORK_IS_PRIVATE", value_name = "0|1", action = ArgAction::Set, value_parser = BoolishValueParser::new())]
    pub database_network_is_private: Option<bool>,

    /// Connections of this server to PostgreSQL, 2 to 500. Those of all servers together must fit into its `max_connections`. [default: 16]
    #[arg(long, env = "TAGESECHO_DATABASE_CONNECTIONS", value_name = "NUMBER")]
    pub database_connections: Option<NonZeroU16>,

    /// Seconds after which PostgreSQL ends a statement, 1 to 60; it waits for a lock for half of them. [default: 10]
    #[arg(long, env = "TAGESECHO_DATABASE_SECONDS", value_name = "NUMBER")]
    pub database_seconds: Option<NonZeroU16>,

    /// Encrypts tokens and signs tickets: at least 32 random characters, the same on every server.
    /// [default: made at the first start and kept in DATA/secret; required in production]
    #[arg(long, env = "TAGESECHO_SECRET", value_name = "TEXT", hide_env_values = true)]
    pub secret: Option<String>,

    /// The secret from before, while it is being changed: tickets and links that people hold stay good for as long as it is set.
    /// `tagesecho secret --rotate` brings the database over. [default: none]
    #[arg(long, env = "TAGESECHO_SECRET_OLD", value_name = "TEXT", hide_env_values = true)]
    pub secret_old: Option<String>,

    /// The mail server: `smtps://USER:PASSWORD@HOST`, or `smtp://…` for STARTTLS. [default: mails are files in DATA/mail]
    #[arg(long, env = "SMTP_URL", value_name = "URL", hide_env_values = true)]
    pub smtp_url: Option<String>,

    /// The sender of mails, such as `Tagesecho <mail@tagesecho.example>`; somebody should read the replies.
    /// Needed with `SMTP_URL`. [default: none]
    #[arg(long, env = "MAIL_FROM", value_name = "ADDRESS")]
    pub mail_from: Option<String>,

    /// Mails stay files in DATA/mail, in production, too: nobody gets mail, nobody comes back after a forgotten password. [default: 0]
    #[arg(long, env = "TAGESECHO_MAIL_FILES", value_name = "0|1", action = ArgAction::Set, value_parser = BoolishValueParser::new())]
    pub mail_files: Option<bool>,

    /// `production` refuses to start with an http origin, without a named proxy, without a named database, with a database that is reached unprotected,
    /// without a secret, without a mail server, without a PayPal account, with open places in legal texts, or with test controls.
    /// [default: development]
    #[arg(long, env = "TAGESECHO_ENV", value_name = "NAME")]
    pub env: Option<Env>,

    /// The folder of the built pages' files. [default: target/site]
    #[arg(long, env = "TAGESECHO_SITE", value_name = "FOLDER")]
    pub site: Option<PathBuf>,

    /// The level of the log: error, warn, info, debug, or a filter such as `info,server=debug`. [default: info]
    #[arg(long, env = "TAGESECHO_LOG", value_name = "FILTER")]
    pub log: Option<String>,

    /// The format of the log. [default: text]
    #[arg(long, env = "TAGESECHO_LOG_FORMAT", value_name = "FORMAT")]
    pub log_format: Option<LogFormat>,

    /// Addresses of proxies whose X-Forwarded-For is believed, separated by commas. [default: none]
    #[arg(long, env = "TAGESECHO_TRUSTED_PROXIES", value_name = "ADDRESSES", value_delimiter = ',')]
    pub trusted_proxies: Option<Vec<IpAddr>>,

    /// Callers reach the program with their own addresses, as through a TLS tunnel that keeps them: production starts without
    /// `TAGESECHO_TRUSTED_PROXIES`. [default: 0]
    #[arg(long, env = "TAGESECHO_NO_PROXY", value_name = "0|1", action = ArgAction::Set, value_parser = BoolishValueParser::new())]
    pub no_proxy: Option<bool>,

    /// Seconds for which the server goes on as before when it is told to stop, while `/readyz` answers 503: a proxy before several servers
    /// finds out and sends requests to another one. At most 15. [default: 0]
    #[arg(long, env = "TAGESECHO_DRAIN_SECONDS", value_name = "NUMBER")]
    pub drain_seconds: Option<u16>,

    /// A listener of its own with figures about the server in Prometheus' format, such as `127.0.0.1:9464`. Nobody signs in there, so only
    /// this machine may reach it. [default: none]
    #[arg(long, env = "TAGESECHO_METRICS", value_name = "ADDRESS")]
    pub metrics: Option<String>,

    /// The network of that address is private, such as that of a group of containers: it may be another one than this machine's own. [default: 0]
    #[arg(long, env = "TAGESECHO_METRICS_NETWORK_IS_PRIVATE", value_name = "0|1", action = ArgAction::Set, value_parser = BoolishValueParser::new())]
    pub metrics_network_is_private: Option<bool>,

    /// Connections served at the same time; each may need two open files. [default: 512]
    #[arg(long, env = "TAGESECHO_CONNECTIONS", value_name = "NUMBER")]
    pub connections: Option<NonZeroU16>,

    /// Connections of one address. A trusted proxy may have more; behind it, this limits the simultaneous requests of each forwarded address. [default: 64]
    #[arg(long, env = "TAGESECHO_CONNECTIONS_PER_ADDRESS", value_name = "NUMBER")]
    pub connections_per_address: Option<NonZeroU16>,

    /// The audience of the embedded identity provider's tokens. [default: tagesecho]
    #[arg(long, env = "TAGESECHO_PROJECT_ID", value_name = "NAME")]
    pub project_id: Option<String>,

    /// Sign-in and forgotten passwords do not tell whether an address has an account. [default: 0]
    #[arg(long, env = "TAGESECHO_HIDE_ACCOUNTS", value_name = "0|1", action = ArgAction::Set, value_parser = BoolishValueParser::new())]
    pub hide_accounts: Option<bool>,

    /// A Firebase project that keeps the accounts instead of the embedded identity provider; needs `FIREBASE_API_KEY` too.
    /// [default: none]
    #[arg(long, env = "FIREBASE_PROJECT_ID", value_name = "NAME")]
    pub firebase_project_id: Option<String>,

    /// The web API key of the Firebase project; browsers see it. [default: none]
    #[arg(long, env = "FIREBASE_API_KEY", value_name = "KEY")]
    pub firebase_api_key: Option<String>,

    /// Firebase's emulator on this machine, such as `127.0.0.1:9099`, for tests. It needs a `FIREBASE_PROJECT_ID` that begins with
    /// `demo-`, and HOST and ORIGIN on this machine; refused in production. [default: none]
    #[arg(long, env = "FIREBASE_AUTH_EMULATOR_HOST", value_name = "ADDRESS")]
    pub firebase_auth_emulator_host: Option<String>,

    /// Signing in with Google: the OAuth client's id, from the Google Cloud console, where `ORIGIN/api/auth/google/callback` must be
    /// an authorised redirect address. [default: none; the buttons say that it is not set up]
    #[arg(long, env = "GOOGLE_CLIENT_ID", value_name = "TEXT")]
    pub google_client_id: Option<String>,

    /// The OAuth client's secret.
    #[arg(long, env = "GOOGLE_CLIENT_SECRET", value_name = "TEXT", hide_env_values = true)]
    pub google_client_secret: Option<String>,

    /// Another OpenID issuer in Google's place; http only on this machine. [default: `https://accounts.google.com`]
    #[arg(long, env = "GOOGLE_ISSUER", value_name = "URL")]
    pub google_issuer: Option<String>,

    /// An OpenAI-compatible service for transcription, summaries and LinkedIn posts, such as `https://api.openai.com/v1`; http only on this machine.
    /// People are asked before anything goes there. [default: none; summaries and posts are made here, recordings are not turned into text]
    #[arg(long, env = "AI_BASE_URL", value_name = "URL")]
    pub ai_base_url: Option<String>,

    /// The key for that service. [default: none]
    #[arg(long, env = "AI_API_KEY", value_name = "KEY", hide_env_values = true)]
    pub ai_api_key: Option<String>,

    /// The name of the service that people read. After a change everybody is asked for consent again. [default: the host of `AI_BASE_URL`]
    #[arg(long, env = "AI_NAME", value_name = "NAME")]
    pub ai_name: Option<String>,

    /// The model that turns recordings into text, such as `gpt-4o-mini-transcribe`. It finds the language out by itself; whisper.cpp's server does so with `--language auto`. [default: none; no recording is sent]
    #[arg(long, env = "AI_TRANSCRIPTION_MODEL", value_name = "NAME")]
    pub ai_transcription_model: Option<String>,

    /// The model that summarises and writes LinkedIn posts, such as `gpt-4o-mini`. [default: none; both are made here]
    #[arg(long, env = "AI_SUMMARY_MODEL", value_name = "NAME")]
    pub ai_summary_model: Option<String>,

    /// The format of recordings for the service: as they are, or WAV, which whisper.cpp and llama.cpp need. [default: original]
    #[arg(long, env = "AI_AUDIO", value_name = "FORMAT")]
    pub ai_audio: Option<AiAudio>,

    /// The client id of the REST app of the PayPal account that receives the payments. [default: none; a sandbox takes its place and no money]
    #[arg(long, env = "PAYPAL_CLIENT_ID", value_name = "TEXT")]
    pub paypal_client_id: Option<String>,

    /// The REST app's secret.
    #[arg(long, env = "PAYPAL_CLIENT_SECRET", value_name = "TEXT", hide_env_values = true)]
    pub paypal_client_secret: Option<String>,

    /// The id of the plan that people subscribe to; `tagesecho paypal-plan` makes it and prints this.
    #[arg(long, env = "PAYPAL_PLAN_ID", value_name = "TEXT")]
    pub paypal_plan_id: Option<String>,

    /// The id of the webhook to `ORIGIN/api/paypal/webhook`, from PayPal's console; it proves that messages are PayPal's.
    #[arg(long, env = "PAYPAL_WEBHOOK_ID", value_name = "TEXT")]
    pub paypal_webhook_id: Option<String>,

    /// Another address of PayPal's calls, such as its own sandbox `https://api-m.sandbox.paypal.com`. [default: `https://api-m.paypal.com`]
    #[arg(long, env = "PAYPAL_BASE_URL", value_name = "URL")]
    pub paypal_base_url: Option<String>,

    /// The note about value-added tax beside prices: contained, or not charged by a small business (§ 19 `UStG`). [default: included]
    #[arg(long, env = "TAGESECHO_VAT", value_name = "MODE")]
    pub vat: Option<VatMode>,

    /// A folder with own texts for the pages that the law asks for: `de/impressum.md`, `datenschutz.md`, `agb.md`, `barrierefreiheit.md`, and the
    /// same in `en`, `fr`, `es`; a language without a folder shows the German texts. Production needs them without open places, which `[[ ]]` marks.
    /// [default: templates in the program]
    #[arg(long, env = "TAGESECHO_LEGAL", value_name = "FOLDER")]
    pub legal: Option<PathBuf>,

    /// The address that gets a copy of every cancellation and withdrawal. [default: the address of `MAIL_FROM`]
    #[arg(long, env = "TAGESECHO_LEGAL_MAIL", value_name = "ADDRESS")]
    pub legal_mail: Option<String>,

    /// Bytes of pictures and recordings that one account keeps. [default: 5000000000]
    #[arg(long, env = "TAGESECHO_ACCOUNT_BYTES", value_name = "NUMBER")]
    pub account_bytes: Option<u64>,

    /// Accounts that one address may make in an hour. [default: 20]
    #[arg(long, env = "TAGESECHO_SIGN_UPS_PER_HOUR", value_name = "NUMBER")]
    pub sign_ups_per_hour: Option<u32>,

    /// Wrong passwords from one address in fifteen minutes; an account takes twenty times as many in an hour. [default: 10]
    #[arg(long, env = "TAGESECHO_SIGN_IN_FAILURES", value_name = "NUMBER")]
    pub sign_in_failures: Option<u32>,

    /// Multiplies every limit on tries, where one address stands for many people. [default: 1]
    #[arg(long, env = "TAGESECHO_THROTTLE_FACTOR", value_name = "NUMBER")]
    pub throttle_factor: Option<u32>,

    /// Test controls: `/test/clock` moves the time, `/test/mail` shows mails. Only with HOST and ORIGIN on this machine; refused in production. [default: 0]
    #[arg(long, env = "TAGESECHO_TEST_CONTROLS", value_name = "0|1", action = ArgAction::Set, value_parser = BoolishValueParser::new())]
    pub test_controls: Option<bool>,

    /// Seconds of one recording in tests, for Free and for Pro, such as `3,6`; only with `TAGESECHO_TEST_CONTROLS`. [default: 60,180]
    #[arg(long, env = "TAGESECHO_RECORDING_SECONDS", value_name = "FREE,PRO", value_delimiter = ',')]
    pub recording_seconds: Option<Vec<NonZeroU32>>,

    /// Pages reload when the server restarts, for `cargo xtask dev`. Refused in production. [default: 0]
    #[arg(long, env = "TAGESECHO_DEV", value_name = "0|1", action = ArgAction::Set, value_parser = BoolishValueParser::new())]
    pub dev: Option<bool>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Env {
    Development,
    Production,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    /// A line for people.
    #[default]
    Text,
    /// A JSON object per line.
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum AiAudio {
    /// The sound as the browser recorded it.
    Original,
    /// 16 kHz mono, made by the browser.
    Wav,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum VatMode {
    Included,
    SmallBusiness,
}

impl Sources {
    /// Fills missing settings from the file.
    pub fn with_file(self) -> Result<Self, StartError> {
        let Some(path) = &self.config else { return Ok(self) };
        let fail = |e: &dyn std::fmt::Display| StartError(format!("TAGESECHO_CONFIG ({}): {e}", path.display()));
        let text = fs::read_to_string(path).map_err(|e| fail(&e))?;
        let file: Self = toml::from_str(&text).map_err(|e| fail(&e))?;
        let mut both = toml::Table::try_from(&file).map_err(|e| fail(&e))?;
        both.extend(toml::Table::try_from(&self).map_err(|e| fail(&e))?);
        let both: Self = both.try_into().map_err(|e| fail(&e))?;
        Ok(Self { config: self.config, ..both })
    }
}
