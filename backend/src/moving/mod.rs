//! Moves everything from SQLite to PostgreSQL, or back (`tagesecho move-database`). Media and secret stay where they are.
//!
//! Rows go in the order of their keys, so a move that was interrupted goes on behind the last one. At the end both sides are compared, row by
//! row. The row that makes a database an installation comes last: no server starts with a database that is not whole.

mod media;

pub use media::{MovedMedia, move_media};

use crate::{
    Db, Settings,
    db::{Engine, Migrations, Rows, Table, is_refused_row, is_unmovable},
    error::StartError,
    installation,
};
use uuid::Uuid;

const INSTALLATION: &str = "installation";
const SAME_ENGINE: &str = "both are of the same engine. Of SQLite, move the file while no server runs; of PostgreSQL, use `tagesecho backup` \
     and `restore`";
const NOT_EMPTY: &str = "the other database is not empty";

/// What was moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moved {
    pub tables: usize,
    pub rows: u64,
    /// Rows that an interrupted move had moved before.
    pub before: u64,
}

fn failed(error: crate::Error) -> StartError {
    if is_unmovable(&error) {
        return StartError(format!("the move was interrupted: {error}. Change it there, and run this again"));
    }
    StartError(format!(
        "the move was interrupted: {error}. The database from before is as it was. Run this again: it goes on where it ended"
    ))
}

fn refused(reason: &str) -> StartError {
    StartError(format!("nothing was moved: {reason}"))
}

/// Copies the database of the settings to the one at `url`, which is empty or has what an interrupted move of the same database left. Nothing
/// else may use either of them; the database of the settings is not changed.
pub async fn move_database(settings: &Settings, url: &str) -> Result<Moved, StartError> {
    installation::restoring::refuse(&settings.data)?;
    let is_postgres = |url: &str| url.starts_with("postgres");
    if is_postgres(url) == is_postgres(&settings.database_url) {
        return Err(refused(SAME_ENGINE));
    }
    if Db::is_missing(&settings.database_url) {
        return Err(refused("there is no database (DATABASE_URL)"));
    }
    let source = Db::connect(&settings.database_url).await?;
    let moved = match Db::connect(url).await {
        Ok(target) => {
            let moved = between(&source, &target).await;
            target.close().await;
            moved
        }
        Err(error) => Err(error),
    };
    source.close().await;
    moved
}

async fn between(source: &Db, target: &Db) -> Result<Moved, StartError> {
    source.migrate(Migrations::Compare).await?;
    let id = installation::of_database(source).await.map_err(failed)?;
    let id = id.ok_or_else(|| refused("no server was started with the database yet"))?;
    if installation::of_database(target).await.map_err(failed)?.is_some() {
        return Err(refused(NOT_EMPTY));
    }
    // Not only of a new database: a move that was killed may have made a part of the schema.
    target.migrate(Migrations::Run).await?;
    let (mut from, mut to) = (source.rows().await.map_err(failed)?, target.rows().await.map_err(failed)?);
    let is_to_postgres = target.engine() == Engine::Postgres;
    let typed = if is_to_postgres { &mut to } else { &mut from };
    let tables = typed.tables().await.map_err(failed)?;
    let other = if is_to_postgres { &mut from } else { &mut to };
    if !other.has(&tables).await.map_err(failed)? {
        return Err(refused("the two databases do not have the same tables and columns"));
    }
    let moved = rows(&mut from, &mut to, &tables, id).await?;
    from.close().await.map_err(failed)?;
    to.close().await.map_err(failed)?;
    Ok(moved)
}

async fn rows(from: &mut Rows, to: &mut Rows, tables: &[Table], id: Uuid) -> Result<Moved, StartError> {
    let mut moved = Moved { tables: tables.len(), ..Moved::default() };
    for table in tables {
        moved.before += to.count(table).await.map_err(failed)?;
    }
    match to.mark().await.map_err(failed)? {
        Some(source) if source == id.to_string() => {}
        Some(_) => return Err(refused("the other database has a part of another installation. Empty it first")),
        None if moved.before > 0 => return Err(refused(NOT_EMPTY)),
        None => to.set_mark(id).await.map_err(failed)?,
    }
    let (last, all): (Vec<&Table>, Vec<&Table>) = tables.iter().partition(|table| table.name == INSTALLATION);
    if !copy(from, to, &all, &mut moved).await.map_err(failed)? {
        // Servers have written to the source since the move that was interrupted.
        tracing::warn!("the database has changed since the interrupted move, which begins anew");
        for table in all.iter().rev() {
            to.clear(table).await.map_err(failed)?;
        }
        moved = Moved { tables: tables.len(), ..Moved::default() };
        if !copy(from, to, &all, &mut moved).await.map_err(failed)? {
            return Err(refused("the two databases differ at the end: something else writes to one of them"));
        }
    }
    for table in &all {
        if let Some(column) = &table.identity {
            let number = from.last_number(&table.name, column).await.map_err(failed)?;
            to.set_last_number(&table.name, column, number).await.map_err(failed)?;
        }
    }
    for table in last {
        to.finish(from, table).await.map_err(failed)?;
        moved.rows += 1;
    }
    Ok(moved)
}

/// Copies what is missing. Whether both sides have the same rows then.
async fn copy(from: &mut Rows, to: &mut Rows, tables: &[&Table], moved: &mut Moved) -> crate::Result<bool> {
    for table in tables {
        let (here, there) = (from.count(table).await?, to.count(table).await?);
        if there > here {
            return Ok(false);
        }
        match from.copy_to(to, table, there).await {
            Err(error) if is_refused_row(&error) => return Ok(false),
            done => done?,
        }
        tracing::info!(table = table.name, rows = here, "moved");
    }
    for table in tables {
        let digest = from.digest(table).await?;
        if digest != to.digest(table).await? {
            return Ok(false);
        }
        moved.rows += digest.rows;
    }
    Ok(true)
}
