//! The link in a mail that ends its kind, without a sign-in.

use super::store;
use crate::{Backend, Result, Viewer};
use domain::{MailKind, Refusal, UserId};

const PURPOSE: &str = "stop mails";

/// The address of the page, which also takes the POST of mail programs.
pub(super) fn link(backend: &Backend, kind: MailKind, id: UserId) -> String {
    let token = backend.secret.sign(PURPOSE, &format!("{} {}", kind.as_str(), id.0));
    format!("{}/stop-mails?token={token}", backend.settings.origin)
}

/// The kind of mails that the link ends. Refuses a token that is not from one of our mails.
pub fn check_stop(backend: &Backend, _viewer: &Viewer, token: &str) -> Result<MailKind> {
    read(backend, token).map(|(kind, _)| kind)
}

/// Switches the kind off for the person who got the mail. Doing it again changes nothing.
pub async fn stop(backend: &Backend, _viewer: &Viewer, token: &str) -> Result<()> {
    let (kind, id) = read(backend, token)?;
    store::switch_off(&backend.db, id, kind).await
}

fn read(backend: &Backend, token: &str) -> Result<(MailKind, UserId)> {
    let text = backend.secret.verify(PURPOSE, token.trim());
    let parts = text.as_deref().and_then(|text| text.split_once(' '));
    let found = parts.and_then(|(kind, id)| Some((MailKind::parse(kind)?, UserId(id.parse().ok()?))));
    found.ok_or(Refusal::MailLinkInvalid.into())
}
