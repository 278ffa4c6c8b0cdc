//! Imports: a file of another diary, or an archive of ours, is looked at, taken over, and undone for thirty days (product 32).

mod clean;
mod incoming;
mod job;
pub mod source;
mod store;

pub use incoming::Incoming;
pub use job::{work, work_on};

use crate::{Backend, Error, Result, Viewer, audit, db::Tx, providers::media::FileToImport};
use chrono::{DateTime, TimeDelta, Utc};
use domain::{
    AuditKind, Origin, Refusal, UserId,
    imports::{ExistingDays, Import, ImportState, TakenReport, UndoneReport},
    limits,
};
use source::{Format, Refused};
use std::sync::Arc;
use store::Stored;
use tokio::sync::Notify;
use uuid::Uuid;

/// Which imports a worker takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    All,
    /// Files to look at. Somebody waits for that at the page, while others take over for hours.
    Looks,
}

/// Tells the workers of this server that an import is due. Those of other servers, and after a restart, look for themselves.
#[derive(Clone, Debug, Default)]
pub struct Waiting(Arc<[Notify; 2]>);

impl Waiting {
    pub async fn notified(&self, work: Work) {
        self.0[usize::from(work == Work::Looks)].notified().await;
    }

    fn notify(&self) {
        self.0.iter().for_each(Notify::notify_one);
    }
}

/// Imports that wait for a worker, and those that run, on any server.
pub async fn count(backend: &Backend) -> Result<(i64, i64)> {
    store::leases::count(&backend.db, backend.clock.now()).await
}

/// Begins to take a file in. One at a time: `import_running`.
pub async fn begin(backend: &Backend, viewer: &Viewer) -> Result<Incoming> {
    Incoming::begin(backend, viewer.account()?.user.id).await
}

/// The viewer's import that is under way, else the newest.
pub async fn newest(backend: &Backend, viewer: &Viewer) -> Result<Option<Import>> {
    let newest = store::find_newest(&backend.db, viewer.account()?.user.id).await?;
    Ok(newest.map(|import| view(backend, import)))
}

/// The viewer's imports of the last thirty days but this one, the newest first. Each that is not undone can be.
pub async fn earlier(backend: &Backend, viewer: &Viewer, but: Uuid) -> Result<Vec<Import>> {
    let since = backend.clock.now() - TimeDelta::days(limits::IMPORT_UNDO_DAYS);
    let earlier = store::list_taken(&backend.db, viewer.account()?.user.id, but, since).await?;
    Ok(earlier.into_iter().map(|import| view(backend, import)).collect())
}

/// One of the viewer's imports. Somebody else's counts as missing.
pub async fn open(backend: &Backend, viewer: &Viewer, id: Uuid) -> Result<Import> {
    let owner = viewer.account()?.user.id;
    let found = store::find(&backend.db, id).await?.filter(|import| import.owner == owner);
    Ok(view(backend, found.ok_or(Refusal::ImportNotFound)?))
}

/// Takes over what was looked at. A worker does it, also after a restart.
pub async fn take_over(backend: &Backend, viewer: &Viewer, id: Uuid, existing: ExistingDays) -> Result<Import> {
    let owner = viewer.account()?.user.id;
    let mut tx = backend.db.begin().await?;
    let mut import = lock(&mut tx, owner, id).await?;
    if import.state != ImportState::Looked {
        return Err(Refusal::ImportNotReady.into());
    }
    import.state = ImportState::Taking;
    import.appends = existing == ExistingDays::Append;
    (import.done, import.last_day) = (0, None);
    import.taken_at = Some(backend.clock.now());
    import.report.taken = Some(TakenReport::default());
    store::update(&mut tx, &import).await?;
    audit::record(&mut tx, &backend.clock, owner, AuditKind::Imported).await?;
    tx.commit().await?;
    backend.imports.notify();
    Ok(view(backend, import))
}

