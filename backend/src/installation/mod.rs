//! Checks that the database and the media store belong to the same installation, so that the sweep never deletes files of another one.

mod lock;
pub(crate) mod restoring;
mod store;

pub use lock::{FolderLock, alone};

use crate::{
    Clock, Db, Result, Settings,
    error::StartError,
    providers::media::{Mark, MediaStore},
};
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
    let is_marked = media.mark().await.map_err(failed)?.is_some();
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
    let is_moved_aside = settings.begin_anew && media.folder().is_some();
    if has_files(media).await? && !is_moved_aside {
        return Err(new_beside_media(media));
    }
    Ok(())
}

/// Refuses a database and a media store that do not belong together. It only reads, and also works on a database without a schema or with an
/// older one.
pub(crate) async fn check(db: &Db, media: &MediaStore, settings: &Settings) -> Result<Checked, StartError> {
    let id = store::find(db).await.map_err(failed)?;
    let mark = media.mark().await.map_err(failed)?;
    match &mark {
        Some(Mark::Of(mark)) if Some(*mark) == id => return Ok(Checked { id, is_marked: true, moves_aside: false }),
        Some(Mark::Moving(_)) => return Err(unfinished(media)),
        Some(Mark::Moved(_, to)) => return Err(moved(media, to)),
        _ => {}
    }
    let is_unused = !store::has_accounts(db).await.map_err(failed)?;
    if is_unused && has_files(media).await? {
        let moves_aside = settings.begin_anew && media.folder().is_some();
        return if moves_aside {
            Ok(Checked { id, is_marked: false, moves_aside })
        } else {
            Err(new_beside_media(media))
        };
    }
    match (mark, id) {
        (Some(Mark::Of(mark)), _) => Err(mismatch(media, id, mark)),
        // A folder is there or not; a bucket may be another one by a slip of the pen.
        (_, Some(id)) if media.folder().is_none() && !is_unused => Err(unmarked(media, id)),
        _ => Ok(Checked { id, ..Checked::default() }),
    }
}

/// The id of the installation that the database belongs to.
pub(crate) async fn of_database(db: &Db) -> Result<Option<Uuid>> {
    store::find(db).await
}

/// Gives both the same id if they have none yet. If `--new` asks for it, moves the old media to another folder first.
pub(crate) async fn settle(found: Checked, db: &Db, media: &MediaStore, clock: &Clock) -> Result<(), StartError> {
    if found.moves_aside
        && let Some(aside) = media.move_aside(clock.now()).await.map_err(failed)?
    {
        tracing::warn!(folder = %aside.display(), "the media that were here were moved aside, as --new asks");
    }
    let id = match found.id {
        Some(id) => id,
        None => store::keep(db, clock.id()).await.map_err(failed)?,
    };
    if found.is_marked { Ok(()) } else { media.set_mark(&Mark::Of(id)).await.map_err(failed) }
}

/// Whether the database and the media store have the same id at this moment.
pub(crate) async fn is_whole(db: &Db, media: &MediaStore) -> Result<bool> {
    let id = store::find(db).await?;
    Ok(id.is_some() && id.map(Mark::Of) == media.mark().await?)
}

fn new_beside_media(media: &MediaStore) -> StartError {
    let anew = match media.folder() {
        Some(_) => "start once with `tagesecho serve --new`, which moves that folder aside",
        None => "name an empty prefix in TAGESECHO_MEDIA",
    };
    StartError(format!(
        "the database is empty, but {media} holds pictures or recordings of an installation. Nothing was changed. Name the database they \
         belong to (DATABASE_URL) or bring it back from a backup first; to begin anew, {anew}"
    ))
}

fn mismatch(media: &MediaStore, id: Option<Uuid>, mark: Uuid) -> StartError {
    let id = id.map_or_else(|| "no installation yet".to_owned(), |id| format!("installation {id}"));
    StartError(format!(
        "the database belongs to {id}, the files in {media} to installation {mark}. Nothing was changed. Name the database and the media \
         that belong together (DATABASE_URL, TAGESECHO_DATA, TAGESECHO_MEDIA). Only if you know that these two do, because the database \
         comes from an older backup, delete the file {name} in {media} and start again",
        name = MediaStore::MARK,
    ))
}

fn unmarked(media: &MediaStore, id: Uuid) -> StartError {
    StartError(format!(
        "{media} does not say that it holds the pictures and recordings of the database. Nothing was changed. Name the right place in \
         TAGESECHO_MEDIA, or bring them there with `tagesecho media move`. Only if you know that they lie there, put a file {name} there \
         with the text {id}",
        name = MediaStore::MARK,
    ))
}

fn unfinished(media: &MediaStore) -> StartError {
    StartError(format!(
        "pictures and recordings are being moved to {media}, and not all are there. Nothing was changed. Name the place from before in \
         TAGESECHO_MEDIA, and run `tagesecho media move` until it says that it is finished"
    ))
}

fn moved(media: &MediaStore, to: &str) -> StartError {
    StartError(format!(
        "the pictures and recordings in {media} were moved to {to}. Nothing was changed. Set TAGESECHO_MEDIA={to}, and delete what is left here \
         once a server has started with it"
    ))
}
