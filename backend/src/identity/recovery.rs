//! Resetting a forgotten password and confirming an address, both with a code that is sent by mail.

use super::{
    credentials::{check_new, count_mail, own_profile},
    follow, store,
};
use crate::{
    Backend, Error, Result, Viewer,
    providers::{
        identity::{CallError, MailedCode},
        mail::{Kind, Message},
    },
    revocation,
    throttle::Action,
};
use domain::{
    AuditKind, Email, Refusal, email,
    identity::{ForgottenForm, IdentityCode, ResetForm},
};

/// The account's address, now confirmed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfirmedEmail {
    pub email: String,
    /// The address differs from the one before, and every sign-in has ended.
    pub changed: bool,
}

/// Sends a mail with a link for setting a new password. The result and its speed are the same with and without an account, so that nobody
/// learns who has one.
pub async fn forgot_password(backend: &Backend, form: &ForgottenForm, address: &str) -> Result<()> {
    let email = Email::parse(&form.email)?;
    backend.throttle.take(Action::Recovery, address).await?;
    match backend.throttle.take(Action::RecoveryAccount, &email.folded()).await {
        Ok(()) => {}
        Err(error) if error.is(Refusal::TooManyRequests) => return Ok(()),
        Err(error) => return Err(error),
    }
    let later = backend.clone();
    let is_taken = backend.background.spawn(async move {
        match later.identity.mail_password_reset(email.as_str()).await {
            Ok(()) | Err(CallError::Refused(IdentityCode::EmailNotFound | IdentityCode::TooManyAttempts)) => {}
            Err(error) => tracing::error!(error = %Error::from(error), "no way to a new password was sent"),
        }
    });
    if is_taken { Ok(()) } else { Err(Error::unavailable("mail", "too many are waiting")) }
}

/// The same for the viewer's own account. Here a request that comes too often is refused openly.
pub async fn first_password(backend: &Backend, viewer: &Viewer, id_token: &str, address: &str) -> Result<()> {
    let email = own_profile(backend, viewer, id_token).await?.email;
    count_mail(backend, viewer, address).await?;
    Ok(backend.identity.mail_password_reset(&email).await?)
}

/// The purpose of a code from a mail. This does not consume the code, because mail scanners open links too.
pub async fn look_at_code(backend: &Backend, oob_code: &str, address: &str) -> Result<MailedCode> {
    tried(backend, address, backend.identity.look_at_code(oob_code)).await
}

/// Sets the password of the account that the code was sent for, and ends all of its sign-ins.
pub async fn reset_password(backend: &Backend, form: &ResetForm, address: &str) -> Result<()> {
    check_new(&form.new_password)?;
    let call = backend.identity.reset_password(&form.oob_code, &form.new_password);
    let done = tried(backend, address, call).await?;
    if backend.identity.is_embedded() {
        return Ok(());
    }
    // The address may differ from the one that we stored. Only the provider knows whose it is.
    let uid = match backend.identity.sign_in(&done.email, &form.new_password).await {
        Ok(tokens) => Some(tokens.local_id),
        Err(_) => store::uid_of_email(&backend.db, &email::fold(&done.email)).await?,
    };
    if let Some(uid) = uid {
        revocation::revoke_now(backend, &uid, backend.clock.now(), Some(AuditKind::PasswordReset)).await?;
        tell(backend, &uid, done.email, Kind::PasswordChanged).await;
    }
    Ok(())
}

/// Confirms the address that the code was sent to. If it is a new address, it becomes the account's, and all sign-ins end.
pub async fn confirm_email(backend: &Backend, oob_code: &str, address: &str) -> Result<ConfirmedEmail> {
    let confirmed = tried(backend, address, backend.identity.confirm_email(oob_code)).await?;
    let user = store::find_by_uid(&backend.db, &confirmed.local_id).await?;
    let changed = user.as_ref().is_some_and(|user| user.email != confirmed.email);
    // The address counts as confirmed here too, changed or not.
    if let Some(user) = &user {
        follow::set_email(backend, user, &confirmed.email).await?;
    }
    let before = user.map(|user| user.email);
    if let Some(before) = before.filter(|_| changed && !backend.identity.is_embedded()) {
        // `follow` has written the change down.
        revocation::revoke_now(backend, &confirmed.local_id, backend.clock.now(), None).await?;
        tell(backend, &confirmed.local_id, before, Kind::EmailChanged).await;
    }
    Ok(ConfirmedEmail { email: confirmed.email, changed })
}

/// Counts the attempt only if the code does not exist.
async fn tried<T>(backend: &Backend, address: &str, call: impl Future<Output = Result<T, CallError>>) -> Result<T> {
    backend.throttle.take(Action::RecoveryCode, address).await?;
    let done = call.await;
    if !matches!(done, Err(CallError::Refused(IdentityCode::InvalidOobCode | IdentityCode::MissingOobCode))) {
        backend.throttle.give_back(Action::RecoveryCode, address).await;
    }
    done.map_err(|error| match error {
        CallError::Refused(IdentityCode::UserDisabled) => Refusal::UserDisabled.into(),
        other => other.into(),
    })
}

/// Sends the mail about a change, for a provider that does not send it itself.
pub(super) async fn tell(backend: &Backend, uid: &str, to: String, kind: Kind) {
    let told = match backend.mail.language_of(uid).await {
        Ok(language) => backend.mail.send(&Message { to, language, kind }).await,
        Err(error) => Err(error),
    };
    if let Err(error) = told {
        tracing::error!(%error, "nobody was told of a change");
    }
}
