//! `tagesecho move-database`: from SQLite to PostgreSQL, and back.

use super::{private_folder, say};
use crate::config::Config;
use backend::{
    error::StartError,
    installation,
    moving::{Moved, move_database},
};

pub async fn run(config: Config, url: &str) -> Result<(), StartError> {
    let settings = &config.settings;
    private_folder(&settings.data)?;
    let _alone = installation::alone(settings, &[&settings.database_url, url]).await?;
    let Moved { tables, rows, before } = Box::pin(move_database(settings, url)).await?;
    if before > 0 {
        say(&format!("A move that was interrupted went on; {before} rows were there already."))?;
    }
    say(&format!("Moved: {rows} rows of {tables} tables. Both sides were compared, row by row."))?;
    say(
        "Name it in DATABASE_URL and start the server. The database from before is as it was: keep it until you have looked, and start no server with it.",
    )
}
