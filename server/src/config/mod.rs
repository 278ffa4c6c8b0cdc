//! The operator's settings, from the command line, the environment or a file, checked before anything starts.

mod ai;
mod google;
mod identity;
mod legal;
mod media;
mod network;
pub mod paypal;
pub mod secrets;
mod sources;

pub use sources::{LogFormat, Sources, VatMode};

use crate::http::serve::Timeouts;
use backend::{Settings, error::StartError, settings::identity::Choice};
use http::Uri;
use network::Network;
use std::{collections::HashSet, env, net::IpAddr, num::NonZeroU32, path::PathBuf};

#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "settings that do not depend on each other")]
pub struct Config {
    pub host: String,
    pub port: u16,
    pub settings: Settings,
    pub site: PathBuf,
    pub trusted_proxies: Vec<IpAddr>,
    pub network: Network,
    pub connections: usize,
    pub connections_per_address: usize,
    /// Mails may stay on this machine, in production, too.
    pub mail_files: bool,
    /// The secret lies in the data folder.
    pub is_secret_beside: bool,
    pub test_controls: bool,
    pub dev: bool,
    pub log: String,
    pub log_format: LogFormat,
}

/// An origin as browsers write it: in lower case, without the scheme's default port.
fn as_browsers_say(origin: &str) -> String {
    let origin = origin.trim_end_matches('/').to_lowercase();
    let own_port = if origin.starts_with("https:") { ":443" } else { ":80" };
    origin.strip_suffix(own_port).unwrap_or(&origin).to_owned()
}

/// Longest recording, for Free and for Pro.
fn recording_seconds(given: &[NonZeroU32]) -> Result<[u32; 2], StartError> {
    let seconds: Vec<u32> = given.iter().map(|seconds| seconds.get()).collect();
    let refused = |_| StartError("TAGESECHO_RECORDING_SECONDS must look like 3,6: for Free and for Pro".into());
    seconds.try_into().map_err(refused)
}

impl Config {
    /// Fills in the defaults and refuses settings that must not run, with all reasons at once.
    pub fn read(given: Sources) -> Result<Self, StartError> {
        let given = secrets::read(given, |name| env::var_os(name))?.with_file()?;
        let (identity, project_id) = identity::choice(&given);
        let google = google::read(&given);
        let ai = ai::read(&given);
        let paypal = paypal::read(&given);
        let (vat, legal) = legal::read(&given)?;
        let (media, s3) = media::read(&given)?;
        let host = text(given.host).unwrap_or_else(|| "127.0.0.1".into());
        let port = given.port.unwrap_or(3000);
        let origin =
            text(given.origin).map_or_else(|| format!("http://127.0.0.1:{port}"), |given| as_browsers_say(&given));
        let data = given.data.unwrap_or_else(|| "data".into());
        let secret = text(given.secret);
        let is_secret_beside = secrets::is_beside(&data, secret.as_deref(), |name| env::var_os(name));
        let local = Settings::local(data, &origin);
        let database_url = text(given.database_url);
        let recording_seconds = given.recording_seconds.as_deref().map(recording_seconds).transpose()?;
        let config = Self {
            host,
            port,
            settings: Settings {
                database: network::database(given.database_connections, given.database_seconds),
                media,
                s3,
                database_url: database_url.clone().unwrap_or(local.database_url.clone()),
                secret,
                secret_old: text(given.secret_old),
                smtp_url: text(given.smtp_url),
                mail_from: text(given.mail_from),
                hide_accounts: given.hide_accounts.unwrap_or_default(),
                identity,
                project_id: project_id.unwrap_or(local.project_id.clone()),
                production: given.env.is_some_and(|env| env == sources::Env::Production),
                sign_ups_per_hour: given.sign_ups_per_hour.unwrap_or(local.sign_ups_per_hour),
                sign_in_failures: given.sign_in_failures.unwrap_or(local.sign_in_failures),
                account_bytes: given.account_bytes.unwrap_or(local.account_bytes),
                throttle_factor: given.throttle_factor.unwrap_or(local.throttle_factor),
                google,
                ai,
                paypal,
                recording_seconds,
                vat,
                legal,
                legal_mail: text(given.legal_mail),
                ..local
            },
            site: given.site.unwrap_or_else(|| "target/site".into()),
            trusted_proxies: given.trusted_proxies.unwrap_or_default(),
            network: Network {
                no_proxy: given.no_proxy.unwrap_or_default(),
                is_database_private: given.database_network_is_private.unwrap_or_default(),
                drain_seconds: given.drain_seconds.unwrap_or_default(),
                metrics: text(given.metrics),
                are_metrics_private: given.metrics_network_is_private.unwrap_or_default(),
            },
            connections: given.connections.map_or(Timeouts::default().connections, |count| count.get().into()),
            connections_per_address: given
                .connections_per_address
                .map_or(Timeouts::default().per_address, |count| count.get().into()),
            mail_files: given.mail_files.unwrap_or_default(),
            is_secret_beside,
            test_controls: given.test_controls.unwrap_or_default(),
            dev: given.dev.unwrap_or_default(),
            log: text(given.log).unwrap_or_else(|| "info".into()),
            log_format: given.log_format.unwrap_or_default(),
        };
        match config.objections(database_url.is_some()).as_slice() {
            [] => Ok(config),
            [one] => Err(StartError(one.clone())),
            several => Err(StartError(format!("these settings cannot be used:\n- {}", several.join("\n- ")))),
        }
    }

