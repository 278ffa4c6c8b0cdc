//! The work of an import: looking, taking over, comparing, undoing. A row says how far it is, so any worker of any server goes on where another one
//! stopped, whatever stopped it.

mod check;
mod day;
mod look;
mod pictures;
mod take;
mod undo;

use super::{
    Work, refusal_of,
    source::{File, Refused, Source},
    store::{
        self, Stored,
        leases::{self, ATTEMPT},
    },
};
use crate::{
    Backend, Error, Result,
    db::Tx,
    heavy::{self, Kind},
    providers::media::{SealedFile, import_key_name},
};
use chrono::TimeDelta;
use domain::{Refusal, day::DEFAULT_ZONE, imports::ImportState};
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tokio::time::Instant;
use uuid::Uuid;

/// How long a worker has an import to itself, and how often it says that it is still there.
const LEASE: TimeDelta = TimeDelta::minutes(1);
const RENEWAL: Duration = Duration::from_secs(15);
/// The shortest pause after a failure, and the failures after which the rest of a file is left out: about a day if the disk or the database was
/// away all the time, and six attempts that ended in any other way ([`leases::ATTEMPT`]).
const PAUSE: TimeDelta = TimeDelta::seconds(10);
const MOST_FAILURES: u32 = 30;
/// Longest time of looking at a file.
const LOOKING: Duration = Duration::from_mins(10);

/// Works on an import that is due, until it is done or fails. False: none is due.
pub async fn work(backend: &Backend) -> Result<bool> {
    work_on(backend, Work::All).await
}

/// Like [`work`], with some imports only.
pub async fn work_on(backend: &Backend, work: Work) -> Result<bool> {
    let (lease, now) = (Uuid::new_v4(), backend.clock.now());
    let Some(id) = leases::claim(&backend.db, work, lease, (now, now + LEASE)).await? else { return Ok(false) };
    let done = tokio::select! {
        done = Box::pin(run(backend, id, lease)) => done,
        lost = renew(backend, id, lease) => lost,
    };
    let released = match done {
        Ok(()) => (0, None),
        Err(error) => {
            // Its person undid it or left, or another worker has it: nothing failed.
            let Some(failures) = leases::failures(&backend.db, id, lease).await? else { return Ok(true) };
            tracing::warn!(%error, %id, "an import stopped; a worker goes on later");
            let (failures, pause) = after(failures, error.refusal().refusal);
            (failures, Some(backend.clock.now() + pause))
        }
    };
    leases::release(&backend.db, id, lease, released).await?;
    Ok(true)
}

/// What counts as failures after this one, and the pause until the next attempt.
fn after(failures: u32, why: Refusal) -> (u32, TimeDelta) {
    let failures = failures.max(ATTEMPT);
    let (failures, times) = match why {
        Refusal::Unavailable | Refusal::Uncertain => {
            let failures = failures - ATTEMPT + 1;
            (failures, failures.min(MOST_FAILURES).pow(2))
        }
        _ => (failures, failures.min(MOST_FAILURES)),
    };
    (failures, PAUSE * i32::try_from(times).unwrap_or(i32::MAX))
}

/// Ends only if the import is another worker's.
async fn renew(backend: &Backend, id: Uuid, lease: Uuid) -> Result<()> {
    loop {
        tokio::time::sleep(RENEWAL).await;
        let renewed = leases::renew(&backend.db, id, lease, backend.clock.now() + LEASE).await;
        // While the database does not answer, the lease still lasts for some rounds.
        if matches!(renewed, Ok(false)) {
            return Ok(());
        }
    }
}

async fn run(backend: &Backend, id: Uuid, lease: Uuid) -> Result<()> {
    loop {
        let Some(import) = store::find(&backend.db, id).await? else { return Ok(()) };
        let job = Job { backend: backend.clone(), lease, import, is_broken: Arc::default() };
        let state = job.import.state;
        // This attempt counts already.
        let is_hopeless = job.import.failures >= MOST_FAILURES + ATTEMPT;
        match state {
            ImportState::Looking if is_hopeless => job.refuse(Refusal::Unavailable).await?,
            ImportState::Looking => job.look().await?,
            ImportState::Taking if is_hopeless => job.end_taking(Some(Refusal::Unavailable)).await?,
            ImportState::Taking => job.take().await?,
            ImportState::Checking if is_hopeless => job.end_checking().await?,
            ImportState::Checking => job.check().await?,
            ImportState::Undoing => job.undo().await?,
            _ => return Ok(()),
        }
    }
}

