//! The input of `accounts:signInWithIdp`.

use super::super::answer::Refused;
use crate::providers::openid::PROVIDER_ID;
use domain::identity::IdentityCode;
use serde::Deserialize;

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct IdpForm {
    request_uri: Option<String>,
    /// A form-encoded string: `providerId=google.com&id_token=…&nonce=…`.
    post_body: Option<String>,
    /// The ID token of the account to connect. None: this is a sign-in.
    pub id_token: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
pub struct PostBody {
    #[serde(rename = "providerId")]
    provider_id: String,
    pub id_token: String,
    /// The nonce before hashing. Without it, a leaked token would open an account.
    pub nonce: String,
}

impl PostBody {
    pub fn read(form: &IdpForm) -> Result<Self, Refused> {
        if form.request_uri.as_deref().is_none_or(str::is_empty) {
            return Err(Refused::new("MISSING_REQUEST_URI"));
        }
        let invalid = || Refused::from(IdentityCode::InvalidIdpResponse);
        let body: Self =
            serde_urlencoded::from_str(form.post_body.as_deref().unwrap_or_default()).map_err(|_| invalid())?;
        if body.provider_id.is_empty() {
            return Err(Refused::new("INVALID_CREDENTIAL_OR_PROVIDER_ID"));
        }
        if body.provider_id != PROVIDER_ID {
            return Err(IdentityCode::OperationNotAllowed.into());
        }
        if body.id_token.is_empty() {
            return Err(invalid());
        }
        if body.nonce.is_empty() {
            return Err(Refused::new("MISSING_OR_INVALID_NONCE"));
        }
        Ok(body)
    }
}
