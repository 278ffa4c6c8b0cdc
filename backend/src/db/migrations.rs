//! The schema: the server brings it up to date, other commands only compare it with theirs.

use crate::error::StartError;
use sqlx::{PgPool, SqlitePool, migrate::Migrator};
use std::{
    fs::File,
    path::{Path, PathBuf},
};

static SQLITE: Migrator = sqlx::migrate!("../migrations/sqlite");
static POSTGRES: Migrator = sqlx::migrate!("../migrations/postgres");

const APPLIED: &str = "SELECT version FROM _sqlx_migrations WHERE success";

/// Whether a program may change the schema of an existing database. A new database always gets the schema.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Migrations {
    #[default]
    Run,
    Compare,
}

impl Migrations {
    /// The newest migration of this program.
    pub fn newest(is_sqlite: bool) -> i64 {
        let all = if is_sqlite { &SQLITE } else { &POSTGRES };
        all.iter().map(|migration| migration.version).max().unwrap_or_default()
    }
}

fn failed(error: impl std::fmt::Display) -> StartError {
    StartError(format!("the database's migrations: {error}"))
}

pub async fn sqlite(pool: &SqlitePool, migrations: Migrations) -> Result<(), StartError> {
    // SQLite has no lock that spans several transactions. This lock makes the second of two programs that start at once wait.
    let _lock = lock(pool.connect_options().get_filename()).await?;
    let table = "SELECT name FROM sqlite_master WHERE name = '_sqlx_migrations'";
    let is_new = sqlx::query(table).fetch_optional(pool).await.map_err(failed)?.is_none();
    if is_new || migrations == Migrations::Run {
        return SQLITE.run(pool).await.map_err(failed);
    }
    let applied: Vec<(i64,)> = sqlx::query_as(APPLIED).fetch_all(pool).await.map_err(failed)?;
    compare(&SQLITE, applied)
}

pub async fn postgres(pool: &PgPool, migrations: Migrations) -> Result<(), StartError> {
    let table = "SELECT to_regclass('_sqlx_migrations') IS NULL";
    let (is_new,): (bool,) = sqlx::query_as(table).fetch_one(pool).await.map_err(failed)?;
    if is_new || migrations == Migrations::Run {
        return POSTGRES.run(pool).await.map_err(failed);
    }
    let applied: Vec<(i64,)> = sqlx::query_as(APPLIED).fetch_all(pool).await.map_err(failed)?;
    compare(&POSTGRES, applied)
}

fn compare(ours: &Migrator, applied: Vec<(i64,)>) -> Result<(), StartError> {
    let mut applied: Vec<i64> = applied.into_iter().map(|(version,)| version).collect();
    applied.sort_unstable();
    let wanted: Vec<i64> = ours.iter().map(|migration| migration.version).collect();
    if applied == wanted {
        return Ok(());
    }
    Err(StartError(
        "the database has the schema of another version of this program. Nothing was changed. Use the program that the server \
         runs, or start the server of this version first: it brings the schema up to date"
            .into(),
    ))
}

/// Locks a file beside the database until it is dropped. None for a database in memory, which no other program can open.
async fn lock(database: &Path) -> Result<Option<File>, StartError> {
    let Some(name) = database.file_name().filter(|_| database.exists()) else { return Ok(None) };
    let mut name = name.to_owned();
    name.push("-migrating");
    let path: PathBuf = database.with_file_name(name);
    let locked = tokio::task::spawn_blocking(move || {
        let file = File::create(path)?;
        file.lock()?;
        Ok::<_, std::io::Error>(file)
    });
    locked.await.map_err(failed)?.map(Some).map_err(failed)
}
