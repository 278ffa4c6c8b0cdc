//! Checks that the database and the media store belong to the same installation, so that the sweep never deletes files of another one.

mod lock;
pub(crate) mod restoring;
mod store;

pub use lock::{FolderLock, alone};

use crate::{Clock, Db, Result, Settings, error::StartError, providers::media::MediaStore};
use uuid::Uuid;

/// The result of [`check`]: what [`settle`] still has to do.
#[derive(Debug, Default)]
pub(crate) struct Checked {
    id: Option<Uuid>,
    is_marked: bool,
    moves_aside: bool,
}

impl Checked {
    /// Whether a server has been started with this database before.
    pub(crate) fn is_known(&self) -> bool {
        self.id.is_some()
    }
}

fn failed(error: crate::Error) -> StartError {
    StartError(format!("the installation could not be looked up: {error}"))
}

async fn has_files(media: &MediaStore) -> Result<bool, StartError> {
    let is_marked = media.installation().await.map_err(failed)?.is_some();
    Ok(is_marked || !media.list().await.map_err(failed)?.is_empty())
}

/// For a server, and for commands that may run beside it: refuses while a restore or a move works on the data folder, or was interrupted.
pub fn beside(settings: &Settings) -> Result<FolderLock, StartError> {
    let lock = lock::share(&settings.data)?;
    restoring::refuse(&settings.data)?;
    Ok(lock)
}

/// Refuses to create a database file if there are media already: they belong to another database.
pub(crate) async fn refuse_new(media: &MediaStore, settings: &Settings) -> Result<(), StartError> {
    if has_files(media).await? && !settings.begin_anew {
        return Err(new_beside_media(media));
    }
    Ok(())
}

/// Refuses a database and a media store that do not belong together. It only reads, and also works on a database without a schema or with an
/// older one.
pub(crate) async fn check(db: &Db, media: &MediaStore, settings: &Settings) -> Result<Checked, StartError> {
    let id = store::find(db).await.map_err(failed)?;
    let mark = media.installation().await.map_err(failed)?;
    if id.is_some() && id == mark {
        return Ok(Checked { id, is_marked: true, moves_aside: false });
    }
    let is_unused = !store::has_accounts(db).await.map_err(failed)?;
    match mark {
        _ if is_unused && has_files(media).await? => {
            let moves_aside = settings.begin_anew;
            if moves_aside { Ok(Checked { id, is_marked: false, moves_aside }) } else { Err(new_beside_media(media)) }
        }
        Some(mark) => Err(mismatch(media, id, mark)),
        None => Ok(Checked { id, ..Checked::default() }),
    }
}

/// The id of the installation that the database belongs to.
pub(crate) async fn of_database(db: &Db) -> Result<Option<Uuid>> {
    store::find(db).await
}

/// Gives both the same id if they have none yet. If `--new` asks for it, moves the old media to another folder first.
pub(crate) async fn settle(found: Checked, db: &Db, media: &MediaStore, clock: &Clock) -> Result<(), StartError> {
    if found.moves_aside {
        let aside = media.move_aside(clock.now()).await.map_err(failed)?;
        tracing::warn!(folder = %aside.display(), "the media that were here were moved aside, as --new asks");
    }
    let id = match found.id {
        Some(id) => id,
        None => store::keep(db, clock.id()).await.map_err(failed)?,
    };
    if found.is_marked { Ok(()) } else { media.mark(id).await.map_err(failed) }
}

/// Whether the database and the media store have the same id at this moment.
pub(crate) async fn is_whole(db: &Db, media: &MediaStore) -> Result<bool> {
    let id = store::find(db).await?;
    Ok(id.is_some() && id == media.installation().await?)
}

fn new_beside_media(media: &MediaStore) -> StartError {
    StartError(format!(
        "the database is empty, but the folder {} holds pictures or recordings of an installation. Nothing was changed. Name the \
         database they belong to (DATABASE_URL) or bring it back from a backup first; to begin anew, start once with `tagesecho serve --new`, \
         which moves that folder aside",
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