/// Before the file is taken over, forgets it. Afterwards undoes the import, for thirty days and once. `None`: it is forgotten.
pub async fn remove(backend: &Backend, viewer: &Viewer, id: Uuid) -> Result<Option<Import>> {
    let owner = viewer.account()?.user.id;
    let mut tx = backend.db.begin().await?;
    let mut import = lock(&mut tx, owner, id).await?;
    match import.state {
        ImportState::Looking | ImportState::Looked | ImportState::Refused => {
            store::delete(&mut tx, id).await?;
            tx.commit().await?;
            remove_files(backend, vec![id]).await;
            return Ok(None);
        }
        ImportState::Taking | ImportState::Checking | ImportState::Taken => {}
        ImportState::Undoing | ImportState::Undone => return Err(Refusal::ImportUndoOver.into()),
    }
    if undo_until(&import).is_none_or(|until| until <= backend.clock.now()) {
        return Err(Refusal::ImportUndoOver.into());
    }
    import.state = ImportState::Undoing;
    import.done = 0;
    import.report.undone = Some(UndoneReport::default());
    // Another import of theirs may be under way by now.
    if !store::reopen(&mut tx, &import).await? {
        return Err(Refusal::ImportRunning.into());
    }
    audit::record(&mut tx, &backend.clock, owner, AuditKind::ImportUndone).await?;
    tx.commit().await?;
    remove_files(backend, vec![id]).await;
    backend.imports.notify();
    Ok(Some(view(backend, import)))
}

async fn lock(tx: &mut Tx, owner: UserId, id: Uuid) -> Result<Stored> {
    let found = store::lock(tx, id).await?.filter(|import| import.owner == owner);
    found.ok_or_else(|| Refusal::ImportNotFound.into())
}

fn undo_until(import: &Stored) -> Option<DateTime<Utc>> {
    let can_be = matches!(import.state, ImportState::Taking | ImportState::Checking | ImportState::Taken);
    import.taken_at.filter(|_| can_be).map(|at| at + TimeDelta::days(limits::IMPORT_UNDO_DAYS))
}

fn view(backend: &Backend, import: Stored) -> Import {
    let undo_until = undo_until(&import).filter(|until| *until > backend.clock.now());
    Import { id: import.id, state: import.state, done: import.done, report: import.report, undo_until }
}

/// Stops the imports of somebody who leaves, in that transaction. What was taken over stays. Returns the ids of their files.
pub(crate) async fn stop(tx: &mut Tx, owner: UserId) -> Result<Vec<Uuid>> {
    store::stop_all(tx, owner).await
}

/// Removes files that nobody reads any more. Where that fails, the sweep does it.
pub(crate) async fn remove_files(backend: &Backend, ids: Vec<Uuid>) {
    for id in ids {
        if let Err(error) = backend.media.remove_import(id).await {
            tracing::warn!(%error, %id, "a file to import stays until the next sweep");
        }
    }
}

/// How long a file may be without a row: it may still be coming in.
const ORPHAN_AGE: TimeDelta = TimeDelta::hours(3);

/// Forgets what nobody took over within a day and what can no longer be undone, and removes files that no import reads.
pub async fn sweep(backend: &Backend) -> Result<()> {
    let now = backend.clock.now();
    let (hours, days) = (TimeDelta::hours(limits::IMPORT_HOURS), TimeDelta::days(limits::IMPORT_UNDO_DAYS));
    let old = store::delete_old(&backend.db, now - hours, now - days).await?;
    remove_files(backend, old).await;
    // In this order: a file that comes in meanwhile has no row yet, or one that reads it.
    let named = store::list_ids(&backend.db).await?;
    let files = backend.media.list_imports().await?;
    let read = store::list_read(&backend.db).await?;
    let is_left_over = |FileToImport { id, touched, .. }: &FileToImport| {
        !read.contains(id) && (named.contains(id) || *touched < now - ORPHAN_AGE)
    };
    remove_files(backend, files.into_iter().filter(is_left_over).map(|file| file.id).collect()).await;
    Ok(())
}

impl From<Format> for Origin {
    fn from(format: Format) -> Self {
        match format {
            Format::Tagesecho => Self::Tagesecho,
            Format::DayOne => Self::DayOne,
            Format::Markdown => Self::Markdown,
            Format::Diarium => Self::Diarium,
            Format::DailyTxt => Self::DailyTxt,
            Format::Journiv => Self::Journiv,
        }
    }
}

impl From<Refused> for Refusal {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Unknown => Self::ImportUnknown,
            Refused::NotZip => Self::ImportNotZip,
            Refused::Unsafe => Self::ImportUnsafe,
            Refused::TooLarge => Self::ImportTooLarge,
            Refused::Encrypted => Self::ImportEncrypted,
            Refused::Newer => Self::ImportNewer,
        }
    }
}

/// The refusal inside an error, if it is one.
fn refusal_of(error: &Error) -> Option<Refusal> {
    match error {
        Error::Refused(refused) => Some(refused.refusal),
        Error::Broken(_) => None,
    }
}
