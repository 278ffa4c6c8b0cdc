//! 'Never again': addresses that want no invitations, known by a keyed hash only.

use super::store;
use crate::{Backend, Result, Viewer};
use domain::{Refusal, user};

const PURPOSE: &str = "stop invitations";

/// What is kept of an address, the same whatever tag it has.
pub(super) fn hash(backend: &Backend, email_folded: &str) -> Vec<u8> {
    backend.secret.hash("invited address", &user::untagged_email(email_folded))
}

/// For the link in a mail: it names the address to nobody.
pub(super) fn token(backend: &Backend, email_folded: &str) -> String {
    backend.secret.sign_hash(PURPOSE, &hash(backend, email_folded))
}

/// Whether the token comes from a mail of ours.
pub fn check_unsubscribe(backend: &Backend, _viewer: &Viewer, token: &str) -> Result<()> {
    read(backend, token).map(drop)
}

/// From now on no invitation goes to the address that got this token, nor one that still waits to be sent.
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
