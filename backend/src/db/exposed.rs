//! Whether words on their way to the database could be read by others.

use sqlx::postgres::{PgConnectOptions, PgSslMode};
use std::{net::IpAddr, str::FromStr};

/// Whether the URL names a PostgreSQL server elsewhere without `sslmode=verify-full`. The weaker modes encrypt for whoever answers.
pub fn is_exposed(url: &str) -> bool {
    if !url.starts_with("postgres") {
        return false;
    }
    // `Db::connect` says what is wrong with a URL that cannot be read.
    let Ok(options) = PgConnectOptions::from_str(url) else { return false };
    let is_elsewhere = options.get_socket().is_none() && !is_local(options.get_host());
    is_elsewhere && !matches!(options.get_ssl_mode(), PgSslMode::VerifyFull)
}

/// A socket's folder, or this machine by name or address.
fn is_local(host: &str) -> bool {
    let host = host.trim_start_matches('[').trim_end_matches(']');
    host.starts_with('/') || host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::is_exposed;

    #[test]
    fn only_another_machine_without_a_verified_certificate_is_exposed() {
        for url in [
            "sqlite:/srv/tagesecho.db",
            "postgres://tagesecho:hush@localhost/tagesecho",
            "postgresql://tagesecho@127.0.0.1:5433/tagesecho",
            "postgres://tagesecho@[::1]/tagesecho",
            "postgres://tagesecho@%2Frun%2Fpostgresql/tagesecho",
            "postgres://tagesecho@db.example/tagesecho?host=/run/postgresql",
            "postgres://tagesecho@db.example/tagesecho?sslmode=verify-full",
            "postgres://tagesecho@db.example/tagesecho?sslmode=verify-full&sslrootcert=/etc/tagesecho/ca.pem",
        ] {
            assert!(!is_exposed(url), "{url}");
        }
        for url in [
            "postgres://tagesecho@db.example/tagesecho",
            "postgres://tagesecho@192.0.2.7/tagesecho",
            "postgres://tagesecho@localhost.example/tagesecho?sslmode=require",
            "postgres://tagesecho@[2001:db8::1]/tagesecho?sslmode=prefer",
            "postgres://tagesecho@db.example/tagesecho?sslmode=verify-ca",
            "postgres://tagesecho@localhost/tagesecho?host=db.example",
            "postgres://tagesecho@localhost/tagesecho?hostaddr=192.0.2.7",
        ] {
            assert!(is_exposed(url), "{url}");
        }
    }
}
