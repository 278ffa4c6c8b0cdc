//! The storage limit of an account: the bytes of its entries' pictures and recordings, including those in the bin.

use super::store;
use crate::{Backend, Result, db::Tx};
use domain::{Error, Refusal, UserId};
use uuid::Uuid;

/// The sizes of new files in bytes, with the ids of their rows.
pub(crate) type Sizes = Vec<(Uuid, u64)>;

const GIGABYTE: u64 = 1_000_000_000;

/// Refuses new files that exceed the limit. Called before a file is written.
pub(super) async fn check(backend: &Backend, owner: UserId, new: u64) -> Result<()> {
    let kept = store::kept(&backend.db, owner).await?;
    fits(backend, kept.saturating_add(new))
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
