//! Known browsers: somebody has signed in with them since `valid_since`. Strangers who guess passwords do not lock them out.

use super::{Embedded, store};
use crate::{Result, Secret};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, Utc};
use domain::{User, email};

const PURPOSE: &str = "known device";

impl Embedded {
    /// The value of the browser's cookie: a random name, and a keyed hash of the name and the account. None: there is no such account.
    pub async fn known_device(&self, user: &User) -> Result<Option<String>> {
        let Some(account) = store::find(&self.db, &user.uid).await? else { return Ok(None) };
        let name = self.secret.token(12)?;
        let tag = self.secret.hash(PURPOSE, &said(&name, &email::fold(&user.email), account.valid_since));
        Ok(Some(format!("{name}.{}", URL_SAFE_NO_PAD.encode(tag))))
    }
}

/// The name in the cookie, if it was issued for the account with this address since `valid_since`.
pub fn device_of<'a>(
    secret: &Secret,
    cookie: &'a str,
    email_folded: &str,
    valid_since: DateTime<Utc>,
) -> Option<&'a str> {
    let (name, tag) = cookie.split_once('.')?;
    let tag = URL_SAFE_NO_PAD.decode(tag).ok()?;
    secret.is_hash(PURPOSE, &said(name, email_folded, valid_since), &tag).then_some(name)
}

fn said(name: &str, email_folded: &str, valid_since: DateTime<Utc>) -> String {
    format!("{name} {email_folded} {}", valid_since.timestamp())
}
