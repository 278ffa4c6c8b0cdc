//! Changing the password and the address of one's own account.

use super::{
    google,
    recovery::tell,
    sessions::{NewSession, RECENT, Start, start},
};
use crate::{
    Backend, Error, Result, Viewer,
    providers::{
        identity::{CallError, Profile, is_common},
        mail::Kind,
    },
    revocation,
    throttle::{Action, network_key},
};
use chrono::{DateTime, Utc};
use domain::{
    AuditKind, Email, Refusal, email,
    identity::{EmailForm, IdentityCode, PasswordForm, SessionForm, Tokens},
    limits, text,
};

/// How the person signs in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Credentials {
    pub email: String,
    pub is_verified: bool,
    /// False for a person who signs in only with another provider, such as Google.
    pub has_password: bool,
    /// A new address that is not confirmed yet, and when its mail's code expires.
    pub pending_email: Option<(String, DateTime<Utc>)>,
    /// The address of the connected Google account.
    pub google_email: Option<String>,
    /// The time until which the sign-in is recent enough for connecting a Google account.
    pub fresh_until: DateTime<Utc>,
}

/// `id_token` is the viewer's own.
pub async fn credentials(backend: &Backend, viewer: &Viewer, id_token: &str) -> Result<Credentials> {
    let profile = own_profile(backend, viewer, id_token).await?;
    let (claims, pending_email) =
        tokio::try_join!(backend.identity.verify(id_token), backend.identity.pending_email(&profile.local_id))?;
    Ok(Credentials {
        has_password: profile.has_password(),
        is_verified: profile.email_verified,
        pending_email,
        google_email: google::email_of(&profile),
        fresh_until: DateTime::from_timestamp(claims.auth_time, 0).unwrap_or_default() + RECENT,
        email: profile.email,
    })
}

/// Sends a mail whose code confirms the address.
pub async fn send_verification(backend: &Backend, viewer: &Viewer, id_token: &str, address: &str) -> Result<()> {
    if own_profile(backend, viewer, id_token).await?.email_verified {
        return Err(Refusal::AlreadyConfirmed.into());
    }
    count_mail(backend, viewer, address).await?;
    Ok(backend.identity.mail_verification(id_token).await?)
}

/// Sends the mail of [`send_verification`] to somebody who has just registered, unless the address is confirmed. The account stands even
/// if that fails: the dashboard offers the mail again.
pub fn ask_to_confirm(backend: &Backend, id_token: &str) {
    let (later, id_token) = (backend.clone(), id_token.to_owned());
    backend.background.spawn(async move {
        let sent = async {
            if later.identity.lookup(&id_token).await?.email_verified {
                return Ok(());
            }
            later.identity.mail_verification(&id_token).await
        };
        if let Err(error) = sent.await {
            tracing::error!(error = %Error::from(error), "nobody was asked to confirm an address");
        }
    });
}

/// Sends a mail to the new address. The code in it makes the change.
pub async fn change_email(
    backend: &Backend,
    viewer: &Viewer,
    id_token: &str,
    form: &EmailForm,
    address: &str,
) -> Result<()> {
    let new = Email::parse_new(&form.email)?;
    let profile = own_profile(backend, viewer, id_token).await?;
    if email::fold(&profile.email) == new.folded() {
        return Err(Refusal::SameEmail.into());
    }
    let tokens = sign_in_again(backend, &profile, &form.current_password, address).await?;
    count_mail(backend, viewer, address).await?;
    Ok(backend.identity.mail_email_change(&tokens.id_token, new.as_str()).await?)
}

/// Ends every sign-in, and starts a new session for the device that made the change. `None`: the new password is set, but this device
/// has to sign in with it.
pub async fn change_password(
    backend: &Backend,
    viewer: &Viewer,
    id_token: &str,
    form: &PasswordForm,
    user_agent: &str,
    address: &str,
) -> Result<Option<NewSession>> {
    check_new(&form.new_password)?;
    let profile = own_profile(backend, viewer, id_token).await?;
    let tokens = sign_in_again(backend, &profile, &form.current_password, address).await?;
    backend.identity.set_password(&tokens.id_token, &form.new_password).await?;
    let again = backend.identity.sign_in(&profile.email, &form.new_password).await;
    if !backend.identity.is_embedded() {
        end_others(backend, &profile, again.as_ref().ok()).await?;
    }
    let session = match again {
        Ok(tokens) => {
            let form = SessionForm { refresh_token: tokens.refresh_token, zone: None, language: None };
            start(backend, &tokens.id_token, &form, user_agent, Start::Again).await
        }
        Err(error) => Err(error.into()),
    };
    // The password is changed, even if this device gets no session.
    session.map(Some).or_else(|error| {
        tracing::warn!(%error, "after a change of password this device has to sign in");
        Ok(None)
    })
}

