//! The audit log: what was done with an account, for its owner (product 29). Rows are only added, and go after ninety days.

mod store;

use crate::{
    Backend, Clock, Result, Viewer,
    db::Tx,
    pagination::{self, Cursor, Page},
};
use chrono::{DateTime, TimeDelta, Utc};
use domain::{AuditEvent, AuditKind, UserId, limits};
use uuid::Uuid;

pub(crate) use store::is_known_device;

/// An event of the log and its time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    pub id: Uuid,
    pub at: DateTime<Utc>,
    pub event: AuditEvent,
}

/// Adds an event in the transaction of what it is about, so that neither is there without the other.
///
/// Of one kind a person gets at most [`limits::AUDIT_PER_DAY`] rows a day, whatever they or a stranger at their session repeat. So their
/// rows are bounded, and no kind pushes another one out. Nobody can add rows by failing, such as with a wrong password.
pub(crate) async fn record(tx: &mut Tx, clock: &Clock, owner: UserId, event: impl Into<AuditEvent>) -> Result<()> {
    store::insert(tx, clock.id(), owner, &event.into(), clock.now()).await
}

/// Like [`record`], for the person who is registered with this identity. If nobody is, nothing happens.
pub(crate) async fn record_of_uid(tx: &mut Tx, clock: &Clock, uid: &str, kind: AuditKind) -> Result<()> {
    match store::find_by_uid(tx, uid).await? {
        Some(owner) => record(tx, clock, owner, kind).await,
        None => Ok(()),
    }
}

/// Like [`record_now`], right after something that another server did. It is done, so a failure is only logged.
pub(crate) async fn record_after(backend: &Backend, owner: UserId, kind: AuditKind) {
    if let Err(error) = record_now(backend, owner, kind).await {
        tracing::error!(%error, kind = kind.as_str(), "an event is missing in somebody's audit log");
    }
}

/// Like [`record`], in a transaction of its own, right before something is shown.
pub(crate) async fn record_now(backend: &Backend, owner: UserId, event: impl Into<AuditEvent>) -> Result<()> {
    let mut tx = backend.db.begin().await?;
    record(&mut tx, &backend.clock, owner, event).await?;
    tx.commit().await
}

/// Adds an event for each of these people before the operator sees their words.
pub(crate) async fn record_all(backend: &Backend, mut people: Vec<UserId>, kind: AuditKind) -> Result<()> {
    people.sort();
    people.dedup();
    if people.is_empty() {
        return Ok(());
    }
    let mut tx = backend.db.begin().await?;
    for person in people {
        record(&mut tx, &backend.clock, person, kind).await?;
    }
    tx.commit().await
}

/// What was done with the viewer's account in the last ninety days, newest first.
pub async fn events(backend: &Backend, viewer: &Viewer, before: Option<&str>, limit: usize) -> Result<Page<Recorded>> {
    let owner = viewer.account()?.user.id;
    let before = before.map(Cursor::parse).transpose()?;
    let limit = pagination::clamp(limit);
    let rows = store::list(&backend.db, owner, (kept_since(backend), before), limit + 1).await?;
    let Page { items, next } = pagination::page(rows, limit, store::Row::cursor);
    Ok(Page { items: items.into_iter().filter_map(store::Row::open).collect(), next })
}

/// All that the log has of a person, newest first. [`record`] bounds how much that is.
pub(crate) async fn all(backend: &Backend, owner: UserId) -> Result<Vec<Recorded>> {
    let rows = store::list(&backend.db, owner, (kept_since(backend), None), usize::MAX).await?;
    Ok(rows.into_iter().filter_map(store::Row::open).collect())
}

fn kept_since(backend: &Backend) -> DateTime<Utc> {
    backend.clock.now() - TimeDelta::days(limits::AUDIT_DAYS)
}

/// Deletes events that are past their time.
pub async fn sweep(backend: &Backend) -> Result<()> {
    store::delete(&backend.db, kept_since(backend)).await
}
