//! Who may see an entry: the one place that decides it (product 1).

use crate::{Account, Backend, Result, friends};
use domain::{Refusal, UserId, Visibility};
use friends::Relationship;

/// As whom somebody reads an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessLevel {
    Owner,
    Friend,
    /// Registered, and no friend.
    Other,
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
        Visibility::Friends | Visibility::Public => Some(friends::relationship(backend, account.user.id, owner).await?),
    };
    relationship
        .and_then(|relationship| access_level(relationship, visibility))
        .ok_or_else(|| Refusal::AccessDenied.into())
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
    Ok(account.user.id == person
        || friends::relationship(backend, account.user.id, person).await? != Relationship::Blocked)
}

/// What only the owner may do.
pub fn owner(account: &Account, owner: UserId) -> Result<()> {
    if account.user.id == owner { Ok(()) } else { Err(Refusal::AccessDenied.into()) }
}
