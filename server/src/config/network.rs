//! Settings and checks of proxies and of the connection to the database.

use super::{Config, is_loopback};
use backend::db::{self, Limits};
use std::{net::SocketAddr, num::NonZeroU16, time::Duration};

/// The rest of a stop takes 40 seconds, and the system gives it a minute.
const LONGEST_DRAIN: u16 = 15;

#[derive(Clone, Debug)]
pub struct Network {
    /// Whether callers connect directly, with their own addresses.
    pub no_proxy: bool,
    /// Whether nobody else can read the connection to the database.
    pub is_database_private: bool,
    /// How long `/readyz` answers 503 before the server stops.
    pub drain_seconds: u16,
    /// The address of the metrics listener, as it was typed.
    pub metrics: Option<String>,
    /// Whether others than this machine may reach that address.
    pub are_metrics_private: bool,
}

impl Network {
    pub fn drain(&self) -> Duration {
        Duration::from_secs(self.drain_seconds.into())
    }

    /// The address of the metrics listener. None: no metrics.
    pub fn metrics(&self) -> Option<SocketAddr> {
        self.metrics.as_ref()?.parse().ok()
    }

    fn objections(&self) -> Vec<String> {
        let mut found = Vec::new();
        if self.drain_seconds > LONGEST_DRAIN {
            let given = self.drain_seconds;
            found.push(format!("TAGESECHO_DRAIN_SECONDS is {given}; it must be at most {LONGEST_DRAIN}"));
        }
        if let Some(given) = &self.metrics {
            match self.metrics() {
                None => found.push(format!(
                    "TAGESECHO_METRICS is '{given}'; it must be an address with a port, such as 127.0.0.1:9464"
                )),
                Some(address) if !address.ip().to_canonical().is_loopback() && !self.are_metrics_private => {
                    found.push(format!(
                        "TAGESECHO_METRICS is '{given}', which others may reach without signing in; it must be an address of this machine \
                         alone, such as 127.0.0.1:9464, or TAGESECHO_METRICS_NETWORK_IS_PRIVATE=1 says that nobody else is in its network"
                    ));
                }
                Some(_) => {}
            }
        }
        found
    }
}

pub fn database(connections: Option<NonZeroU16>, seconds: Option<NonZeroU16>) -> Limits {
    let default = Limits::default();
    Limits {
        connections: connections.map_or(default.connections, |count| count.get().into()),
        statement: seconds.map_or(default.statement, |seconds| Duration::from_secs(seconds.get().into())),
    }
}