    fn objections(&self, is_database_named: bool) -> Vec<String> {
        let mut found = google::objections(self.settings.google.as_ref(), self.settings.production);
        found.extend(ai::objections(self.settings.ai.as_ref()));
        found.extend(paypal::objections(self.settings.paypal.as_ref(), self.settings.production));
        found.extend(network::objections(self));
        found.extend(media::objections(&self.settings.media, &self.settings.s3));
        let origin = &self.settings.origin;
        let host = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
        if host.is_none_or(|host| host.is_empty() || host.contains(['/', '?', '#', '@', ' '])) {
            found.push(format!(
                "TAGESECHO_ORIGIN is '{origin}'; it must look like https://tagesecho.example, without a path"
            ));
        }
        if self.settings.production {
            if !origin.starts_with("https://") {
                found.push("TAGESECHO_ORIGIN must begin with https:// in production".into());
            }
            if !is_database_named {
                found.push(
                    "DATABASE_URL must be set in production, so that no start without it meets an empty database: sqlite:PATH, or \
                     postgres://…"
                        .into(),
                );
            }
            if self.settings.secret.as_ref().is_some_and(|secret| is_weak(secret)) {
                found.push("TAGESECHO_SECRET can be guessed; it must be at least 32 random characters".into());
            }
            if self.settings.secret.is_none() {
                found.push("TAGESECHO_SECRET must be set in production, to at least 32 random characters".into());
            } else if self.is_secret_beside {
                found.push(
                    "TAGESECHO_SECRET_FILE must lie outside of the data folder in production, or a copy of the folder shows every word"
                        .into(),
                );
            }
            if self.settings.smtp_url.is_none() && !self.mail_files {
                found.push(
                    "SMTP_URL must be set in production, or nobody comes back after a forgotten password; TAGESECHO_MAIL_FILES=1 \
                     does without it"
                        .into(),
                );
            }
            if self.test_controls {
                found.push("TAGESECHO_TEST_CONTROLS must not be set in production".into());
            }
            found.extend(legal::objection(&self.settings.legal));
            if self.dev {
                found.push("TAGESECHO_DEV must not be set in production".into());
            }
        }
        found.extend(legal::objection_to_address(self.settings.legal_mail.as_deref()));
        if self.settings.recording_seconds.is_some() && !self.test_controls {
            found.push("TAGESECHO_RECORDING_SECONDS needs TAGESECHO_TEST_CONTROLS".into());
        }
        found.extend(self.settings.identity.objections(&self.settings.project_id, self.settings.production));
        let is_emulator = matches!(self.settings.identity, Choice::Emulator(_));
        let controls = self.test_controls.then_some("TAGESECHO_TEST_CONTROLS");
        let emulator = is_emulator.then_some("FIREBASE_AUTH_EMULATOR_HOST");
        for setting in controls.into_iter().chain(emulator) {
            if !is_loopback(&self.host) {
                found.push(format!("{setting} needs a HOST that only this machine reaches, not '{}'", self.host));
            }
            // A proxy would let everybody through to the HOST.
            if !is_on_this_machine(origin) {
                found.push(format!("{setting} needs a TAGESECHO_ORIGIN on this machine, not '{origin}'"));
            }
        }
        found
    }

