//! The Google connection in the settings: shows whether an account is connected, and disconnects it.

use super::{outcome::of_provider, store};
use crate::{
    Backend, Result, Viewer,
    identity::{recovery::tell, session_list, sessions},
    providers::{mail::Kind, openid::PROVIDER_ID},
};
use chrono::{DateTime, Utc};
use domain::Refusal;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Connection {
    /// The Google account's address.
    pub connected_as: Option<String>,
    pub has_password: bool,
    /// Until this time the sign-in is recent enough for connecting.
    pub fresh_until: DateTime<Utc>,
}

/// `session` is the session's cookie.
pub async fn connection(backend: &Backend, viewer: &Viewer, session: &str) -> Result<Connection> {
    viewer.account()?;
    let token = sessions::id_token(backend, session).await?;
    let claims = backend.identity.verify(&token.token).await?;
    let profile = backend.identity.lookup(&token.token).await.map_err(of_provider)?;
    let of = |provider: &str| profile.provider_user_info.iter().find(|linked| linked.provider_id == provider);
    Ok(Connection {
        connected_as: of(PROVIDER_ID).map(|linked| linked.email.clone().unwrap_or_default()),
        has_password: of("password").is_some(),
        fresh_until: DateTime::from_timestamp(claims.auth_time, 0).unwrap_or_default() + sessions::RECENT,
    })
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
    store::forget_taken_over(&backend.db, &account.user.uid).await?;
    session_list::end_others(backend, viewer, session).await
}
