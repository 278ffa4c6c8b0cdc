//! Which installation a database and a media store belong to, so that files are never judged by a database that is not theirs.

mod store;

use crate::{Clock, Db, Result, Settings, error::StartError, providers::media::MediaStore};
use uuid::Uuid;

/// Makes sure at the start that database and media store belong together; what is really new, or from before there was an
/// id, gets one in both places. Nothing is changed where they do not match.
pub(crate) async fn check(db: &Db, media: &MediaStore, clock: &Clock, settings: &Settings) -> Result<(), StartError> {
    let fail = |error: crate::Error| StartError(format!("the installation could not be looked up: {error}"));
    let id = store::find(db).await.map_err(fail)?;
    let is_unused = !store::has_accounts(db).await.map_err(fail)?;
    let mark = media.installation().await.map_err(fail)?;
    let has_files = mark.is_some() || !media.list().await.map_err(fail)?.is_empty();
    let id = match (id, mark) {
        (Some(id), Some(mark)) if id == mark => return Ok(()),
        _ if is_unused && has_files && settings.begin_anew => {
            let aside = media.move_aside(clock.now()).await.map_err(fail)?;
            tracing::warn!(folder = %aside.display(), "the media that were here were moved aside, as --new asks");
            id
        }
        _ if is_unused && has_files => return Err(new_beside_media(media)),
        (_, Some(mark)) => return Err(mismatch(media, id, mark)),
        (id, None) => id,
    };
    let id = match id {
        Some(id) => id,
        None => store::keep(db, clock.id()).await.map_err(fail)?,
    };
    media.mark(id).await.map_err(fail)
}

/// Whether database and media store name the same installation at this moment.
pub(crate) async fn is_whole(db: &Db, media: &MediaStore) -> Result<bool> {
    let id = store::find(db).await?;
    Ok(id.is_some() && id == media.installation().await?)
}

fn new_beside_media(media: &MediaStore) -> StartError {
    StartError(format!(
        "the database is empty, but the folder {} holds pictures or recordings of an installation. Nothing was changed. Name the \
         database they belong to (DATABASE_URL) or bring it back from a backup first; to begin anew, start once with --new, which \
         moves that folder aside",
        media.folder().display()
    ))
}

fn mismatch(media: &MediaStore, id: Option<Uuid>, mark: Uuid) -> StartError {
    let id = id.map_or_else(|| "no installation yet".to_owned(), |id| format!("installation {id}"));
    StartError(format!(
        "the database belongs to {id}, the folder {folder} to installation {mark}. Nothing was changed. Name the database and the \
         data folder that belong together (DATABASE_URL, TAGESECHO_DATA). Only if you know that these two do, because the database \
         comes from an older backup, delete the file {folder}/{name} and start again",
        folder = media.folder().display(),
        name = MediaStore::MARK,
    ))
}
