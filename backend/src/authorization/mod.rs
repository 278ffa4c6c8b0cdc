//! Who may see what of whom: the one place that decides it (product 1).

mod store;

use crate::{Account, Backend, Db, Result, db::Tx};
use domain::{EntryId, Refusal, UserId, Visibility};

/// As whom somebody reads an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessLevel {
    Owner,
    Friend,
    /// Registered, and no friend.
    Other,
}

/// What is between two different people, the same from both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relationship {
    None,
    Friends,
    /// One of them has blocked the other; it outweighs everything.
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

/// As whom the account reads an entry of `owner`, or `access_denied`. Asked anew at each request, so that the end of a
/// friendship and a block hold at the next one.
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

/// The owner of an entry that the account may read. Missing: `entry_not_found`; else as [`require`].
pub async fn require_entry(backend: &Backend, account: &Account, id: EntryId) -> Result<UserId> {
    let (owner, visibility) = store::find_entry(&backend.db, id).await?.ok_or(Refusal::EntryNotFound)?;
    require(backend, account, owner, visibility).await?;
    Ok(owner)
}

/// As whom somebody reads the entries of another person with this relationship between them; none: not at all.
pub fn access_level(relationship: Relationship, visibility: Visibility) -> Option<AccessLevel> {
    match (relationship, visibility) {
        (Relationship::Blocked, _) | (_, Visibility::Private) | (Relationship::None, Visibility::Friends) => None,
        (Relationship::Friends, _) => Some(AccessLevel::Friend),
        (Relationship::None, Visibility::Public) => Some(AccessLevel::Other),
    }
}

/// Whether the account may know the person at all: neither has blocked the other.
pub async fn knows(backend: &Backend, account: &Account, person: UserId) -> Result<bool> {
    Ok(account.user.id == person || relationship(&backend.db, account.user.id, person).await? != Relationship::Blocked)
}

/// What only the owner may do.
pub fn require_owner(account: &Account, owner: UserId) -> Result<()> {
    if account.user.id == owner { Ok(()) } else { Err(Refusal::AccessDenied.into()) }
}

pub async fn relationship(db: &Db, one: UserId, other: UserId) -> Result<Relationship> {
    store::relationship(db.read(store::RELATIONSHIP), one, other).await
}

/// The same inside a transaction.
pub async fn relationship_in(tx: &mut Tx, one: UserId, other: UserId) -> Result<Relationship> {
    store::relationship(tx.query(store::RELATIONSHIP), one, other).await
}
