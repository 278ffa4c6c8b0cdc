//! The bin: a deleted entry can be put back for thirty days (product 16).

mod store;

pub(crate) use store::lock_day;

use super::{
    store::{self as entries, Row, Stored, open_all},
    view,
};
use crate::{
    Backend, Clock, Result, Viewer,
    authorization::{self, AccessLevel},
    day_ticket, installation, media,
    pagination::{self, Cursor, Page},
    stats,
};
use chrono::{DateTime, TimeDelta, Utc};
use domain::{Entry, EntryId, Refusal, limits, text};
use serde::{Deserialize, Serialize};

/// An entry in the bin, as its owner sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Binned {
    #[serde(flatten)]
    pub entry: Entry,
    pub deleted_at: DateTime<Utc>,
    /// The time at which it is deleted for good.
    pub kept_until: DateTime<Utc>,
    /// Whether a text of the entry is shortened to its beginning.
    #[serde(default)]
    pub is_cut: bool,
}

/// The way to restore an entry whose day has another entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DayConflict {
    /// The two change places: the day's entry goes to the bin.
    Swap,
    /// The text is appended to that of the day's entry, for the fewer readers of both. The restored entry stays in the bin.
    Append,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Restoring {
    pub onto: Option<DayConflict>,
    /// The day's entry that `onto` was chosen for, and its version. If they differ from the current ones: `stale`.
    pub entry: Option<EntryId>,
    pub version: Option<i64>,
    /// The day's ticket. Appending is an edit, so it may need one.
    pub ticket: Option<String>,
}

/// An entry in the bin, and the current entry of its day.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    pub binned: Binned,
    pub current: Option<Entry>,
    pub append: Append,
}

/// Whether the text can be appended to that of the day's entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Append {
    /// The day has no entry, there is no text to append, or both texts together are too long.
    Never,
    /// The day is over: only with a ticket that is still valid.
    WithTicket,
    Now,
}

/// Moves an entry to the bin, at any age and on any plan. Its link ends for good, nobody can open its pictures, and its day is free.
pub async fn delete(backend: &Backend, viewer: &Viewer, id: EntryId) -> Result<()> {
    let account = viewer.account()?;
    let mut tx = backend.db.begin().await?;
    // No word is opened: an entry that cannot be read must not hold its day for ever.
    let (owner, date) = store::lock_head(&mut tx, id).await?.ok_or(Refusal::EntryNotFound)?;
    authorization::require_owner(account, owner)?;
    if store::count(&mut tx, owner).await? >= limits::BIN {
        return Err(Refusal::BinFull.into());
    }
    store::delete(&mut tx, &backend.clock, (id, owner, date)).await?;
    tx.commit().await
}

/// Restores an entry from the bin. If the day has an entry again: `entry_exists` with that entry as detail, unless [`Restoring`] says what
/// to do with it. An entry that is not in the bin is returned without an error.
pub async fn restore(backend: &Backend, viewer: &Viewer, id: EntryId, how: Restoring) -> Result<Entry> {
    let account = viewer.account()?;
    let mut tx = backend.db.begin().await?;
    let Some(binned) = store::lock(&mut tx, id, oldest(backend)).await? else {
        drop(tx);
        let entry = entries::find(&backend.db, id).await?.ok_or(Refusal::EntryNotFound)?;
        authorization::require_owner(account, entry.owner)?;
        return Ok(view::entry(backend, entry, AccessLevel::Owner));
    };
    // Somebody else's entry counts as missing.
    if binned.owner != account.user.id {
        return Err(Refusal::EntryNotFound.into());
    }
    let restored = match store::lock_day(&mut tx, binned.owner, binned.date).await? {
        None => put_back(&mut tx, &backend.clock, &binned).await?,
        Some(current) => {
            let Some(onto) = how.onto else { return Err(view::conflict(backend, Refusal::EntryExists, current)) };
            let is_other = how.entry.is_some_and(|entry| entry != current.id);
            if is_other || how.version.is_some_and(|version| version != current.version) {
                return Err(view::conflict(backend, Refusal::Stale, current));
            }
            match onto {
                DayConflict::Swap => {
                    store::delete(&mut tx, &backend.clock, (current.id, current.owner, current.date)).await?;
                    put_back(&mut tx, &backend.clock, &binned).await?
                }
                DayConflict::Append => {
                    if !day_ticket::is_open(backend, account, (&current).into(), how.ticket.as_deref()) {
                        return Err(Refusal::EditClosed.into());
                    }
                    let together = appended(backend, &current, &binned)?;
                    entries::update(&mut tx, &current, &together).await?;
                    Some(together)
                }
            }
        }
    };
    if let Some(entry) = restored {
        stats::reward(backend, &mut tx, account).await?;
        tx.commit().await?;
        return Ok(view::entry(backend, entry, AccessLevel::Owner));
    }
    drop(tx);
    Err(match entries::find_by_date(&backend.db, binned.owner, binned.date).await? {
        Some(current) => view::conflict(backend, Refusal::EntryExists, current),
        // The other entry was deleted in the meantime. Another try restores this one.
        None => Refusal::Unavailable.into(),
    })
}

