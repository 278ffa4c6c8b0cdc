//! Registration with e-mail, password and an invitation code, as one step (spec 4, product 8).

use super::{
    account,
    bearer::viewer_of_bearer,
    credentials::{ask_to_confirm, check_new},
    sessions::{NewSession, end_session},
    sign_in::{self, Browser, refusal, sign_in, understood, with_password},
};
use crate::{Backend, Error, Result, Viewer, invitation_codes::validate_invitation, throttle::Action};
use domain::{
    Refusal,
    identity::{IdentityCode, InvitedForm, RegistrationForm, Tokens, invitation_of},
    user,
};

/// A registration that ended in a session.
#[derive(Debug)]
pub struct Registered {
    pub session: NewSession,
    /// False: there was an account with this address and password already, and the person only signed in.
    pub is_new: bool,
}

/// Makes identity, account and session. Sent again after a lost answer, it makes no second account: it goes on where it broke off, or signs
/// the person in.
pub async fn register(backend: &Backend, browser: &Browser, form: &InvitedForm) -> Result<Registered> {
    check(form)?;
    let (backend, browser, form) = (backend.clone(), browser.clone(), form.clone());
    // This runs to its end even if the browser goes away: a new identity must get its account or be deleted.
    tokio::spawn(async move { in_order(&backend, &browser, &form).await }).await?
}

/// Refuses a form with a missing field, in the order of the fields (spec 5).
fn check(form: &InvitedForm) -> Result<()> {
    let of_field = |refusal: Refusal, field| Error::from(domain::Error::from(refusal).with("field", field));
    for (field, typed) in [("first_name", &form.first_name), ("last_name", &form.last_name)] {
        let name = user::name(typed).map_err(|error| of_field(error.refusal, field))?;
        if name.is_empty() {
            return Err(of_field(Refusal::NameMissing, field));
        }
    }
    sign_in::check(&form.credentials)?;
    if invitation_of(&form.invitation_code).0.trim().is_empty() {
        return Err(of_field(Refusal::InvitationMissing, "invitation_code"));
    }
    Ok(())
}

async fn in_order(backend: &Backend, browser: &Browser, form: &InvitedForm) -> Result<Registered> {
    if let Some(earlier) = &browser.session {
        end_session(backend, earlier).await?;
    }
    let address = &browser.caller.address;
    if let Err(error) = validate_invitation(backend, &Viewer::Guest, &form.invitation_code, address).await {
        return if error.is(Refusal::InvitationUsed) { again(backend, browser, form, error).await } else { Err(error) };
    }
    check_new(&form.credentials.password)?;
    let (tokens, is_new) = match sign_up(backend, browser, form).await? {
        Ok(tokens) => (tokens, true),
        Err(IdentityCode::EmailExists) => (left_over(backend, browser, form).await?, false),
        Err(code) => return Err(refusal(code, Refusal::RegistrationFailed)),
    };
    match make_account(backend, browser, form, &tokens).await {
        Ok(()) => Ok(Registered { session: sign_in::begin(backend, browser, &tokens).await?, is_new: true }),
        Err(Error::Refused(error)) => {
            if is_new {
                account::delete_identity(backend, &tokens).await;
            }
            Err(Error::Refused(error))
        }
        // There may be an account: the identity stays, and the next try goes on with it.
        Err(error) => {
            tracing::error!(%error, "the account of a new identity was not stored");
            Err(Refusal::DatabaseRegistrationFailed.into())
        }
    }
}

/// The code is used, perhaps by this person, whose answer was lost: then they are signed in. A wrong address or password leaves it at
/// `used`. A throttle or a failure says nothing about the code, and is passed on.
async fn again(backend: &Backend, browser: &Browser, form: &InvitedForm, used: Error) -> Result<Registered> {
    match sign_in(backend, browser, &form.credentials).await {
        Ok(session) => Ok(Registered { session, is_new: false }),
        Err(error) if error.refusal().status() < 429 => Err(used),
        Err(error) => Err(error),
    }
}

async fn sign_up(backend: &Backend, browser: &Browser, form: &InvitedForm) -> Result<Result<Tokens, IdentityCode>> {
    // The embedded provider counts for itself.
    if !backend.identity.is_embedded() {
        backend.throttle.take(Action::SignUp, &browser.caller.address).await?;
    }
    let name = format!("{} {}", form.first_name.trim(), form.last_name.trim());
    let (email, password) = (form.credentials.email.trim(), &form.credentials.password);
    understood(backend.identity.sign_up_as(&browser.caller, email, password, &name).await)
}

/// The identity of a registration that broke off. It is the person's if the password is, and if nobody is registered with it.
async fn left_over(backend: &Backend, browser: &Browser, form: &InvitedForm) -> Result<Tokens> {
    let tokens = with_password(backend, browser, &form.credentials).await?.map_err(|_| Refusal::EmailTaken)?;
    match viewer_of_bearer(backend, &tokens.id_token).await {
        Ok(Viewer::Identity { .. }) => Ok(tokens),
        // Somebody is registered with it, or is leaving.
        Ok(_) => Err(Refusal::EmailTaken.into()),
        Err(error) if error.is(Refusal::Unauthenticated) => Err(Refusal::EmailTaken.into()),
        Err(error) => Err(error),
    }
}

async fn make_account(backend: &Backend, browser: &Browser, form: &InvitedForm, tokens: &Tokens) -> Result<()> {
    let viewer = viewer_of_bearer(backend, &tokens.id_token).await?;
    let form = RegistrationForm {
        invitation_code: form.invitation_code.clone(),
        first_name: form.first_name.clone(),
        last_name: form.last_name.clone(),
        email_token: form.email_token.clone(),
        language: Some(browser.language.as_str().to_owned()),
    };
    match account::create(backend, &viewer, &form).await {
        Ok(_) => ask_to_confirm(backend, &tokens.id_token),
        // The same form was sent twice at once, and the other one was faster.
        Err(error) if error.is(Refusal::AlreadyRegistered) => {}
        Err(error) => return Err(error),
    }
    Ok(())
}
