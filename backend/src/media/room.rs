//! The storage limit of an account: the bytes of its entries' pictures, recordings and texts, including earlier versions and the bin.

use super::store;
use crate::{Backend, Result, db::Tx};
use chrono::TimeDelta;
use domain::{Error, Refusal, UserId};
use uuid::Uuid;

/// The sizes of new files in bytes, with the ids of their rows.
pub(crate) type Sizes = Vec<(Uuid, u64)>;

const GIGABYTE: u64 = 1_000_000_000;
/// Texts alone may fill this part of an account.
const OF_TEXTS: u64 = 5;
/// An exact count reads all texts of a person, so it is rare.
const COUNT_PAUSE: TimeDelta = TimeDelta::hours(1);

/// Refuses new files that exceed the limit. Called before a file is written.
pub(super) async fn check(backend: &Backend, owner: UserId, new: u64) -> Result<()> {
    let kept = store::kept(&backend.db, owner).await?;
    if fits(backend, kept.saturating_add(new)).is_ok() {
        return Ok(());
    }
    recount(backend, owner).await?;
    fits(backend, store::kept(&backend.db, owner).await?.saturating_add(new))
}

/// Refuses further texts of an account that wrote far more than a diary has: `texts_full`. Called before a save that adds words.
pub(crate) async fn check_texts(backend: &Backend, owner: UserId) -> Result<()> {
    let most = backend.settings.account_bytes / OF_TEXTS;
    if store::text_bytes(&backend.db, owner).await? <= most || recount(backend, owner).await? <= most {
        return Ok(());
    }
    Err(Refusal::TextsFull.into())
}

/// Adds texts that are being stored to what the account has written.
pub(crate) async fn count_texts(tx: &mut Tx, owner: UserId, bytes: usize) -> Result<()> {
    store::add_text_bytes(tx, owner, bytes).await
}

/// The texts are counted again where that is needed next: some were deleted.
pub(crate) async fn texts_were_deleted(backend: &Backend, owner: UserId) -> Result<()> {
    store::forget_count(&backend.db, owner).await
}

/// The exact bytes of the account's texts, at most [`COUNT_PAUSE`] old.
async fn recount(backend: &Backend, owner: UserId) -> Result<u64> {
    let now = backend.clock.now();
    if let Some(bytes) = store::counted_after(&backend.db, owner, now - COUNT_PAUSE).await? {
        return Ok(bytes);
    }
    let bytes = store::count_texts(&backend.db, owner).await?;
    store::set_text_bytes(&backend.db, owner, bytes, now).await?;
    Ok(bytes)
}

/// Stores the sizes of new files, whose rows exist already, and checks the limit again. No other request can add files of this account
/// until the transaction ends.
pub(crate) async fn count(backend: &Backend, tx: &mut Tx, owner: UserId, sizes: &Sizes) -> Result<()> {
    if sizes.is_empty() {
        return Ok(());
    }
    store::lock_owner(tx, owner).await?;
    for (id, bytes) in sizes {
        store::set_bytes(tx, *id, *bytes).await?;
    }
    fits(backend, store::kept_with(tx, owner).await?)
}

fn fits(backend: &Backend, bytes: u64) -> Result<()> {
    let most = backend.settings.account_bytes;
    if bytes <= most {
        return Ok(());
    }
    Err(Error::from(Refusal::StorageFull).with("n", most.div_ceil(GIGABYTE)).into())
}
