//! `tagesecho backup` and `restore`: copies of database and media.

use super::{open, open_beside, private_folder, say};
use crate::config::Config;
use backend::{
    Clock,
    backup::{self, Made, Restored},
    error::StartError,
};
use std::path::Path;

pub async fn make(config: Config, folder: &Path, keep: usize) -> Result<(), StartError> {
    let backend = open_beside(&config).await?;
    let made = Box::pin(backup::backup(&backend, folder, keep)).await;
    backend.db.close().await;
    let Made { folder, media, new, damaged, forgotten } = made?;
    say(&folder.display().to_string())?;
    say(&format!("Files of pictures and recordings: {media}; new since the copy before: {new}."))?;
    for path in damaged {
        say(&format!("Damaged, here and in the copy before: {path}. An older copy may have it whole."))?;
    }
    if forgotten > 0 {
        say(&format!("Older copies removed: {forgotten}."))?;
    }
    if config.settings.data.join("secret").exists() {
        say(
            "The secret is not in it, and nobody opens a copy without it: keep the file `secret` of the data folder in another place.",
        )?;
    }
    Ok(())
}

pub async fn restore(config: Config, folder: &Path, replaces: bool, takes_damaged: bool) -> Result<(), StartError> {
    private_folder(&config.settings.data)?;
    let now = Clock::system().now();
    let restored = Box::pin(backup::restore(&config.settings, folder, replaces, takes_damaged, now)).await?;
    let Restored { copy, is_resumed, aside, damaged, deleted_until } = restored;
    if is_resumed {
        say("A restore that was interrupted is brought to its end.")?;
    }
    for path in &damaged {
        say(&format!("Damaged in the copy: {path}"))?;
    }
    for path in &aside {
        say(&format!("What was here is now {}.", path.display()))?;
    }
    // Opening checks that all belongs together, and deletes anew whoever was deleted since.
    let backend = open(&config, Clock::system()).await?;
    backend.background.settled().await;
    backend.db.close().await;
    say(&format!("Restored from {}.", copy.display()))?;
    say(&match deleted_until {
        Some(day) => format!(
            "Accounts in the list of deleted ones are deleted anew. Its newest day is {day}: whoever was deleted later is back."
        ),
        None => "There was no list of deleted accounts, here or beside the copy: whoever was deleted since the copy is back.".into(),
    })?;
    say("Run `tagesecho doctor`, then start the server.")
}