/// `None`: another entry of that day was created in the meantime.
async fn put_back(tx: &mut crate::db::Tx, clock: &Clock, binned: &Stored) -> Result<Option<Stored>> {
    let restored = Stored { deleted_at: None, link: None, ..binned.clone() };
    Ok(store::put_back(tx, clock, binned).await?.then_some(restored))
}

fn appended(backend: &Backend, current: &Stored, binned: &Stored) -> Result<Stored> {
    let parts = [current.content.text.trim_end(), binned.content.text.trim()];
    let text = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n");
    // With an imported text, both together may be as long as one of these.
    let is_long = parts.iter().any(|part| text::length(part) > limits::TEXT);
    let most = if is_long { limits::IMPORTED_TEXT } else { limits::TEXT };
    if text::length(&text) > most {
        return Err(Refusal::TextTooLong.into());
    }
    let (version, updated_at) = (current.version + 1, backend.clock.now());
    let visibility = current.visibility.narrower(binned.visibility);
    let mut appended = Stored { visibility, version, updated_at, ..current.clone() };
    appended.content.texts.text = text;
    Ok(appended)
}

/// The viewer's bin, the last deleted first, with the beginnings of the texts.
pub async fn bin(backend: &Backend, viewer: &Viewer, before: Option<&str>, limit: usize) -> Result<Page<Binned>> {
    let account = viewer.account()?;
    let before = before.map(Cursor::parse).transpose()?;
    let limit = pagination::clamp(limit);
    let rows = store::list(&backend.db, account.user.id, oldest(backend), before, limit + 1).await?;
    let Page { items, next } = pagination::page(rows, limit, Row::cursor_of_bin);
    let stored = open_all(&backend.db, items)?;
    let binned = stored.into_iter().filter_map(|entry| to_binned(backend, entry)).map(|binned| {
        let Binned { mut entry, .. } = binned;
        let is_cut = entry.content.texts.words_mut().map(|words| text::cut(words, limits::BEGINNING)).contains(&true);
        Binned { entry, is_cut, ..binned }
    });
    Ok(Page { items: binned.collect(), next })
}

/// The viewer's own entry in the bin, and the current entry of its day. Somebody else's entry counts as missing.
pub async fn find_binned(backend: &Backend, viewer: &Viewer, id: EntryId) -> Result<Choice> {
    let account = viewer.account()?;
    let stored = store::find(&backend.db, id, oldest(backend)).await?;
    let stored = stored.filter(|entry| entry.owner == account.user.id).ok_or(Refusal::EntryNotFound)?;
    let current = entries::find_by_date(&backend.db, stored.owner, stored.date).await;
    let current = backend.db.keyring().or_skip(current)?.flatten();
    let fits =
        |current: &&Stored| !stored.content.text.trim().is_empty() && appended(backend, current, &stored).is_ok();
    let append = match current.as_ref().filter(fits) {
        None => Append::Never,
        Some(current) if day_ticket::is_open(backend, account, current.into(), None) => Append::Now,
        Some(_) => Append::WithTicket,
    };
    let current = current.map(|current| view::entry(backend, current, AccessLevel::Owner));
    let binned = to_binned(backend, stored).ok_or(Refusal::EntryNotFound)?;
    Ok(Choice { binned, current, append })
}

fn to_binned(backend: &Backend, stored: Stored) -> Option<Binned> {
    let deleted_at = stored.deleted_at?;
    let kept_until = deleted_at + TimeDelta::days(limits::BIN_DAYS);
    Some(Binned { entry: view::entry(backend, stored, AccessLevel::Owner), deleted_at, kept_until, is_cut: false })
}

/// Deletes everything in the viewer's bin for good, with its files. While database and media folder do not belong together, nothing is
/// deleted (`unavailable`).
pub async fn empty_bin(backend: &Backend, viewer: &Viewer) -> Result<()> {
    let account = viewer.account()?;
    if !installation::is_whole(&backend.db, &backend.media).await? {
        return Err(Refusal::Unavailable.into());
    }
    let ids = store::empty_of(&backend.db, account.user.id).await?;
    media::texts_were_deleted(backend, account.user.id).await?;
    media::remove(backend, &ids).await;
    Ok(())
}

/// Entries deleted before this time are gone.
fn oldest(backend: &Backend) -> DateTime<Utc> {
    backend.clock.now() - TimeDelta::days(limits::BIN_DAYS)
}

/// Deletes entries that were in the bin for thirty days. Their files follow with the sweep of media.
pub(super) async fn sweep(backend: &Backend) -> Result<()> {
    if !installation::is_whole(&backend.db, &backend.media).await? {
        tracing::error!("database and media folder are not of the same installation; the bin stays as it is");
        return Ok(());
    }
    store::empty(&backend.db, oldest(backend)).await
}
