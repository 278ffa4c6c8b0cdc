//! Unsubscribing an address from invitations. Only a keyed hash of the address is stored.

use super::store;
use crate::{Backend, Result, Viewer};
use domain::{Refusal, email};

const PURPOSE: &str = "stop invitations";

/// The stored hash of an address. It is the same for every tag (`name+tag@`).
pub(super) fn hash(backend: &Backend, email_folded: &str) -> Vec<u8> {
    backend.secret.hash("invited address", &email::untagged(email_folded))
}

/// The token of the link in a mail. It does not reveal the address.
pub(super) fn token(backend: &Backend, email_folded: &str) -> String {
    backend.secret.sign_hash(PURPOSE, &hash(backend, email_folded))
}

/// Checks that the token comes from one of our mails.
pub fn check_unsubscribe(backend: &Backend, _viewer: &Viewer, token: &str) -> Result<()> {
    read(backend, token).map(drop)
}

/// Unsubscribes the address that received this token. Mails that wait to be sent to it are cancelled.
pub async fn unsubscribe(backend: &Backend, _viewer: &Viewer, token: &str) -> Result<()> {
    let refused = read(backend, token)?;
    let mut tx = backend.db.begin().await?;
    store::refuse_address(&mut tx, refused.clone(), backend.clock.now()).await?;
    for (id, email_folded) in store::list_waiting(&mut tx).await? {
        if hash(backend, &email_folded) == refused {
            backend.mail.take_back(&mut tx, id).await?;
        }
    }
    tx.commit().await
}

fn read(backend: &Backend, token: &str) -> Result<Vec<u8>> {
    backend.secret.verify_hash(PURPOSE, token.trim()).ok_or(Refusal::StopLinkInvalid.into())
}
