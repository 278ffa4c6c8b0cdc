//! The invitation codes that people have to give away (product 19).

use super::{invitations::new_code, store};
use crate::{Backend, Result, db::Tx};
use chrono::{DateTime, Utc};
use domain::{UserId, limits};

/// Gives somebody so many codes more, in the caller's transaction.
pub async fn give(backend: &Backend, tx: &mut Tx, owner: UserId, count: usize) -> Result<()> {
    let now = backend.clock.now();
    for _ in 0..count {
        store::insert_invitation(tx, &new_code(backend)?, Some(owner), now).await?;
    }
    Ok(())
}

/// The codes that everybody has from the start: given once, however many ask at once.
pub(crate) async fn give_first(backend: &Backend, tx: &mut Tx, owner: UserId) -> Result<()> {
    if store::note_codes_given(tx, owner, backend.clock.now()).await? {
        give(backend, tx, owner, limits::OWN_CODES).await?;
    }
    Ok(())
}

/// Takes one of the owner's free codes for an invitation that ends at `until`; none: there is none left.
pub(crate) async fn reserve(tx: &mut Tx, owner: UserId, until: DateTime<Utc>) -> Result<Option<String>> {
    store::reserve_invitation(tx, owner, until).await
}

/// Ends a code for good; false: it was used before.
pub(crate) async fn end(tx: &mut Tx, code: &str, now: DateTime<Utc>) -> Result<bool> {
    store::end_invitation(tx, code, now).await
}

/// As people read it, in groups: `K7QW-3MPA-XY`.
pub(crate) fn readable(code: &str) -> String {
    super::invitations::readable(code)
}
