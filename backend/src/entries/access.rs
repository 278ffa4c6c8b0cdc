//! Who may see an entry: the one place that decides it (product 1).

use crate::{Account, Result};
use domain::{Refusal, UserId, Visibility};

/// As whom somebody reads an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    Owner,
    Other,
}

/// As whom the account reads an entry of `owner`, or `access_denied`.
pub fn reader(account: &Account, owner: UserId, visibility: Visibility) -> Result<Reader> {
    if account.user.id == owner {
        return Ok(Reader::Owner);
    }
    match visibility {
        Visibility::Public => Ok(Reader::Other),
        // Nobody has friends yet.
        Visibility::Friends | Visibility::Private => Err(Refusal::AccessDenied.into()),
    }
}

/// What only the owner may do.
pub fn owner(account: &Account, owner: UserId) -> Result<()> {
    if account.user.id == owner { Ok(()) } else { Err(Refusal::AccessDenied.into()) }
}
