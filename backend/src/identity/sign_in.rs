//! Signing in with e-mail and password, and the session in which every sign-in ends.

use super::{
    bearer,
    sessions::{NewSession, end_session, start_session},
};
use crate::{
    Backend, Error, Result,
    providers::identity::{CallError, Caller},
    throttle::Action,
};
use domain::{
    Language, Refusal,
    identity::{IdentityCode, SessionForm, SignInForm, Tokens},
};

/// The browser in which somebody signs in.
#[derive(Clone, Default, derive_more::Debug)]
#[debug("Browser(..)")]
pub struct Browser {
    pub caller: Caller,
    /// The cookie of the session that the browser has so far.
    pub session: Option<String>,
    pub user_agent: String,
    /// The IANA time zone.
    pub zone: Option<String>,
    pub language: Language,
}

/// Starts a session for a registered person.
pub async fn sign_in(backend: &Backend, browser: &Browser, form: &SignInForm) -> Result<NewSession> {
    check(form)?;
    let tokens = with_password(backend, browser, form).await?;
    let tokens = tokens.map_err(|code| refusal(code, Refusal::AuthenticationFailed))?;
    begin(backend, browser, &tokens).await
}

/// Refuses a form in which the address or the password is missing.
pub(super) fn check(form: &SignInForm) -> Result<()> {
    let fields = [("email", form.email.trim()), ("password", &form.password)];
    match fields.iter().find(|(_, typed)| typed.is_empty()) {
        Some((field, _)) => Err(domain::Error::from(Refusal::CredentialsMissing).with("field", field).into()),
        None => Ok(()),
    }
}

/// The inner error is the provider's refusal.
pub(super) async fn with_password(
    backend: &Backend,
    browser: &Browser,
    form: &SignInForm,
) -> Result<Result<Tokens, IdentityCode>> {
    let email = form.email.trim();
    // The embedded provider counts for itself. To another one everybody comes from our address; it counts tries per account.
    let tries = if backend.identity.is_embedded() {
        Vec::new()
    } else {
        vec![(Action::SignIn, browser.caller.address.clone())]
    };
    backend.throttle.take_all(&tries).await?;
    let answer = backend.identity.sign_in_as(&browser.caller, email, &form.password).await;
    // A refusal stays counted.
    if !matches!(answer, Err(CallError::Refused(_))) {
        backend.throttle.give_all_back(&tries).await;
    }
    understood(answer)
}

/// Tells a refusal of the provider from a failure.
pub(super) fn understood<T>(answer: Result<T, CallError>) -> Result<Result<T, IdentityCode>> {
    match answer {
        Ok(done) => Ok(Ok(done)),
        Err(CallError::Refused(code)) => Ok(Err(code)),
        Err(CallError::Broken(error)) => Err(error),
    }
}

/// Starts a session for the person of these tokens, who must be registered, and ends the browser's earlier one.
pub(super) async fn begin(backend: &Backend, browser: &Browser, tokens: &Tokens) -> Result<NewSession> {
    if bearer::read(backend, &tokens.id_token).await?.1.is_none() {
        return Err(Refusal::UserNotFound.into());
    }
    let form = SessionForm {
        refresh_token: tokens.refresh_token.clone(),
        zone: browser.zone.clone(),
        language: Some(browser.language.as_str().to_owned()),
    };
    let session = start_session(backend, &tokens.id_token, &form, &browser.user_agent).await?;
    if let Some(earlier) = &browser.session {
        end_session(backend, earlier).await?;
    }
    Ok(session)
}

/// The refusal shown for a code of the provider (spec 8); `otherwise` for codes that nobody can act on.
pub(super) fn refusal(code: IdentityCode, otherwise: Refusal) -> Error {
    let refusal = match code {
        IdentityCode::TooManyAttempts => {
            return domain::Error::from(Refusal::TooManyAttempts).retry_after(60).into();
        }
        IdentityCode::EmailExists => Refusal::EmailTaken,
        IdentityCode::InvalidEmail => Refusal::InvalidEmail,
        IdentityCode::EmailNotFound => Refusal::EmailNotFound,
        IdentityCode::InvalidPassword => Refusal::InvalidPassword,
        IdentityCode::InvalidLoginCredentials => Refusal::InvalidLoginCredentials,
        IdentityCode::MissingPassword => Refusal::CredentialsMissing,
        IdentityCode::WeakPassword => Refusal::WeakPassword,
        IdentityCode::CommonPassword => Refusal::CommonPassword,
        IdentityCode::PasswordRequirements => Refusal::PasswordRequirements,
        IdentityCode::UserDisabled => Refusal::UserDisabled,
        IdentityCode::InvalidIdToken | IdentityCode::TokenExpired | IdentityCode::UserNotFound => Refusal::NoUser,
        IdentityCode::OperationNotAllowed | IdentityCode::PasswordLoginDisabled => Refusal::PasswordLoginDisabled,
        IdentityCode::AdminOnly => Refusal::AdminOnly,
        IdentityCode::UnauthorizedDomain => Refusal::GoogleDomain,
        IdentityCode::Misconfigured => Refusal::GoogleDenied,
        _ => otherwise,
    };
    refusal.into()
}

#[cfg(test)]
mod tests {
    use super::refusal;
    use domain::{Refusal, identity::IdentityCode};

    #[test]
    fn refusals_of_the_provider_have_the_texts_of_the_catalogue() {
        for (wire, expected) in [
            ("EMAIL_EXISTS", "email_taken"),
            ("WEAK_PASSWORD : Password should be at least 6 characters", "weak_password"),
            ("WEAK_PASSWORD : Password is one of the commonest", "common_password"),
            ("INVALID_EMAIL", "invalid_email"),
            ("EMAIL_NOT_FOUND", "email_not_found"),
            ("INVALID_PASSWORD", "invalid_password"),
            ("INVALID_LOGIN_CREDENTIALS", "invalid_login_credentials"),
            ("USER_DISABLED", "user_disabled"),
            ("USER_NOT_FOUND", "no_user"),
            ("TOO_MANY_ATTEMPTS_TRY_LATER", "too_many_attempts"),
            ("OPERATION_NOT_ALLOWED", "password_login_disabled"),
            ("PASSWORD_LOGIN_DISABLED", "password_login_disabled"),
            ("UNAUTHORIZED_DOMAIN : DOMAIN_NOT_WHITELISTED", "google_domain"),
            ("CONFIGURATION_NOT_FOUND", "google_denied"),
            ("API key not valid. Please pass a valid API key.", "google_denied"),
            ("ADMIN_ONLY_OPERATION", "admin_only"),
            ("PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing", "password_requirements"),
            ("QUOTA_EXCEEDED", "authentication_failed"),
        ] {
            let found = refusal(IdentityCode::parse(wire), Refusal::AuthenticationFailed);
            assert_eq!(found.refusal().code(), expected, "{wire}");
        }
    }
}
