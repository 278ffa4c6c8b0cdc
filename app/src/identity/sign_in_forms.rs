//! The server functions of the sign-in dialog's forms.

use super::next::own_path;
use crate::{
    error::CallError,
    forms::{attempt, leads_to},
    request::PageRequest,
};
use backend::{
    Result,
    identity::{self, NewSession, Registered},
};
use domain::{
    Key, Refusal,
    identity::{InvitedForm, SignInForm, invitation_of, proof_of},
};
use leptos::prelude::*;

pub const SIGN_IN: &str = "sign-in";
pub const REGISTER: &str = "register";

/// Messages of the dashboard.
pub const DONE: &[(&str, Key)] = &[(REGISTER, Key::SignInAccountCreated), (SIGN_IN, Key::SignInSignedIn)];

const HOME: &str = "/dashboard";

#[server(endpoint = "form/sign-in")]
pub async fn sign_in(email: String, password: String) -> Result<(), CallError> {
    let form = SignInForm { email, password };
    enter(async |request| Ok((identity::sign_in(&request.backend, &request.browser, &form).await?, None))).await
}

/// Registers, or signs in a person who was registered already; the page says which. `email_token` is `CODE#proof=PROOF` from the link of an
/// invitation mail.
#[server(endpoint = "form/register")]
pub async fn register(
    first_name: String,
    last_name: String,
    email: String,
    password: String,
    invitation_code: String,
    #[server(default)] email_token: String,
) -> Result<(), CallError> {
    let proof = proof_of(&email_token, invitation_of(&invitation_code).0).unwrap_or_default().to_owned();
    let credentials = SignInForm { email, password };
    let form = InvitedForm { first_name, last_name, credentials, invitation_code, email_token: proof };
    enter(async |request| {
        let Registered { session, is_new } = identity::register(&request.backend, &request.browser, &form).await?;
        Ok((session, Some(if is_new { REGISTER } else { SIGN_IN })))
    })
    .await
}

/// Signs in: sets the new session's cookie and leads to the page that the person wanted. The
/// dashboard shows the message if `work` names one; otherwise a script shows it in a toast.
async fn enter(
    work: impl AsyncFnOnce(&PageRequest) -> Result<(NewSession, Option<&'static str>)>,
) -> Result<(), CallError> {
    let done = attempt(async |request| {
        let (session, done) = work(&request).await?;
        request.renewed.get_or_init(|| Some(session));
        let next = request.query("next");
        let next = next.as_deref().and_then(own_path).unwrap_or(HOME);
        match done {
            Some(done) if next == HOME || done == SIGN_IN => leads_to(next, done),
            _ => leptos_axum::redirect(next),
        }
        Ok(())
    });
    done.await.map_err(|error| {
        let fields = [("email", &OF_EMAIL[..]), ("password", &OF_PASSWORD), ("invitation_code", &OF_INVITATION)];
        fields.into_iter().fold(error, |error, (field, refusals)| error.about(field, refusals))
    })
}

const OF_EMAIL: [Refusal; 3] = [Refusal::InvalidEmail, Refusal::EmailTaken, Refusal::EmailNotFound];
const OF_PASSWORD: [Refusal; 6] = [
    Refusal::InvalidPassword,
    Refusal::InvalidLoginCredentials,
    Refusal::WeakPassword,
    Refusal::CommonPassword,
    Refusal::PasswordTooLong,
    Refusal::PasswordRequirements,
];
const OF_INVITATION: [Refusal; 3] = [Refusal::InvitationUnknown, Refusal::InvitationUsed, Refusal::InvitationExpired];