/// Ends the other sign-ins, for a provider that is not embedded.
async fn end_others(backend: &Backend, profile: &Profile, again: Option<&Tokens>) -> Result<()> {
    let now = backend.clock.now();
    // The provider's clock may be behind ours. The new sign-in must not be older than the time before which sign-ins are invalid.
    let signed_in = match again {
        Some(tokens) => DateTime::from_timestamp(backend.identity.verify(&tokens.id_token).await?.auth_time, 0),
        None => None,
    };
    let since = signed_in.map_or(now, |at| at.min(now));
    revocation::revoke_now(backend, &profile.local_id, since, Some(AuditKind::PasswordChanged)).await?;
    tell(backend, &profile.local_id, profile.email.clone(), Kind::PasswordChanged).await;
    Ok(())
}

/// Refuses a bad new password. The embedded provider has the same rules.
pub(super) fn check_new(password: &str) -> Result<()> {
    if text::length(password) < limits::PASSWORD {
        Err(Refusal::WeakPassword.into())
    } else if password.len() > limits::PASSWORD_BYTES {
        Err(Refusal::PasswordTooLong.into())
    } else if is_common(password) {
        Err(Refusal::CommonPassword.into())
    } else {
        Ok(())
    }
}

pub(super) async fn own_profile(backend: &Backend, viewer: &Viewer, id_token: &str) -> Result<Profile> {
    let account = viewer.account()?;
    let profile = backend.identity.lookup(id_token).await?;
    if profile.local_id == account.user.uid { Ok(profile) } else { Err(Refusal::AccountMismatch.into()) }
}

/// Makes sure that the viewer is who they say, by the current password, or by a recent sign-in for a person without one. Returns a fresh
/// ID token. `id_token` is the viewer's own.
pub(crate) async fn confirm_person(
    backend: &Backend,
    viewer: &Viewer,
    id_token: &str,
    password: &str,
    address: &str,
) -> Result<String> {
    let profile = own_profile(backend, viewer, id_token).await?;
    if profile.has_password() {
        return Ok(sign_in_again(backend, &profile, password, address).await?.id_token);
    }
    if backend.identity.verify(id_token).await?.is_fresh(backend.clock.now(), RECENT) {
        Ok(id_token.to_owned())
    } else {
        Err(Refusal::GoogleRecent.into())
    }
}

/// Checks the current password. These attempts are counted apart from those at the sign-in, so that a stranger who guesses there cannot
/// prevent a change of the password.
async fn sign_in_again(backend: &Backend, profile: &Profile, password: &str, address: &str) -> Result<Tokens> {
    if !profile.has_password() {
        return Err(Refusal::NoPassword.into());
    }
    let uid = &profile.local_id;
    let tries = [(Action::SignIn, format!("{uid} {}", network_key(address))), (Action::AccountSignIn, uid.clone())];
    backend.throttle.take_all(&tries).await?;
    let tokens = backend.identity.sign_in(&profile.email, password).await.map_err(|error| match error {
        CallError::Refused(
            IdentityCode::InvalidPassword
            | IdentityCode::InvalidLoginCredentials
            | IdentityCode::EmailNotFound
            | IdentityCode::MissingPassword,
        ) => Refusal::WrongPassword.into(),
        CallError::Refused(IdentityCode::UserDisabled) => Refusal::UserDisabled.into(),
        other => Error::from(other),
    });
    // Only a wrong password stays counted.
    if !matches!(&tokens, Err(error) if error.is(Refusal::WrongPassword)) {
        backend.throttle.give_all_back(&tries).await;
    }
    let tokens = tokens?;
    if tokens.local_id == profile.local_id { Ok(tokens) } else { Err(Refusal::AccountMismatch.into()) }
}

pub(super) async fn count_mail(backend: &Backend, viewer: &Viewer, address: &str) -> Result<()> {
    backend.throttle.take(Action::Recovery, address).await?;
    backend.throttle.take(Action::RecoveryAccount, &viewer.account()?.user.uid).await
}
