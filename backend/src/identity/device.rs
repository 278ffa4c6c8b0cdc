//! Browsers in which somebody signed in before: strangers who guess passwords do not lock these out.

use crate::{Backend, Result, Secret};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use domain::{User, user};

const PURPOSE: &str = "known device";

/// For a cookie of the browser: a random name, and a keyed tag of that name and the account.
pub fn known_device(backend: &Backend, user: &User) -> Result<String> {
    let name = backend.secret.token(12)?;
    let tag = backend.secret.hash(PURPOSE, &said(&name, &user::fold_email(&user.email)));
    Ok(format!("{name}.{}", URL_SAFE_NO_PAD.encode(tag)))
}

/// The name in such a cookie, if it is of the account with this address.
pub(crate) fn device_of<'a>(secret: &Secret, cookie: &'a str, email_folded: &str) -> Option<&'a str> {
    let (name, tag) = cookie.split_once('.')?;
    let tag = URL_SAFE_NO_PAD.decode(tag).ok()?;
    secret.is_hash(PURPOSE, &said(name, email_folded), &tag).then_some(name)
}

fn said(name: &str, email_folded: &str) -> String {
    format!("{name} {email_folded}")
}