/// An import on which this worker works.
struct Job {
    backend: Backend,
    lease: Uuid,
    import: Stored,
    /// The disk did not give a piece of the file. What was made of the rest says nothing of the file.
    is_broken: Arc<AtomicBool>,
}

/// A file that can be read, and the worker's copy of it between two reads.
struct Opened(Option<Source<SealedFile>>);

impl Job {
    /// Opens the file. `Err` inside: it is none that can be taken.
    async fn open(&self, deadline: Option<Duration>) -> Result<Result<Source<SealedFile>, Refusal>> {
        let key = self.backend.db.data_key(self.import.owner).await?.file(&import_key_name(self.import.id))?;
        let deadline = deadline.map(|time| Instant::now() + time);
        let Some(file) = self.backend.media.open_import(self.import.id, key, deadline).await? else {
            return Ok(Err(Refusal::ImportNotZip));
        };
        let file = file.telling(Arc::clone(&self.is_broken));
        let (is_late, name) = (file.lateness(), self.import.report.file.clone());
        let person = store::person(&self.backend.db, self.import.owner).await?;
        let zone = person.map_or(DEFAULT_ZONE, |person| person.zone);
        let opened = heavy::spawn(Kind::Files, move || Source::open(file, &name, zone)).await?;
        self.check_disk()?;
        Ok(opened.map_err(|refused| match refused {
            // Whatever the reader made of it.
            _ if is_late.load(Ordering::Relaxed) => Refusal::ImportTooLarge,
            refused => refused.into(),
        }))
    }

    /// Fails if the disk did not give a piece of the file.
    fn check_disk(&self) -> Result<()> {
        if self.is_broken.load(Ordering::Relaxed) {
            return Err(Error::unavailable("import", "the file cannot be read at the moment"));
        }
        Ok(())
    }

    /// Begins a transaction in which nobody stops the import or takes it from this worker. Fails if somebody has.
    async fn begin(&self) -> Result<Tx> {
        let mut tx = self.backend.db.begin().await?;
        if !leases::hold(&mut tx, self.import.id, self.import.owner, self.lease).await? {
            return Err(stopped());
        }
        let now = store::lock(&mut tx, self.import.id).await?.ok_or_else(stopped)?;
        if (now.state, now.done) != (self.import.state, self.import.done) {
            return Err(stopped());
        }
        Ok(tx)
    }

    /// Stores how far the import is, in the transaction of what was done.
    async fn commit(&mut self, mut tx: Tx, change: impl FnOnce(&mut Stored)) -> Result<()> {
        let mut next = self.import.clone();
        change(&mut next);
        next.failures = 0;
        store::update(&mut tx, &next).await?;
        tx.commit().await?;
        self.import = next;
        Ok(())
    }

    /// Stores how far the import is.
    async fn save(&mut self, change: impl FnOnce(&mut Stored)) -> Result<()> {
        let tx = self.begin().await?;
        self.commit(tx, change).await
    }

    async fn refuse(mut self, refusal: Refusal) -> Result<()> {
        self.save(|import| {
            import.state = ImportState::Refused;
            import.report.refused = Some(refusal);
        })
        .await?;
        super::remove_files(&self.backend, vec![self.import.id]).await;
        Ok(())
    }
}

/// The person undid or left, or another worker has the import.
fn stopped() -> Error {
    Error::unavailable("import", "it was stopped, or another worker has it")
}

impl Opened {
    /// The bytes of a file within the imported one. `None`: they cannot be read.
    async fn read(&mut self, file: &File) -> Result<Option<Vec<u8>>> {
        let Some(mut source) = self.0.take() else { return Err(stopped()) };
        let file = file.clone();
        let (source, read): (_, Result<_, Refused>) = heavy::spawn(Kind::Files, move || {
            let read = source.read(&file);
            (source, read)
        })
        .await?;
        self.0 = Some(source);
        Ok(read.ok())
    }
}

/// Whether the account has no room for more texts: then the rest of the file is left out.
fn is_full(error: &Error) -> Option<Refusal> {
    refusal_of(error).filter(|refusal| *refusal == Refusal::TextsFull)
}
