//! Moves pictures and recordings from the folder to a bucket, or back (`tagesecho media move`).
//!
//! While servers run, it copies what there is. The move is finished by a run that is alone: then nothing comes in or goes any more. No server
//! starts with the new place before, and none with the old place afterwards, so nobody writes into the wrong one.

use crate::{
    Db, Result, Settings,
    error::StartError,
    installation, leaving,
    providers::media::{Mark, MediaStore, Transferred},
    settings::media::Place,
};
use uuid::Uuid;

/// The result of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MovedMedia {
    pub transferred: Transferred,
    /// The name of the place that the files come from. They are still there.
    pub from: String,
    /// The reason why the move is not finished: it has to run once more without servers.
    pub unfinished: Option<String>,
}

fn refused(reason: impl std::fmt::Display) -> StartError {
    StartError(format!("nothing was moved: {reason}"))
}

fn failed(error: crate::Error) -> StartError {
    StartError(format!(
        "the move was interrupted: {error}. All files are where they were. Run this again: it goes on where it ended"
    ))
}

/// Copies all files to another place, which is empty or has what an interrupted move left. Finishes the move if nothing else uses the
/// installation.
pub async fn move_media(settings: &Settings, to: &Place) -> Result<MovedMedia, StartError> {
    if *to == settings.media {
        return Err(refused(format!("pictures and recordings lie in {to} already (TAGESECHO_MEDIA)")));
    }
    let beside = installation::beside(settings)?;
    let id = of_database(settings).await?;
    let (source, target) = (MediaStore::open(settings).await?, MediaStore::at(to, settings).await?);
    match source.mark().await.map_err(failed)? {
        Some(Mark::Of(mark)) if mark == id => {}
        // A last run was interrupted.
        Some(Mark::Moved(mark, place)) if mark == id && place == to.to_string() => {}
        _ => {
            return Err(refused(format!("{source} is not the place of this database (DATABASE_URL, TAGESECHO_MEDIA)")));
        }
    }
    match target.mark().await.map_err(failed)? {
        Some(Mark::Moving(mark)) if mark == id => {}
        Some(Mark::Of(mark)) if mark == id => {
            return Err(refused(format!("{target} belongs to this database already. Set TAGESECHO_MEDIA={to}")));
        }
        _ if !target.is_empty().await.map_err(failed)? => {
            return Err(refused(format!(
                "{target} is not empty. Name an empty prefix; move a folder from before aside, or delete it"
            )));
        }
        _ => {
            target.try_out(to, settings).await?;
            target.set_mark(&Mark::Moving(id)).await.map_err(failed)?;
        }
    }
    let transferred = source.transfer_to(&target).await.map_err(failed)?;
    let mut moved = MovedMedia { transferred, from: source.to_string(), unfinished: None };
    drop(beside);
    let _alone = match installation::alone(settings, &[&settings.database_url]).await {
        Ok(alone) => alone,
        Err(error) => {
            moved.unfinished = Some(error.0);
            return Ok(moved);
        }
    };
    // From here on no server starts with either place. One of another machine may have started just before.
    source.set_mark(&Mark::Moved(id, to.to_string())).await.map_err(failed)?;
    let last = match Db::is_served(&settings.database_url).await {
        Ok(false) => finish(&source, &target, settings).await.map_err(failed).map(Some),
        served => served.map(|_| None),
    };
    let Ok(Some(last)) = last else {
        // Servers start with the place from before until the move is finished.
        source.set_mark(&Mark::Of(id)).await.map_err(failed)?;
        moved.unfinished = Some("a server was started meanwhile".into());
        return last.map(|_| moved);
    };
    moved.transferred.files += last.files;
    moved.transferred.bytes += last.bytes;
    moved.transferred.removed += last.removed;
    target.set_mark(&Mark::Of(id)).await.map_err(failed)?;
    Ok(moved)
}

async fn finish(source: &MediaStore, target: &MediaStore, settings: &Settings) -> Result<Transferred> {
    let last = source.transfer_to(target).await?;
    leaving::move_list(source, target, &settings.data).await?;
    Ok(last)
}

/// The installation that the database belongs to.
async fn of_database(settings: &Settings) -> Result<Uuid, StartError> {
    if Db::is_missing(&settings.database_url) {
        return Err(refused("there is no database (DATABASE_URL)"));
    }
    let db = Db::connect(&settings.database_url).await?;
    let id = installation::of_database(&db).await;
    db.close().await;
    id.map_err(failed)?.ok_or_else(|| refused("no server was started with the database yet"))
}
