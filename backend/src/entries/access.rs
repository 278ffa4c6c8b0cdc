//! Who may see an entry: the one place that decides it (product 1).

use crate::{Account, Backend, Result, friends};
use domain::{Refusal, UserId, Visibility};
use friends::Tie;

/// As whom somebody reads an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    Owner,
    Friend,
    /// Registered, and no friend.
    Other,
}

/// As whom the account reads an entry of `owner`, or `access_denied`. Asked anew at each request, so that the end of a
/// friendship and a block hold at the next one.
pub async fn reader(backend: &Backend, account: &Account, owner: UserId, visibility: Visibility) -> Result<Reader> {
    if account.user.id == owner {
        return Ok(Reader::Owner);
    }
    let tie = match visibility {
        Visibility::Private => None,
        Visibility::Friends | Visibility::Public => Some(friends::tie(backend, account.user.id, owner).await?),
    };
    tie.and_then(|tie| sight(tie, visibility)).ok_or_else(|| Refusal::AccessDenied.into())
}

/// As whom somebody reads the entries of another person with this tie between them; none: not at all.
pub fn sight(tie: Tie, visibility: Visibility) -> Option<Reader> {
    match (tie, visibility) {
        (Tie::Blocked, _) | (_, Visibility::Private) | (Tie::None, Visibility::Friends) => None,
        (Tie::Friends, _) => Some(Reader::Friend),
        (Tie::None, Visibility::Public) => Some(Reader::Other),
    }
}

/// Whether the account may know the person at all: neither has blocked the other.
pub async fn knows(backend: &Backend, account: &Account, person: UserId) -> Result<bool> {
    Ok(account.user.id == person || friends::tie(backend, account.user.id, person).await? != Tie::Blocked)
}

/// What only the owner may do.
pub fn owner(account: &Account, owner: UserId) -> Result<()> {
    if account.user.id == owner { Ok(()) } else { Err(Refusal::AccessDenied.into()) }
}
