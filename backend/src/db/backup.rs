//! An engine's part in a backup: a copy of a SQLite file, the environment of PostgreSQL's programs, and who uses a database.

use super::{Db, Pools};
use crate::{Error, Result, error::StartError};
use sqlx::{
    ConnectOptions, Connection, PgConnection, SqliteConnection,
    postgres::{PgConnectOptions, PgSslMode},
    sqlite::SqliteConnectOptions,
};
use std::{
    path::{Path, PathBuf},
    str::FromStr,
};

/// The name under which connections are listed at PostgreSQL.
pub(super) const APPLICATION: &str = "tagesecho";

fn failed(error: sqlx::Error) -> Error {
    Error::broken("copy of the database", error)
}

impl Db {
    /// Writes a SQLite database to a new file, as it is at one moment, while others write. Rows that were deleted leave nothing in it.
    pub async fn copy_to(&self, file: &Path) -> Result<()> {
        let Pools::Sqlite { writer, .. } = &self.pools else {
            return Err(Error::broken("copy of the database", "only SQLite copies a file"));
        };
        let path = file.to_str().ok_or_else(|| Error::broken("copy of the database", "its path is no text"))?;
        let mut connection = writer.connect_options().connect().await.map_err(failed)?;
        sqlx::query("VACUUM INTO $1").bind(path.to_owned()).execute(&mut connection).await.map_err(failed)?;
        connection.close().await.map_err(failed)
    }

    /// SQLite's own check of all pages, indexes and references of a file that nobody writes: `None`, or the first fault.
    pub async fn fault(file: &Path) -> Result<Option<String>> {
        let options = SqliteConnectOptions::new().filename(file).read_only(true).immutable(true);
        let mut connection = SqliteConnection::connect_with(&options).await.map_err(failed)?;
        let found = fault(&mut connection).await.map_err(failed);
        connection.close().await.map_err(failed)?;
        found
    }

    /// [`Db::fault`] of the database in use. PostgreSQL checks itself.
    pub async fn own_fault(&self) -> Result<Option<String>> {
        let Pools::Sqlite { writer, .. } = &self.pools else { return Ok(None) };
        let mut connection = writer.connect_options().connect().await.map_err(failed)?;
        let found = fault(&mut connection).await.map_err(failed);
        connection.close().await.map_err(failed)?;
        found
    }

    /// The file of a SQLite database.
    pub fn file(url: &str) -> Option<PathBuf> {
        let options = url.starts_with("sqlite:").then(|| SqliteConnectOptions::from_str(url).ok()).flatten();
        options.map(|options| options.get_filename().to_owned())
    }

    /// Whether a server or a command has a connection to this PostgreSQL database. SQLite's users lock the data folder.
    pub async fn is_served(url: &str) -> Result<bool, StartError> {
        if !url.starts_with("postgres") {
            return Ok(false);
        }
        let fail = |e: sqlx::Error| StartError(format!("DATABASE_URL (PostgreSQL): {e}"));
        let options = PgConnectOptions::from_str(url).map_err(fail)?;
        let mut connection = PgConnection::connect_with(&options).await.map_err(fail)?;
        let sql = "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'tagesecho%' \
                   AND pid <> pg_backend_pid()";
        let (others,): (i64,) = sqlx::query_as(sql).fetch_one(&mut connection).await.map_err(fail)?;
        connection.close().await.map_err(fail)?;
        Ok(others > 0)
    }
}

async fn fault(connection: &mut SqliteConnection) -> sqlx::Result<Option<String>> {
    let rows: Vec<(String,)> = sqlx::query_as("PRAGMA integrity_check(1)").fetch_all(&mut *connection).await?;
    if let Some((text,)) = rows.into_iter().find(|(text,)| text != "ok") {
        return Ok(Some(text));
    }
    let broken = sqlx::query("PRAGMA foreign_key_check").fetch_optional(connection).await?;
    Ok(broken.map(|_| "a row names another one that is missing".into()))
}

/// The certificate authorities that a system trusts: Debian's file, that of others, and that of a Mac.
const AUTHORITIES: [&str; 3] =
    ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"];

