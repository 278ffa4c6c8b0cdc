//! What is between two people (product 17).

mod store;

use crate::{Backend, Result};
use domain::UserId;

/// What is between two different people, the same from both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tie {
    None,
    Friends,
    /// One of them has blocked the other; it outweighs everything.
    Blocked,
}

pub(crate) async fn tie(backend: &Backend, one: UserId, other: UserId) -> Result<Tie> {
    store::tie(&backend.db, one, other).await
}
