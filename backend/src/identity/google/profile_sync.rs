//! Copies name and picture from Google when they are missing here or have changed there. A change that somebody made in their profile
//! stays (product 12).

use super::{
    photo,
    store::{self, SyncedProfile},
};
use crate::{
    Backend, Result, Viewer, audit,
    identity::{recovery::tell, store::find_by_uid},
    profile::{self, ProfileForm},
    providers::{identity::FederatedSignIn, mail::Kind},
};
use domain::{AuditKind, limits, text, user};
use std::time::Duration;
use tokio::sync::oneshot;

/// The time that the sign-in waits. After that the work goes on in the background.
const TIMEOUT: Duration = Duration::from_millis(1500);

/// A first and a last name. The first name is never empty; the last name may be.
#[derive(Debug, PartialEq, Eq)]
pub struct Names {
    pub first: String,
    pub last: String,
}

impl Names {
    pub fn of(signed: &FederatedSignIn) -> Self {
        let plain = |name: Option<&str>| name.map(shortened).unwrap_or_default();
        let (mut first, mut last) = (plain(signed.first_name.as_deref()), plain(signed.last_name.as_deref()));
        if first.is_empty() {
            let whole = signed.display_name.as_deref().unwrap_or_default().trim();
            let (one, rest) = whole.split_once(' ').unwrap_or((whole, ""));
            first = shortened(one);
            if last.is_empty() {
                last = shortened(rest);
            }
        }
        if first.is_empty() {
            first = shortened(signed.email.split('@').next().unwrap_or_default());
        }
        if first.is_empty() {
            first = "User".into();
        }
        Self { first, last }
    }

    fn whole(&self) -> String {
        format!("{} {}", self.first, self.last).trim().to_owned()
    }
}

/// The name, shortened and cleaned to what may be stored.
fn shortened(name: &str) -> String {
    let plain: String = name.chars().filter(|c| !c.is_control()).collect();
    let mut name = plain.trim().to_owned();
    while text::length(&name) > limits::NAME {
        name.pop();
    }
    user::name(&name).unwrap_or_default()
}

/// The person's action with Google.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    Registered,
    SignedIn,
    Linked,
}

/// Starts the copy. An error does not prevent the sign-in.
pub async fn begin(backend: &Backend, uid: &str, signed: &FederatedSignIn, how: How) {
    let (shared, uid, signed) = (backend.clone(), uid.to_owned(), signed.clone());
    let (done, is_done) = oneshot::channel::<()>();
    backend.background.spawn(async move {
        if let Err(error) = profile_sync(&shared, &uid, &signed, how).await {
            tracing::warn!(%error, "name or picture of the Google account were not taken over");
        }
        drop(done);
    });
    drop(tokio::time::timeout(TIMEOUT, is_done).await);
}

async fn profile_sync(backend: &Backend, uid: &str, signed: &FederatedSignIn, how: How) -> Result<()> {
    let Some(row) = find_by_uid(&backend.db, uid).await? else { return Ok(()) };
    let viewer = row.viewer(backend.clock.now())?;
    let before = store::synced_profile(&backend.db, uid).await?;
    let names = Names::of(signed);
    let photo = signed.photo_url.clone();
    let now = SyncedProfile { federated_name: Some(names.whole()), federated_photo_url: photo.clone() };
    if now == before {
        return Ok(());
    }
    // The new values are stored before the copy: two sign-ins at once copy once, and a failed download is not tried again.
    if !store::update_synced_profile(&backend.db, uid, &before, &now).await? {
        return Ok(());
    }
    let account = viewer.account()?;
    // The embedded provider sends this mail itself. Connecting in the settings sends it there.
    if how == How::SignedIn && before.federated_name.is_none() && !backend.identity.is_embedded() {
        tell(backend, uid, account.user.email.clone(), Kind::GoogleConnected).await;
        audit::record_after(backend, account.user.id, AuditKind::GoogleConnected).await;
    }
    let is_nameless = account.user.first_name.trim().is_empty();
    let changed = before.federated_name.is_some() && before.federated_name != now.federated_name;
    if how != How::Registered && (is_nameless || changed) {
        rename(backend, &viewer, names).await?;
    }
    let Some(url) = photo else { return Ok(()) };
    let has_none = account.user.profile_image_url.is_none();
    let changed = before.federated_photo_url.as_ref().is_some_and(|before| *before != url);
    let is_first = has_none && before.federated_photo_url.is_none();
    if changed || is_first {
        let upload = photo::download(backend, &url).await?;
        profile::set_picture(backend, account.user.id, upload).await?;
    }
    Ok(())
}

async fn rename(backend: &Backend, viewer: &Viewer, names: Names) -> Result<()> {
    let form = ProfileForm { first_name: Some(names.first), last_name: Some(names.last), ..ProfileForm::default() };
    profile::update(backend, viewer, form).await.map(drop)
}

#[cfg(test)]
mod tests {
    use super::Names;
    use crate::providers::identity::FederatedSignIn;

    #[test]
    fn every_google_account_gives_a_first_name() {
        let names = |first: &str, last: &str, whole: &str, email: &str| {
            let mut signed = FederatedSignIn::default();
            let some = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
            (signed.first_name, signed.last_name, signed.display_name) = (some(first), some(last), some(whole));
            signed.email = email.into();
            let Names { first, last } = Names::of(&signed);
            (first, last)
        };
        let pair = |first: &str, last: &str| (first.to_owned(), last.to_owned());
        assert_eq!(names("Anna", "Berger", "Anna Berger", "a@x.de"), pair("Anna", "Berger"));
        assert_eq!(names("Anna", "", "Anna", "a@x.de"), pair("Anna", ""));
        assert_eq!(names("", "", "Anna Maria Berger", "a@x.de"), pair("Anna", "Maria Berger"));
        assert_eq!(names("", "", "", "anna@x.de"), pair("anna", ""));
        assert_eq!(names(" \u{7}", "", "\n", "@"), pair("User", ""));
        assert_eq!(names(&"ä".repeat(200), "", "", "").0.chars().count(), 80);
    }
}
