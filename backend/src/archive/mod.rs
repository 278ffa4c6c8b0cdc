//! The archive: a person's days, files and account as a ZIP file to keep (product 25). `docs/archive.md` describes it.

mod account;
mod bag;
pub mod book;
mod day;
mod download;
mod files;
pub mod format;
mod page;
mod store;
pub mod verify;
mod writer;

pub use store::Extent;

use crate::{
    Backend, Error, Result, Viewer, audit,
    heavy::{self, Kind},
    media,
    per_key::Counted,
    stats,
    throttle::Action,
};
use bytes::Bytes;
use chrono::NaiveDate;
use domain::{AuditEvent, AuditKind, Language, Refusal, UserId};
use files::Files;
use format::Day;
use futures::Stream;
use std::{io, sync::LazyLock};
use tokio::{
    runtime::Handle,
    sync::{Semaphore, SemaphorePermit},
};
use writer::Writer;

/// Downloads that are made at once. Each holds a thread until the last byte is taken.
static AT_ONCE: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::const_new(8));

/// A file that is made while it is sent.
#[derive(derive_more::Debug)]
pub struct Archive<S> {
    pub name: String,
    #[debug(skip)]
    pub content: S,
}

/// The viewer's archive, on every plan: everything, or the entries of a year. A year without entries: `not_found`.
pub async fn export(
    backend: &Backend,
    viewer: &Viewer,
    language: Language,
    year: Option<i32>,
) -> Result<Archive<impl Stream<Item = io::Result<Bytes>> + Send + use<>>> {
    let account = viewer.account()?;
    let turn = Turn::take(backend, account.user.id).await?;
    let (first, last) = bounds(year)?;
    let extent = store::extent(&backend.db, account.user.id, first, last).await?;
    if year.is_some() && extent.days == 0 {
        return Err(Refusal::NotFound.into());
    }
    record(backend, account.user.id, year).await?;
    let writer = Writer {
        backend: backend.clone(),
        runtime: Handle::current(),
        owner: account.user.id,
        year,
        first,
        last,
        extent,
        language,
        now: backend.clock.now(),
        zone: account.zone,
    };
    let name = format!("{}.zip", writer.name());
    let content = download::stream(turn, download::LIMITS, move |pieces| writer.write(pieces));
    Ok(Archive { name, content })
}

/// The right to one download. It is held until the last byte is taken.
struct Turn {
    _own: Counted<UserId>,
    _permit: SemaphorePermit<'static>,
}

impl Turn {
    async fn take(backend: &Backend, owner: UserId) -> Result<Self> {
        let own = backend.exporting.take(owner, 1).ok_or(Refusal::TooManyRequests)?;
        backend.throttle.take(Action::Export, &owner.to_string()).await?;
        let permit = AT_ONCE.try_acquire().map_err(|_| Error::from(Refusal::Unavailable))?;
        Ok(Self { _own: own, _permit: permit })
    }
}

/// Writes into the audit log that the person takes their days along.
async fn record(backend: &Backend, owner: UserId, year: Option<i32>) -> Result<()> {
    let exported = AuditEvent { number: year.map(i64::from), ..AuditKind::Exported.into() };
    audit::record_now(backend, owner, exported).await
}

/// The digest of a day, as an archive made now would have it. `None`: the day has no entry, or something of it does not open.
pub(crate) async fn digest_of(backend: &Backend, owner: UserId, date: NaiveDate) -> Result<Option<String>> {
    let part = store::part(&backend.db, owner, store::Next::Days(date, date)).await?;
    let Some(entry) = part.and_then(|part| part.entries.into_iter().next()) else { return Ok(None) };
    let key = backend.db.data_key(owner).await?;
    let mut written = Files::default();
    for (id, name, file) in files::of(&entry.stored) {
        match media::bytes(backend, &key, file).await {
            Ok(bytes) => {
                let sum =
                    heavy::spawn(Kind::Files, move || ring::digest::digest(&ring::digest::SHA256, &bytes)).await?;
                let sum = sum.as_ref().try_into().map_err(|e| Error::broken("digest of a file", e))?;
                written.insert(id, name, sum);
            }
            Err(Error::Refused(_)) => return Ok(None),
            Err(error) => return Err(error),
        }
    }
    Ok(Some(Day::of(&entry, &written, Vec::new(), Language::default())?.digest))
}

/// How much the viewer's archive will hold.
pub async fn extent(backend: &Backend, viewer: &Viewer, year: Option<i32>) -> Result<Extent> {
    let owner = viewer.account()?.user.id;
    let (first, last) = bounds(year)?;
    store::extent(&backend.db, owner, first, last).await
}

fn bounds(year: Option<i32>) -> Result<(NaiveDate, NaiveDate)> {
    match year {
        Some(year) => stats::bounds(year),
        // Every date that both databases store.
        None => Ok((stats::bounds(1)?.0, stats::bounds(9999)?.1)),
    }
}
