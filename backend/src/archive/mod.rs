//! 'Jahr exportieren': a year of one's own entries as a ZIP file to keep (product 25).

mod day;
mod download;
mod event;
mod store;
mod year;

use crate::{Backend, Error, Result, Viewer, audit, stats, throttle::Action};
use bytes::Bytes;
use domain::{AuditEvent, AuditKind, Language, Refusal};
use futures::Stream;
use std::{io, sync::LazyLock};
use tokio::{runtime::Handle, sync::Semaphore};
use year::Year;

/// Downloads that are made at once. Each holds a thread until the last byte is taken.
static AT_ONCE: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::const_new(8));

/// A file that is made while it is sent.
#[derive(derive_more::Debug)]
pub struct Archive<S> {
    pub name: String,
    #[debug(skip)]
    pub content: S,
}

/// The viewer's entries of a year, with photos and recordings, on every plan. A year without entries: `not_found`.
pub async fn export_year(
    backend: &Backend,
    viewer: &Viewer,
    language: Language,
    year: i32,
) -> Result<Archive<impl Stream<Item = io::Result<Bytes>> + Send + use<>>> {
    let account = viewer.account()?;
    let turn = backend.exporting.take(account.user.id, 1).ok_or(Refusal::TooManyRequests)?;
    backend.throttle.take(Action::Export, &account.user.id.to_string())?;
    let permit = AT_ONCE.try_acquire().map_err(|_| Error::from(Refusal::Unavailable))?;
    let (first, last) = stats::bounds(year)?;
    let days = store::count_days(&backend.db, account.user.id, first, last).await?;
    if days == 0 {
        return Err(Refusal::NotFound.into());
    }
    let exported = AuditEvent { number: Some(year.into()), ..AuditKind::Exported.into() };
    audit::record_now(backend, account.user.id, exported).await?;
    let year = Year {
        backend: backend.clone(),
        viewer: viewer.clone(),
        runtime: Handle::current(),
        owner: account.user.id,
        number: year,
        days,
        language,
        made_at: backend.clock.now().with_timezone(&account.zone).naive_local(),
    };
    let name = format!("{}.zip", year.folder());
    let content = download::stream((permit, turn), download::LIMITS, move |pieces| year.write(pieces));
    Ok(Archive { name, content })
}
