//! A person's profile and preferences.

mod choices;
mod picture;
mod store;

pub use choices::{set_assistant_consent, set_day_end, set_default_visibility, set_language, set_zone};
pub use picture::set_picture;

use crate::{
    Account, Backend, Result, Viewer,
    media::{self, Upload},
};
use domain::{Refusal, User, user};
use store::{Change, NewPicture};

/// `PATCH /api/profile`. Absent fields stay as they are.
#[derive(Clone, Debug, Default)]
pub struct ProfileForm {
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub username: Option<String>,
    pub picture: Picture,
}

#[derive(Clone, Debug, Default)]
pub enum Picture {
    #[default]
    Keep,
    Remove,
    New(Upload),
}

/// `PUT /api/auth/update-profile`. Absent fields stay as they are.
#[derive(Clone, Debug, Default, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProfileForm)]
pub struct AddressForm {
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    /// An empty string removes the picture. Any other value must be the address of the person's current picture.
    pub profile_image_url: Option<String>,
}

/// Like [`update`], with the picture given by its address. Any address but that of the current picture is refused:
/// pictures of other hosts are never shown.
pub async fn update_by_address(backend: &Backend, viewer: &Viewer, form: AddressForm) -> Result<User> {
    let account = viewer.account()?;
    let picture = match form.profile_image_url.as_deref().map(str::trim) {
        None => Picture::Keep,
        Some("") => Picture::Remove,
        Some(url) if picture::is_own(backend, account, url) => Picture::Keep,
        Some(_) => return Err(Refusal::ForeignPicture.into()),
    };
    let (first_name, last_name) = (form.first_name, form.last_name);
    update(backend, viewer, ProfileForm { first_name, last_name, username: None, picture }).await
}

/// Changes the profile. The first name is required, the last name is not (spec 5). A refused form changes nothing.
pub async fn update(backend: &Backend, viewer: &Viewer, form: ProfileForm) -> Result<User> {
    let account = viewer.account()?;
    let mut change = checked(account, &form)?;
    let mut new = None;
    match form.picture {
        Picture::Keep => {}
        Picture::Remove => change.picture = NewPicture::None,
        Picture::New(upload) => {
            let image = media::store_portrait(backend, account.user.id, upload).await?;
            change.picture = NewPicture::Is(image);
            new = Some(image.0);
        }
    }
    let attempt = async {
        let mut tx = backend.db.begin().await?;
        let done = store::update(&mut tx, account.user.id, &change).await?;
        Ok((tx, done))
    };
    let (tx, (row, before)) = match attempt.await {
        Ok(done) => done,
        Err(error) => {
            media::discard(backend, new.as_slice()).await;
            return Err(error);
        }
    };
    // The rows may exist if the answer to COMMIT is lost, so the new files stay. The sweep removes files without rows.
    tx.commit().await?;
    media::remove(backend, before.as_slice()).await;
    Ok(row.over(account.user.clone()))
}

fn checked(account: &Account, form: &ProfileForm) -> Result<Change> {
    let first_name = form.first_name.as_deref().map(user::name).transpose()?;
    if first_name.as_ref().is_some_and(String::is_empty) {
        return Err(Refusal::FirstNameMissing.into());
    }
    let last_name = form.last_name.as_deref().map(user::name).transpose()?;
    // An unchanged username is not checked: one that was generated at registration may break the rules.
    let typed = form.username.as_deref().filter(|typed| typed.trim() != account.user.username);
    let username = typed.map(user::username).transpose()?;
    Ok(Change { first_name, last_name, username, picture: NewPicture::Same })
}