    /// What the operator should change, one line each for the log.
    pub fn warnings(&self) -> Vec<&'static str> {
        let mut lines = Vec::new();
        if self.settings.production && self.settings.smtp_url.is_none() {
            lines.push("SMTP_URL IS NOT SET: nobody gets mail, and nobody can come back after a forgotten password");
        }
        if self.is_secret_beside && !is_on_this_machine(&self.settings.origin) {
            lines.push(
                "THE SECRET LIES IN THE DATA FOLDER: who copies the folder reads every word. Move it to a file elsewhere that TAGESECHO_SECRET_FILE names",
            );
        }
        lines
    }

    /// The running services, one line each for the log.
    pub fn running(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if self.settings.database_url.starts_with("sqlite:") {
            lines.push("database: one SQLite file; DATABASE_URL names a PostgreSQL cluster".into());
        }
        if self.settings.secret.is_none() {
            lines.push("secret: made by ourselves and kept in the data folder; TAGESECHO_SECRET sets another".into());
        }
        if self.settings.smtp_url.is_none() {
            lines.push(
                "mail: .eml files in the folder mail of the data folder; SMTP_URL and MAIL_FROM send mails".into(),
            );
        }
        lines.push(identity::line(&self.settings.identity, &self.settings.project_id));
        if self.settings.google.is_none() {
            lines.push(
                "Google: not set up; GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET let people sign in with it".into(),
            );
        }
        lines.push(ai::line(self.settings.ai.as_ref()));
        lines.push(paypal::line(self.settings.paypal.as_ref()));
        lines.push(media::line(&self.settings.media, &self.settings.s3));
        lines
    }
}

