//! What a person says about themselves.

mod picture;
mod store;

pub use picture::set_picture;

use crate::{Backend, Result, Viewer};
use domain::{Language, Refusal, User, day, limits, text, user};

/// `PUT /api/auth/update-profile`; an absent field stays as it is.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ProfileForm {
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub profile_image_url: Option<String>,
}

/// The first name is required, the last name is not (spec 5); an empty picture's address removes the picture.
pub async fn update(backend: &Backend, viewer: &Viewer, form: &ProfileForm) -> Result<User> {
    let mut user = viewer.account()?.user.clone();
    if let Some(typed) = &form.first_name {
        user.first_name = user::name(typed)?;
        if user.first_name.is_empty() {
            return Err(Refusal::NameMissing.into());
        }
    }
    if let Some(typed) = &form.last_name {
        user.last_name = user::name(typed)?;
    }
    if let Some(typed) = &form.profile_image_url {
        user.profile_image_url = picture(typed)?;
    }
    let both = format!("{} {}", user.first_name, user.last_name);
    both.trim().clone_into(&mut user.display_name);
    store::update(&backend.db, &user).await?;
    Ok(user)
}

/// The IANA zone of the browser; the day that was today in the old one stays today (product 4).
pub async fn set_zone(backend: &Backend, viewer: &Viewer, zone: &str) -> Result<()> {
    let account = viewer.account()?;
    let zone = day::parse_zone(zone).ok_or(Refusal::InvalidZone)?;
    if zone == account.zone {
        return Ok(());
    }
    store::set_zone(&backend.db, account.user.id, zone.name(), account.today(&backend.clock)).await
}

/// The language of mails.
pub async fn set_language(backend: &Backend, viewer: &Viewer, language: Language) -> Result<()> {
    let account = viewer.account()?;
    if language == account.language {
        return Ok(());
    }
    store::set_language(&backend.db, account.user.id, language.as_str()).await
}

/// A picture's address; never one that runs script or names a file of the reader.
fn picture(typed: &str) -> Result<Option<String>> {
    let url = typed.trim();
    if url.is_empty() {
        return Ok(None);
    }
    let plain = !url.chars().any(|c| c.is_whitespace() || c.is_control());
    if url.starts_with("https://") && plain && text::length(url) <= limits::URL {
        Ok(Some(url.to_owned()))
    } else {
        Err(Refusal::InvalidForm.into())
    }
}