/// How `pg_dump` and `pg_restore` reach the database. A password in their arguments could be read by every user of the machine.
/// They know no certificate authority by themselves, as the server does.
pub fn environment(url: &str) -> Result<Vec<(&'static str, String)>, StartError> {
    let fail = |e: String| StartError(format!("DATABASE_URL (PostgreSQL): {e}"));
    let options = PgConnectOptions::from_str(url).map_err(|e| fail(e.to_string()))?;
    let parsed = url::Url::parse(url).map_err(|e| fail(e.to_string()))?;
    let query = |names: &[&str]| {
        let mut pairs = parsed.query_pairs();
        pairs.find(|(name, _)| names.contains(&name.as_ref())).map(|(_, value)| value.into_owned())
    };
    let password =
        parsed.password().map(|typed| percent_encoding::percent_decode_str(typed).decode_utf8_lossy().into_owned());
    let host =
        options.get_socket().map_or_else(|| options.get_host().to_owned(), |folder| folder.display().to_string());
    let mode = match options.get_ssl_mode() {
        PgSslMode::Disable => "disable",
        PgSslMode::Allow => "allow",
        PgSslMode::Prefer => "prefer",
        PgSslMode::Require => "require",
        PgSslMode::VerifyCa => "verify-ca",
        PgSslMode::VerifyFull => "verify-full",
    };
    let is_checked = matches!(options.get_ssl_mode(), PgSslMode::VerifyCa | PgSslMode::VerifyFull);
    let trusted =
        || AUTHORITIES.iter().find(|file| is_checked && Path::new(file).exists()).map(|file| (*file).to_owned());
    let found = [
        ("PGHOST", Some(host.trim_start_matches('[').trim_end_matches(']').to_owned())),
        ("PGPORT", Some(options.get_port().to_string())),
        ("PGUSER", Some(options.get_username().to_owned())),
        ("PGDATABASE", Some(options.get_database().unwrap_or(options.get_username()).to_owned())),
        ("PGPASSWORD", password.or_else(|| query(&["password"]))),
        ("PGSSLMODE", Some(mode.to_owned())),
        ("PGSSLROOTCERT", query(&["sslrootcert", "ssl-root-cert", "ssl-ca"]).or_else(trusted)),
        ("PGSSLCERT", query(&["sslcert", "ssl-cert"])),
        ("PGSSLKEY", query(&["sslkey", "ssl-key"])),
        ("PGOPTIONS", options.get_options().map(str::to_owned)),
        ("PGAPPNAME", Some(format!("{APPLICATION}-backup"))),
    ];
    Ok(found.into_iter().filter_map(|(name, value)| Some((name, value?))).collect())
}

#[cfg(test)]
mod tests {
    use super::{AUTHORITIES, environment};
    use std::path::Path;

    #[test]
    fn the_programs_of_postgresql_reach_the_same_database() {
        let url = "postgres://anna:hush%21@db.example:5433/days?sslmode=verify-full&sslrootcert=/etc/ca.pem&options[search_path]=a";
        let found = environment(url).unwrap();
        for (name, value) in [
            ("PGHOST", "db.example"),
            ("PGPORT", "5433"),
            ("PGUSER", "anna"),
            ("PGDATABASE", "days"),
            ("PGPASSWORD", "hush!"),
            ("PGSSLMODE", "verify-full"),
            ("PGSSLROOTCERT", "/etc/ca.pem"),
            ("PGOPTIONS", "-c search_path=a"),
        ] {
            assert_eq!(found.iter().find(|(n, _)| *n == name).map(|(_, v)| v.as_str()), Some(value), "{name}");
        }
        let roots = |url: &str| {
            let found = environment(url).unwrap();
            found.into_iter().find(|(name, _)| *name == "PGSSLROOTCERT").map(|(_, file)| file)
        };
        assert_eq!(
            roots("postgres://anna@db.example/days?sslmode=verify-full").is_some(),
            AUTHORITIES.iter().any(|file| Path::new(file).exists())
        );
        assert_eq!(roots("postgres://anna@db.example/days?sslmode=require"), None);
        let socket = environment("postgres://postgres@%2Frun%2Fpg/postgres").unwrap();
        assert!(
            socket.contains(&("PGHOST", "/run/pg".into())) && !socket.iter().any(|(name, _)| *name == "PGPASSWORD")
        );
    }
}