/// An empty value is no value: `.env` files have them.
fn text(value: Option<String>) -> Option<String> {
    value.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// Whether the secret is too short, or has too few different characters to be random.
fn is_weak(secret: &str) -> bool {
    secret.chars().count() < 32 || secret.chars().collect::<HashSet<_>>().len() < 10
}

fn is_on_this_machine(origin: &str) -> bool {
    let Ok(origin) = origin.parse::<Uri>() else { return false };
    origin.host().is_some_and(|host| is_loopback(host.trim_start_matches('[').trim_end_matches(']')))
}

fn is_loopback(host: &str) -> bool {
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::{Config, Sources, legal, sources::Env};
    use domain::Plan;

    #[test]
    fn without_any_setting_everything_runs_on_this_machine() {
        let config = Config::read(Sources::default()).unwrap();
        assert_eq!(config.settings.origin, "http://127.0.0.1:3000");
        assert_eq!(config.settings.database_url, "sqlite:data/tagesecho.db");
        assert!(!config.settings.production && !config.test_controls);
        let moved = Config::read(Sources { port: Some(4180), secret: Some(" ".into()), ..Sources::default() }).unwrap();
        assert_eq!(moved.settings.origin, "http://127.0.0.1:4180");
        assert_eq!(moved.settings.secret, None, "an empty value is no value");
    }

    #[test]
    fn production_names_every_reason_to_refuse_at_once() {
        let texts = legal::tests::own_texts("");
        let given = Sources { env: Some(Env::Production), test_controls: Some(true), ..Sources::default() };
        let refused = Config::read(given).unwrap_err().0;
        for reason in [
            "https://",
            "DATABASE_URL",
            "TAGESECHO_SECRET",
            "SMTP_URL",
            "TAGESECHO_LEGAL",
            "TAGESECHO_TEST_CONTROLS",
            "PAYPAL_CLIENT_ID",
        ] {
            assert!(refused.contains(reason), "{reason} in {refused}");
        }
        let good = |smtp_url: &str, mail_files| Sources {
            env: Some(Env::Production),
            origin: Some("https://tagesecho.example/".into()),
            database_url: Some("sqlite:/srv/tagesecho/tagesecho.db".into()),
            secret: Some("kX3vQ9mZ7tB1nR5wY8cL2pF6hJ4dS0gA".into()),
            smtp_url: Some(smtp_url.into()),
            mail_files,
            paypal_client_id: Some("id".into()),
            paypal_client_secret: Some("secret".into()),
            paypal_plan_id: Some("P-1".into()),
            paypal_webhook_id: Some("W-1".into()),
            trusted_proxies: Some(vec![std::net::Ipv4Addr::LOCALHOST.into()]),
            legal: Some(texts.path().to_owned()),
            ..Sources::default()
        };
        assert!(Config::read(good(" ", None)).is_err() && Config::read(good("", Some(true))).is_ok());
        for weak in ["short", &"abc".repeat(20)] {
            let given = Sources { secret: Some(weak.into()), ..good("smtps://mail.tagesecho.example", None) };
            assert!(Config::read(given).unwrap_err().0.contains("can be guessed"));
        }
        let good = good("smtps://mail.tagesecho.example", None);
        assert_eq!(Config::read(good).unwrap().settings.origin, "https://tagesecho.example");
        assert_eq!(super::as_browsers_say("HTTPS://Tagesecho.Example:443/"), "https://tagesecho.example");
        assert_eq!(super::as_browsers_say("http://127.0.0.1:8080"), "http://127.0.0.1:8080");
    }

    #[test]
    fn a_secret_in_the_data_folder_is_warned_of_where_others_come_and_refused_in_production() {
        let at = |origin: &str| Config::read(Sources { origin: Some(origin.into()), ..Sources::default() }).unwrap();
        assert!(at("http://127.0.0.1:3000").warnings().is_empty());
        let mut config = at("https://tagesecho.example");
        assert!(config.warnings()[0].contains("DATA FOLDER"));
        (config.settings.production, config.settings.secret) = (true, Some("kX3vQ9mZ7tB1nR5wY8cL2pF6hJ4dS0gA".into()));
        assert!(config.objections(true).concat().contains("outside of the data folder"));
        config.is_secret_beside = false;
        assert!(!config.objections(true).concat().contains("outside of the data folder"));
    }

    #[test]
    fn test_controls_stay_on_this_machine_and_origins_have_no_path() {
        let open = Sources { host: Some("0.0.0.0".into()), test_controls: Some(true), ..Sources::default() };
        assert!(Config::read(open).is_err());
        for (origin, is_allowed) in [
            ("http://localhost:4180", true),
            ("http://[::1]:4180", true),
            ("https://tagesecho.example", false),
            ("http://127.0.0.1.example", false),
            ("http://192.0.2.1:3000", false),
        ] {
            let origin = || Some(origin.to_owned());
            let behind_a_proxy = Sources { origin: origin(), test_controls: Some(true), ..Sources::default() };
            assert_eq!(Config::read(behind_a_proxy).is_ok(), is_allowed, "{:?}", origin());
            let anybody = Sources {
                origin: origin(),
                firebase_project_id: Some("demo-x".into()),
                firebase_auth_emulator_host: Some("127.0.0.1:9099".into()),
                ..Sources::default()
            };
            assert_eq!(Config::read(anybody).is_ok(), is_allowed, "{:?}", origin());
        }
        let path = Sources { origin: Some("https://x.example/diary".into()), ..Sources::default() };
        assert!(Config::read(path).is_err());
    }

    #[test]
    fn recordings_are_shortened_for_tests_only() {
        let given = |seconds: &[u32], test_controls| {
            let recording_seconds = Some(seconds.iter().filter_map(|n| std::num::NonZeroU32::new(*n)).collect());
            Config::read(Sources { test_controls, recording_seconds, ..Sources::default() })
        };
        assert_eq!(Config::read(Sources::default()).unwrap().settings.recording_seconds, None);
        assert_eq!(given(&[3, 6], Some(true)).unwrap().settings.recording_seconds, Some([3, 6]));
        assert!(given(&[3, 6], None).unwrap_err().0.contains("TAGESECHO_TEST_CONTROLS"));
        assert!(given(&[3], Some(true)).is_err());
        assert_eq!([Plan::Free, Plan::Pro].map(Plan::recording_seconds), [60, 180]);
    }

    #[test]
    fn a_file_gives_what_environment_and_command_line_leave_open() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tagesecho.toml");
        std::fs::write(&path, "port = 4181\nlog = 'debug'\ntrusted_proxies = ['10.0.0.1']\n").unwrap();
        let given = Sources { config: Some(path.clone()), port: Some(4182), ..Sources::default() };
        let config = Config::read(given).unwrap();
        assert_eq!((config.port, config.log.as_str(), config.trusted_proxies.len()), (4182, "debug", 1));

        std::fs::write(&path, "prot = 4181").unwrap();
        let refused = Config::read(Sources { config: Some(path), ..Sources::default() }).unwrap_err().0;
        assert!(refused.contains("prot"), "{refused}");
    }
}