pub fn objections(config: &Config) -> Vec<String> {
    let mut found = config.network.objections();
    let Network { no_proxy, is_database_private, .. } = config.network;
    if no_proxy && !config.trusted_proxies.is_empty() {
        found.push("TAGESECHO_NO_PROXY and TAGESECHO_TRUSTED_PROXIES are both given; leave one of them out".into());
    }
    if no_proxy && is_loopback(&config.host) {
        found.push(format!("TAGESECHO_NO_PROXY needs a HOST that callers reach themselves, not '{}'", config.host));
    }
    let Limits { connections, statement } = config.settings.database;
    if !(2..=500).contains(&connections) {
        found.push(format!("TAGESECHO_DATABASE_CONNECTIONS is {connections}; it must be between 2 and 500"));
    }
    if !(1..=60).contains(&statement.as_secs()) {
        found.push(format!("TAGESECHO_DATABASE_SECONDS is {}; it must be between 1 and 60", statement.as_secs()));
    }
    if !config.settings.production {
        return found;
    }
    // The program itself speaks no https.
    if config.trusted_proxies.is_empty() && !no_proxy {
        found.push(
            "TAGESECHO_TRUSTED_PROXIES must name the proxy that speaks https in production, such as 127.0.0.1, or all callers count as \
             one address; TAGESECHO_NO_PROXY=1 says that they come with their own"
                .into(),
        );
    }
    if db::is_exposed(&config.settings.database_url) && !is_database_private {
        found.push(
            "DATABASE_URL names a PostgreSQL server elsewhere: add sslmode=verify-full, and sslrootcert=FILE for an authority of your own; \
             TAGESECHO_DATABASE_NETWORK_IS_PRIVATE=1 says that nobody else is on the way"
                .into(),
        );
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::config::{Config, Sources, sources::Env};
    use std::{
        net::{IpAddr, Ipv4Addr},
        num::NonZeroU16,
    };

    const ELSEWHERE: &str = "postgres://tagesecho@db.example/tagesecho";
    const PROXY: &str = "TAGESECHO_TRUSTED_PROXIES must name the proxy";
    const DATABASE: &str = "DATABASE_URL names a PostgreSQL server elsewhere";

    #[test]
    fn a_database_gets_neither_one_connection_nor_a_minute_and_more() {
        let read = |connections: u16, seconds: u16| {
            let given = Sources {
                database_connections: NonZeroU16::new(connections),
                database_seconds: NonZeroU16::new(seconds),
                ..Sources::default()
            };
            Config::read(given).map(|config| config.settings.database).map_err(|error| error.to_string())
        };
        let limits = read(40, 5).unwrap();
        assert_eq!((limits.connections, limits.statement.as_secs()), (40, 5));
        assert!(read(1, 5).unwrap_err().contains("TAGESECHO_DATABASE_CONNECTIONS is 1"));
        assert!(read(40, 61).unwrap_err().contains("TAGESECHO_DATABASE_SECONDS is 61"));
    }

    #[test]
    fn production_wants_its_proxy_named_and_a_protected_way_to_its_database() {
        let production = |url: &str| Sources {
            env: Some(Env::Production),
            origin: Some("https://tagesecho.example".into()),
            database_url: Some(url.into()),
            ..Sources::default()
        };
        let proxies: Option<Vec<IpAddr>> = Some(vec![Ipv4Addr::LOCALHOST.into()]);
        let open = Some("0.0.0.0".to_owned());
        let local = production("postgres://tagesecho@127.0.0.1/tagesecho");
        let verified = production("postgres://tagesecho@db.example/tagesecho?sslmode=verify-full");
        let private = Sources { database_network_is_private: Some(true), ..production(ELSEWHERE) };
        let development = Sources { database_url: Some(ELSEWHERE.into()), ..Sources::default() };
        for (given, reasons) in [
            (production(ELSEWHERE), &[PROXY, DATABASE][..]),
            (Sources { trusted_proxies: proxies.clone(), ..production(ELSEWHERE) }, &[DATABASE]),
            (local, &[PROXY]),
            (Sources { no_proxy: Some(true), host: open.clone(), ..verified }, &[]),
            (Sources { trusted_proxies: proxies.clone(), ..private }, &[]),
            (Sources { no_proxy: Some(true), ..production("sqlite:/srv/x.db") }, &["TAGESECHO_NO_PROXY needs a HOST"]),
            (
                Sources { no_proxy: Some(true), trusted_proxies: proxies, host: open, ..development },
                &["TAGESECHO_NO_PROXY and TAGESECHO_TRUSTED_PROXIES are both given"],
            ),
        ] {
            let refused = Config::read(given).unwrap_err().0;
            for reason in [PROXY, DATABASE, "TAGESECHO_NO_PROXY needs", "TAGESECHO_NO_PROXY and"] {
                let is_expected = reasons.iter().any(|expected| expected.starts_with(reason));
                assert_eq!(refused.contains(reason), is_expected, "{reason}: {refused}");
            }
        }
    }

    #[test]
    fn metrics_are_for_this_machine_or_a_private_network() {
        let read = |address: &str, is_private| {
            let given = Some(address.to_owned());
            let sources =
                Sources { metrics: given, metrics_network_is_private: Some(is_private), ..Sources::default() };
            Config::read(sources).map(|config| config.network.metrics()).map_err(|refused| refused.0)
        };
        for address in ["127.0.0.1:9464", "[::1]:9464", "[::ffff:127.0.0.1]:9464"] {
            assert_eq!(read(address, false), Ok(address.parse().ok()));
        }
        assert_eq!(read(" ", false), Ok(None), "an empty value is no value");
        for address in ["0.0.0.0:9464", "[::]:9464", "192.0.2.1:9464"] {
            assert!(read(address, false).unwrap_err().contains("TAGESECHO_METRICS_NETWORK_IS_PRIVATE=1"), "{address}");
            assert!(read(address, true).is_ok(), "{address}");
        }
        for typo in ["9464", "127.0.0.1", "localhost:9464", "127.0.0.1:94640"] {
            assert!(read(typo, true).unwrap_err().starts_with("TAGESECHO_METRICS is '"), "{typo}");
        }
    }

    #[test]
    fn a_server_stops_within_the_time_that_the_system_gives_it() {
        let read = |seconds| Config::read(Sources { drain_seconds: Some(seconds), ..Sources::default() });
        assert_eq!(read(15).unwrap().network.drain().as_secs(), 15);
        assert!(read(16).unwrap_err().0.starts_with("TAGESECHO_DRAIN_SECONDS is 16;"));
    }
}
