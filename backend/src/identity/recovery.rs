//! Coming back after a forgotten password, and confirming an address: both by a code that goes by mail.

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
    Refusal,
    identity::{ForgottenForm, IdentityCode, ResetForm},
    user,
};

/// The address of the account, after it was confirmed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfirmedEmail {
    pub email: String,
    /// It is another one than before; every sign-in has ended.
    pub changed: bool,
}

/// Has a link to a new password sent. Whoever asks learns nothing: the answer is the same, and as quick, for an address
/// with an account and for one without.
pub fn forgot_password(backend: &Backend, form: &ForgottenForm, address: &str) -> Result<()> {
    let email = form.email.trim().to_owned();
    if !user::is_email(&email) {
        return Err(Refusal::InvalidEmail.into());
    }
    backend.throttle.take(Action::Recovery, address)?;
    if backend.throttle.take(Action::RecoveryAccount, &user::fold_email(&email)).is_err() {
        return Ok(());
    }
    let later = backend.clone();
    let is_taken = backend.background.spawn(async move {
        match later.identity.mail_password_reset(&email).await {
            Ok(()) | Err(CallError::Refused(IdentityCode::EmailNotFound | IdentityCode::TooManyAttempts)) => {}
            Err(error) => tracing::error!(error = %Error::from(error), "no way to a new password was sent"),
        }
    });
    if is_taken { Ok(()) } else { Err(Error::unavailable("mail", "too many are waiting")) }
}

/// The same for the viewer's own account, who may know when it is too often.
pub async fn first_password(backend: &Backend, viewer: &Viewer, id_token: &str, address: &str) -> Result<()> {
    let email = own_profile(backend, viewer, id_token).await?.email;
    count_mail(backend, viewer, address)?;
    Ok(backend.identity.mail_password_reset(&email).await?)
}

/// What the code of a mail is for. Looking uses nothing up: programs that check mails open links as well.
pub async fn look_at_code(backend: &Backend, oob_code: &str, address: &str) -> Result<MailedCode> {
    tried(backend, address, backend.identity.look_at_code(oob_code)).await
}

/// Sets the password of the account that the code was sent for, and ends all its sign-ins.
pub async fn reset_password(backend: &Backend, form: &ResetForm, address: &str) -> Result<()> {
    check_new(&form.new_password)?;
    let call = backend.identity.reset_password(&form.oob_code, &form.new_password);
    let done = tried(backend, address, call).await?;
    if backend.identity.is_embedded() {
        return Ok(());
    }
    // The address may be another than the one we stored; only the provider knows whose it is.
    let uid = match backend.identity.sign_in(&done.email, &form.new_password).await {
        Ok(tokens) => Some(tokens.local_id),
        Err(_) => store::uid_of_email(&backend.db, &user::fold_email(&done.email)).await?,
    };
    if let Some(uid) = uid {
        revocation::revoke_now(backend, &uid, backend.clock.now()).await?;
        tell(backend, &uid, done.email, Kind::PasswordChanged).await;
    }
    Ok(())
}

/// Confirms the address that the code was sent to; for a change it becomes the account's, and all sign-ins end.
pub async fn confirm_email(backend: &Backend, oob_code: &str, address: &str) -> Result<ConfirmedEmail> {
    let confirmed = tried(backend, address, backend.identity.confirm_email(oob_code)).await?;
    let user = store::find_by_uid(&backend.db, &confirmed.local_id).await?;
    let changed = user.as_ref().is_some_and(|user| user.email != confirmed.email);
    // It counts as confirmed here from now on, changed or not.
    if let Some(user) = &user {
        follow::set_email(backend, user, &confirmed.email).await?;
    }
    let before = user.map(|user| user.email);
    if let Some(before) = before.filter(|_| changed && !backend.identity.is_embedded()) {
        revocation::revoke_now(backend, &confirmed.local_id, backend.clock.now()).await?;
        tell(backend, &confirmed.local_id, before, Kind::EmailChanged).await;
    }
    Ok(ConfirmedEmail { email: confirmed.email, changed })
}

/// Only codes that do not exist count as tries.
async fn tried<T>(backend: &Backend, address: &str, call: impl Future<Output = Result<T, CallError>>) -> Result<T> {
    backend.throttle.take(Action::RecoveryCode, address)?;
    let done = call.await;
    if !matches!(done, Err(CallError::Refused(IdentityCode::InvalidOobCode | IdentityCode::MissingOobCode))) {
        backend.throttle.give_back(Action::RecoveryCode, address);
    }
    done.map_err(|error| match error {
        CallError::Refused(IdentityCode::UserDisabled) => Refusal::UserDisabled.into(),
        other => other.into(),
    })
}

/// Where the provider does not tell people what changed, we do.
pub(super) async fn tell(backend: &Backend, uid: &str, to: String, kind: Kind) {
    let told = match backend.mail.language_of(uid).await {
        Ok(language) => backend.mail.send(&Message { to, language, kind }).await,
        Err(error) => Err(error),
    };
    if let Err(error) = told {
        tracing::error!(%error, "nobody was told of a change");
    }
}
