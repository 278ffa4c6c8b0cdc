//! The actions of the forms about signing in.

use crate::{
    error::CallError,
    forms::{attempt, leads_to},
    request::{PageRequest, encoded},
};
use backend::{Result, identity};
use domain::{
    Key, Refusal, email,
    identity::{EmailForm, PasswordForm, ResetForm},
};
use leptos::prelude::*;

pub const SEND_VERIFICATION: &str = "send-verification";
pub const FIRST_PASSWORD: &str = "first-password";
pub const CHANGE_EMAIL: &str = "change-email";
pub const CHANGE_PASSWORD: &str = "change-password";
pub const CONFIRM_EMAIL: &str = "confirm-email";
pub const RESET_PASSWORD: &str = "reset-password";
const CONFIRMED_OTHER: &str = "confirm-email-other";
pub const DISCONNECT_GOOGLE: &str = "disconnect-google";

/// Messages of the settings.
pub const DONE: &[(&str, Key)] = &[
    (SEND_VERIFICATION, Key::CredentialsConfirmSent),
    (FIRST_PASSWORD, Key::CredentialsSent),
    (CONFIRM_EMAIL, Key::ActionVerifyDone),
];

/// Messages of the start page: a mail is on its way, or the address belongs to somebody else.
pub const CONFIRMED: &[(&str, Key)] =
    &[(SEND_VERIFICATION, Key::CredentialsConfirmSent), (CONFIRMED_OTHER, Key::ActionVerifyOtherDone)];

#[server(endpoint = "form/send-verification")]
pub async fn send_verification() -> Result<(), CallError> {
    attempt(|request| async move {
        let token = id_token(&request).await?;
        identity::send_verification(&request.backend, &request.viewer, &token, request.address()).await
    })
    .await
}

#[server(endpoint = "form/first-password")]
pub async fn first_password() -> Result<(), CallError> {
    attempt(|request| async move {
        let token = id_token(&request).await?;
        identity::first_password(&request.backend, &request.viewer, &token, request.address()).await
    })
    .await
}

#[server(endpoint = "form/change-email")]
pub async fn change_email(current_password: String, email: String) -> Result<(), CallError> {
    const OF_EMAIL: [Refusal; 3] = [Refusal::InvalidEmail, Refusal::EmailTaken, Refusal::SameEmail];
    let done = attempt(|request| async move {
        let (token, form) = (id_token(&request).await?, EmailForm { current_password, email });
        identity::change_email(&request.backend, &request.viewer, &token, &form, request.address()).await
    });
    let refused = |error: CallError| error.about("email", &OF_EMAIL);
    done.await.map_err(|error| refused(error).about("current_password", &[Refusal::WrongPassword]))
}

/// Changes the password. The request's session ends with all others; the answer's cookie is that of a new one.
#[server(endpoint = "form/change-password")]
pub async fn change_password(current_password: String, new_password: String) -> Result<(), CallError> {
    let done = attempt(|request| async move {
        let (token, form) = (id_token(&request).await?, PasswordForm { current_password, new_password });
        let PageRequest { backend, viewer, browser, .. } = &*request;
        let (agent, address) = (&browser.user_agent, request.address());
        let session = identity::change_password(backend, viewer, &token, &form, agent, address).await?;
        request.renewed.get_or_init(|| session);
        Ok(())
    });
    let refused = |error: CallError| error.about("new_password", &OF_NEW_PASSWORD);
    done.await.map_err(|error| refused(error).about("current_password", &[Refusal::WrongPassword]))
}

const OF_NEW_PASSWORD: [Refusal; 2] = [Refusal::WeakPassword, Refusal::PasswordTooLong];

#[server(endpoint = "form/disconnect-google")]
pub async fn disconnect_google() -> Result<(), CallError> {
    attempt(|request| async move {
        let token = id_token(&request).await?;
        identity::google::disconnect(&request.backend, &request.viewer, &token, request.browser.session.as_deref())
            .await
    })
    .await
}

/// Uses the code in the page's address.
#[server(endpoint = "form/reset-password")]
pub async fn reset_password(new_password: String) -> Result<(), CallError> {
    let done = attempt(|request| async move {
        let oob_code = request.query("oobCode").unwrap_or_default();
        let email = identity::look_at_code(&request.backend, &oob_code, request.address()).await?.email;
        identity::reset_password(&request.backend, &ResetForm { oob_code, new_password }, request.address()).await?;
        leptos_axum::redirect(&sign_in_as(&email, "password"));
        Ok(())
    });
    done.await.map_err(|error| error.about("new_password", &OF_NEW_PASSWORD))
}

/// Uses the code in the page's address. A changed address signs out everywhere.
#[server(endpoint = "form/confirm-email")]
pub async fn confirm_email() -> Result<(), CallError> {
    attempt(|request| async move {
        let code = request.query("oobCode").unwrap_or_default();
        let done = identity::confirm_email(&request.backend, &code, request.address()).await?;
        match request.account() {
            _ if done.changed => leptos_axum::redirect(&sign_in_as(&done.email, "changed")),
            None => leptos_axum::redirect(&sign_in_as(&done.email, "confirmed")),
            Some(account) if email::fold(&account.user.email) == email::fold(&done.email) => {
                leads_to("/settings", CONFIRM_EMAIL);
            }
            Some(_) => leads_to("/dashboard", CONFIRMED_OTHER),
        }
        Ok(())
    })
    .await
}

/// `said`: the name of the message in the dialog that opens.
fn sign_in_as(email: &str, said: &str) -> String {
    format!("/?login=1&email={}&said={said}", encoded(email))
}

/// A fresh id token of the request's session.
pub async fn id_token(request: &PageRequest) -> Result<String> {
    let cookie = request.browser.session.as_deref().ok_or(Refusal::Unauthenticated)?;
    Ok(identity::id_token(&request.backend, cookie).await?.token)
}
