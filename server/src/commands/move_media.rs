//! `tagesecho media move`: pictures and recordings from the folder to a bucket, and back.

use super::{private_folder, say};
use crate::config::Config;
use backend::{
    error::StartError,
    moving::{MovedMedia, move_media},
    settings::media::Place,
};

pub async fn run(config: Config, to: &Place) -> Result<(), StartError> {
    private_folder(&config.settings.data)?;
    let MovedMedia { transferred, from, unfinished } = Box::pin(move_media(&config.settings, to)).await?;
    say(&format!(
        "Copied: {} files, {} bytes. Each was read back and compared. There already: {}. Removed, because they are gone here: {}.",
        transferred.files, transferred.bytes, transferred.before, transferred.removed
    ))?;
    if let Some(reason) = unfinished {
        say(&format!("Not finished: {reason}."))?;
        return say(
            "Stop every server, and run this once more: it takes what came in meanwhile, and finishes the move.",
        );
    }
    say(&format!("Finished. Set TAGESECHO_MEDIA={to} for every server, and start them."))?;
    say(&format!(
        "The files in {from} are as they were, and no server starts with them any more. Delete them when you have looked."
    ))
}
