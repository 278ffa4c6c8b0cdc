//! Decides who may see what of another person. This is the only place that decides it (product 1).

mod store;

use crate::{Account, Backend, Db, Error, Result, db::Tx};
use domain::{EntryId, Refusal, UserId, Visibility, texts};

/// The role in which a person reads an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessLevel {
    Owner,
    Friend,
    /// Registered, but not a friend.
    Other,
}

/// The relationship between two different people. It is the same from both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relationship {
    None,
    Friends,
    /// One of them, or both, blocked the other, or is leaving. A block outweighs a friendship.
    Blocked,
}

impl Relationship {
    pub fn of(blocked: bool, friends: bool) -> Self {
        match (blocked, friends) {
            (true, _) => Self::Blocked,
            (false, true) => Self::Friends,
            (false, false) => Self::None,
        }
    }
}

/// The role in which the account reads an entry of `owner`, or `access_denied`. It is checked at each request, so that a block and the end of a
/// friendship take effect at the next one.
pub async fn require(
    backend: &Backend,
    account: &Account,
    owner: UserId,
    visibility: Visibility,
) -> Result<AccessLevel> {
    if account.user.id == owner {
        return Ok(AccessLevel::Owner);
    }
    let relationship = match visibility {
        Visibility::Private => None,
        Visibility::Friends | Visibility::Public => Some(relationship(&backend.db, account.user.id, owner).await?),
    };
    relationship
        .and_then(|relationship| access_level(relationship, visibility))
        .ok_or_else(|| Refusal::AccessDenied.into())
}

/// The owner of an entry that the account may read. `entry_not_found` if it does not exist, otherwise errors as [`require`].
pub async fn require_entry(backend: &Backend, account: &Account, id: EntryId) -> Result<UserId> {
    let (owner, visibility) = store::find_entry(&backend.db, id).await?.ok_or(Refusal::EntryNotFound)?;
    require(backend, account, owner, visibility).await?;
    Ok(owner)
}

/// The role in which a person reads another person's entry of this visibility. None: they may not read it.
pub fn access_level(relationship: Relationship, visibility: Visibility) -> Option<AccessLevel> {
    match (relationship, visibility) {
        (Relationship::Blocked, _) | (_, Visibility::Private) | (Relationship::None, Visibility::Friends) => None,
        (Relationship::Friends, _) => Some(AccessLevel::Friend),
        (Relationship::None, Visibility::Public) => Some(AccessLevel::Other),
    }
}

/// Whether the account may see the person at all: neither has blocked the other.
pub async fn knows(backend: &Backend, account: &Account, person: UserId) -> Result<bool> {
    Ok(account.user.id == person || relationship(&backend.db, account.user.id, person).await? != Relationship::Blocked)
}

/// `access_denied` for an entry that the account may see, but did not write.
pub fn author_only() -> Error {
    domain::Error::from(Refusal::AccessDenied).with(texts::AUTHOR, "").into()
}

/// Refuses everybody but the owner: `access_denied`.
pub fn require_owner(account: &Account, owner: UserId) -> Result<()> {
    if account.user.id == owner { Ok(()) } else { Err(Refusal::AccessDenied.into()) }
}

pub async fn relationship(db: &Db, one: UserId, other: UserId) -> Result<Relationship> {
    store::relationship(db.read(store::RELATIONSHIP), one, other).await
}

/// Like [`relationship`], inside a transaction.
pub async fn relationship_in(tx: &mut Tx, one: UserId, other: UserId) -> Result<Relationship> {
    store::relationship(tx.query(store::RELATIONSHIP), one, other).await
}
