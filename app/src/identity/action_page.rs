//! `/action`: where the links of mails lead, with Firebase's own names in the address. Opening it changes nothing,
//! because programs that check mails do so, too; a button does.

use super::{
    forms::{CONFIRM_EMAIL, RESET_PASSWORD},
    password_field::PasswordField,
};
use crate::{
    components::{EmptyState, Frame, drawing::Drawing},
    forms::{FormStatus, PostForm},
    request::{PageRequest, t},
};
use backend::{identity, providers::identity::MailedCode};
use domain::{Key, Refusal, email};
use leptos::prelude::*;
use std::sync::Arc;

pub async fn action_page(request: Arc<PageRequest>) -> AnyView {
    let code = request.query("oobCode").unwrap_or_default();
    match look(&request, &code).await {
        Ok((Action::ResetPassword, found)) => reset(&request, &found),
        Ok((Action::VerifyEmail, found)) => verify(&request, &found),
        Ok((Action::ChangeEmail, found)) => change(&request, &found),
        Err(error) => refused(&request, &error),
    }
}

enum Action {
    ResetPassword,
    VerifyEmail,
    ChangeEmail,
}

/// The code's purpose by the server's own record; the address is not trusted.
async fn look(request: &PageRequest, code: &str) -> backend::Result<(Action, MailedCode)> {
    if code.is_empty() {
        return Err(Refusal::CodeUsed.into());
    }
    let found = identity::look_at_code(&request.backend, code, request.address()).await?;
    let action = match found.request_type.as_str() {
        "PASSWORD_RESET" => Action::ResetPassword,
        "VERIFY_EMAIL" => Action::VerifyEmail,
        "VERIFY_AND_CHANGE_EMAIL" => Action::ChangeEmail,
        _ => return Err(Refusal::CodeUsed.into()),
    };
    Ok((action, found))
}

fn reset(request: &PageRequest, found: &MailedCode) -> AnyView {
    let email = found.email.clone();
    let text = request.fill(Key::ActionPasswordText, &[("email", &email)]);
    let disconnects = request.backend.google.is_some() && request.backend.identity.is_embedded();
    view! {
        <Frame title=t(Key::ActionPasswordTitle) class="narrow">
            <h1>{t(Key::ActionPasswordTitle)}</h1>
            <p class="narrow-text">{text}</p>
            {disconnects.then(|| view! { <p class="narrow-text">{t(Key::ActionPasswordGoogle)}</p> })}
            <PostForm name=RESET_PASSWORD done=Key::ActionPasswordDone busy=Key::FormBusy class="stack">
                // The browser's password manager reads the address here.
                <input
                    class="visually-hidden"
                    type="email"
                    value=email
                    autocomplete="username"
                    readonly
                    tabindex="-1"
                    aria-hidden="true"
                />
                <PasswordField
                    id="new-password"
                    name="new_password"
                    label=Key::CredentialsNewPassword
                    autocomplete="new-password"
                    hint=Key::SignInPasswordHint
                    error_id="new-password-error"
                />
                <FormStatus />
                <button class="button button-main button-wide">{t(Key::ActionPasswordButton)}</button>
            </PostForm>
            <p class="narrow-more">
                <a href="/forgot-password">{t(Key::ActionNewLink)}</a>
            </p>
        </Frame>
    }
    .into_any()
}

fn verify(request: &PageRequest, found: &MailedCode) -> AnyView {
    let text = request.fill(Key::ActionVerifyText, &[("email", &found.email)]);
    let other = request.account().map(|account| &account.user.email);
    let other = other.filter(|own| email::fold(own) != email::fold(&found.email));
    let whose = other.map(|own| {
        let whose = request.fill(Key::ActionVerifyOther, &[("own", own), ("email", &found.email)]);
        view! { <p class="notice">{whose}</p> }
    });
    narrow(Key::ActionVerifyTitle, text, whose.into_any(), Key::ActionVerifyButton)
}

fn change(request: &PageRequest, found: &MailedCode) -> AnyView {
    let new = found.new_email.as_deref().unwrap_or_default();
    let text = request.fill(Key::ActionChangeText, &[("email", new), ("old", &found.email)]);
    narrow(Key::ActionChangeTitle, text, ().into_any(), Key::ActionChangeButton)
}

fn narrow(title: Key, text: String, more: AnyView, button: Key) -> AnyView {
    view! {
        <Frame title=t(title) class="narrow">
            <h1>{t(title)}</h1>
            <p class="narrow-text">{text}</p>
            {more}
            <PostForm name=CONFIRM_EMAIL done=Key::ActionVerifyDone busy=Key::FormBusy class="stack">
                <FormStatus />
                <button class="button button-main button-wide">{t(button)}</button>
            </PostForm>
        </Frame>
    }
    .into_any()
}

/// The page of a refused code: an expired or used one links to a new mail, an unreachable provider to the same address again.
fn refused(request: &PageRequest, error: &backend::Error) -> AnyView {
    let refusal = request.refuse(error);
    let text = request.language.error_text(&refusal);
    let is_over = matches!(refusal.refusal, Refusal::CodeUsed | Refusal::CodeExpired);
    let (drawing, title) =
        if is_over { (Drawing::CutThread, Key::ActionEndedTitle) } else { (Drawing::LoosePage, Key::ActionAwayTitle) };
    let is_password = request.query("mode").is_none_or(|mode| mode == "resetPassword");
    let (href, label) = match (is_over, is_password, request.account().is_some()) {
        (false, ..) => (format!("{}?{}", request.path, request.query), Key::AppRetry),
        (true, true, _) => ("/forgot-password".to_owned(), Key::ActionNewLink),
        (true, false, true) => ("/settings".to_owned(), Key::ActionToSettings),
        (true, false, false) => ("/?login=1&next=/settings".to_owned(), Key::ActionToSettings),
    };
    view! {
        <Frame title=t(title) class="narrow">
            <EmptyState drawing title=t(title) text>
                <a class="button button-main" href=href>
                    {t(label)}
                </a>
            </EmptyState>
        </Frame>
    }
    .into_any()
}
