//! The sealed words of an invitation.

use crate::{
    Result,
    sealing::{Keyring, Place},
};
use domain::UserId;
use uuid::Uuid;

pub fn place(inviter: UserId, id: Uuid) -> Place<'static> {
    Place::new("friend_invitations.message", inviter, id, 0)
}

/// The words of an invitation. Empty if they do not open.
pub fn message(keyring: &Keyring, key: &[u8], inviter: UserId, id: Uuid, sealed: Vec<u8>) -> Result<String> {
    let opened = keyring.unwrap(inviter, key).and_then(|key| key.open(&place(inviter, id), sealed));
    Ok(keyring.or_skip(opened)?.unwrap_or_default())
}
