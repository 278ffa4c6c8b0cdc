//! What a person says about themselves.

use crate::{Backend, Result, Viewer};
use domain::{Language, User};

/// `PUT /api/auth/update-profile`; an absent field stays as it is.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ProfileForm {
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub profile_image_url: Option<String>,
}

pub async fn update(_backend: &Backend, _viewer: &Viewer, _form: &ProfileForm) -> Result<User> {
    unimplemented!()
}

/// The IANA zone of the browser (product 4).
pub async fn set_zone(_backend: &Backend, _viewer: &Viewer, _zone: &str) -> Result<()> {
    unimplemented!()
}

/// The language of mails.
pub async fn set_language(_backend: &Backend, _viewer: &Viewer, _language: Language) -> Result<()> {
    unimplemented!()
}
