//! `/action`: where the links of mails lead, with Firebase's own names in the address. Opening it changes nothing,
//! because programs that check mails do so, too; a button does.

use super::password_field::PasswordField;
use crate::{
    components::{ApiForm, EmptyState, FormMessage, Page, SubmitButton, drawing::Drawing},
    request::{PageRequest, encoded, t},
};
use backend::{identity, providers::identity::MailedCode};
use domain::{Key, Refusal, user};
use leptos::prelude::*;
use serde_json::json;

pub async fn action_page(request: PageRequest) -> AnyView {
    let code = request.query("oobCode").unwrap_or_default();
    match look(&request, &code).await {
        Ok((Action::ResetPassword, found)) => reset(&request, code, &found),
        Ok((Action::VerifyEmail, found)) => verify(&request, code, &found),
        Ok((Action::ChangeEmail, found)) => change(&request, code, &found),
        Err(error) => refused(&request, &error),
    }
}

enum Action {
    ResetPassword,
    VerifyEmail,
    ChangeEmail,
}

/// What the code is for; what the address says about it is not believed.
async fn look(request: &PageRequest, code: &str) -> backend::Result<(Action, MailedCode)> {
    if code.is_empty() {
        return Err(Refusal::CodeUsed.into());
    }
    let found = identity::look_at_code(&request.backend, code, &request.address).await?;
    let action = match found.request_type.as_str() {
        "PASSWORD_RESET" => Action::ResetPassword,
        "VERIFY_EMAIL" => Action::VerifyEmail,
        "VERIFY_AND_CHANGE_EMAIL" => Action::ChangeEmail,
        _ => return Err(Refusal::CodeUsed.into()),
    };
    Ok((action, found))
}

fn reset(request: &PageRequest, code: String, found: &MailedCode) -> AnyView {
    let email = found.email.clone();
    let text = request.fill(Key::ActionPasswordText, &[("email", &email)]);
    let disconnects = request.backend.google.is_some() && request.backend.identity.is_embedded();
    view! {
        <Page title=t(Key::ActionPasswordTitle) class="narrow">
            <h1>{t(Key::ActionPasswordTitle)}</h1>
            <p class="narrow-text">{text}</p>
            {disconnects.then(|| view! { <p class="narrow-text">{t(Key::ActionPasswordGoogle)}</p> })}
            <ApiForm
                action="/api/auth/reset-password"
                then=sign_in_as(&email, "password")
                class="stack"
            >
                <input type="hidden" name="oobCode" value=code />
                // For the browser's own store of passwords.
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
                    name="newPassword"
                    label=Key::CredentialsNewPassword
                    autocomplete="new-password"
                    codes="weak_password password_too_long"
                    hint=Key::SignInPasswordHint
                />
                <FormMessage />
                <SubmitButton label=Key::ActionPasswordButton class="button button-main button-wide" />
            </ApiForm>
            <p class="narrow-more">
                <a href="/forgot-password">{t(Key::ActionNewLink)}</a>
            </p>
        </Page>
    }
    .into_any()
}

fn verify(request: &PageRequest, code: String, found: &MailedCode) -> AnyView {
    let text = request.fill(Key::ActionVerifyText, &[("email", &found.email)]);
    let (title, button) = (Key::ActionVerifyTitle, Key::ActionVerifyButton);
    let Some(account) = request.account() else {
        return confirm(code, title, text, button, sign_in_as(&found.email, "confirmed"));
    };
    let own = &account.user.email;
    if user::fold_email(own) != user::fold_email(&found.email) {
        let whose = request.fill(Key::ActionVerifyOther, &[("own", own), ("email", &found.email)]);
        let done = request.fill(Key::ActionVerifyOtherDone, &[("email", &found.email)]);
        let form = view! {
            <p class="notice">{whose}</p>
            <ApiForm
                action="/api/auth/confirm-email"
                done_toast=json!({ "title": done }).to_string()
                then="/dashboard"
                class="stack"
            >
                <Confirmation code button />
            </ApiForm>
        };
        return narrow(title, text, form);
    }
    let form = view! {
        <ApiForm action="/api/auth/confirm-email" done=Key::ActionVerifyDone then="/settings" class="stack">
            <Confirmation code button />
        </ApiForm>
    };
    narrow(title, text, form)
}

fn change(request: &PageRequest, code: String, found: &MailedCode) -> AnyView {
    let new = found.new_email.as_deref().unwrap_or_default();
    let text = request.fill(Key::ActionChangeText, &[("email", new), ("old", &found.email)]);
    confirm(code, Key::ActionChangeTitle, text, Key::ActionChangeButton, sign_in_as(new, "changed"))
}

fn confirm(code: String, title: Key, text: String, button: Key, then: String) -> AnyView {
    let form = view! {
        <ApiForm action="/api/auth/confirm-email" then class="stack">
            <Confirmation code button />
        </ApiForm>
    };
    narrow(title, text, form)
}

#[component]
fn Confirmation(code: String, button: Key) -> impl IntoView {
    view! {
        <input type="hidden" name="oobCode" value=code />
        <FormMessage />
        <SubmitButton label=button class="button button-main button-wide" />
    }
}

fn narrow(title: Key, text: String, form: impl IntoView + 'static) -> AnyView {
    view! {
        <Page title=t(title) class="narrow">
            <h1>{t(title)}</h1>
            <p class="narrow-text">{text}</p>
            {form}
        </Page>
    }
    .into_any()
}

/// `said`: what the dialog says when it opens.
fn sign_in_as(email: &str, said: &str) -> String {
    format!("/?login=1&email={}&said={said}", encoded(email))
}

/// Expired or used: the way to a new link. Out of reach: the same address again.
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
        <Page title=t(title) class="narrow">
            <EmptyState drawing title=t(title) text>
                <a class="button button-main" href=href>
                    {t(label)}
                </a>
            </EmptyState>
        </Page>
    }
    .into_any()
}
