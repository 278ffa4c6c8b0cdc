//! The Google connection in the settings.

use super::{outcome::of_provider, store};
use crate::{
    Backend, Result, Viewer,
    identity::{recovery::tell, session_list},
    providers::{identity::Profile, mail::Kind, openid::PROVIDER_ID},
};
use domain::{AuditKind, Refusal};

/// The address of the connected Google account.
pub fn email_of(profile: &Profile) -> Option<String> {
    let linked = profile.provider_user_info.iter().find(|linked| linked.provider_id == PROVIDER_ID)?;
    Some(linked.email.clone().unwrap_or_default())
}

/// Refused if the person has no other way to sign in. Every other session ends, because it may have been opened with Google. `session` is
/// the cookie of the session that makes the request.
pub async fn disconnect(backend: &Backend, viewer: &Viewer, id_token: &str, session: Option<&str>) -> Result<()> {
    let account = viewer.account()?;
    let profile = backend.identity.lookup(id_token).await.map_err(of_provider)?;
    if profile.local_id != account.user.uid {
        return Err(Refusal::AccountMismatch.into());
    }
    let has = |provider: &str| profile.provider_user_info.iter().any(|linked| linked.provider_id == provider);
    if !has("password") {
        return Err(Refusal::GoogleOnly.into());
    }
    if !has(PROVIDER_ID) {
        return Ok(());
    }
    backend.identity.disconnect_google(id_token).await.map_err(of_provider)?;
    tell(backend, &account.user.uid, profile.email, Kind::GoogleDisconnected).await;
    store::clear_synced_profile(&backend.db, &account.user.uid).await?;
    // The embedded provider has written it down itself.
    let cause = (!backend.identity.is_embedded()).then_some(AuditKind::GoogleDisconnected);
    session_list::end_others_after(backend, viewer, session, cause).await
}
