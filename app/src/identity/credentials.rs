//! The parts of the settings about how somebody signs in: the address and whether it is confirmed, the password, Google.

use super::{
    forms::{CHANGE_EMAIL, CHANGE_PASSWORD, DONE, FIRST_PASSWORD, SEND_VERIFICATION, id_token},
    google_section::GoogleConnection,
    password_field::PasswordField,
};
use crate::{
    components::{Icon, MailNotice, SettingsSection, icon, not_loaded},
    forms::{ButtonForm, Field, FormStatus, FormsStatus, PostForm},
    request::{PageRequest, t},
};
use backend::identity::{self, Credentials};
use domain::Key;
use leptos::prelude::*;

/// Both sections about signing in.
#[component]
pub fn CredentialsSections(credentials: backend::Result<Credentials>) -> impl IntoView {
    let (credentials, google) = match credentials {
        Ok(known) => {
            (view! { <Known known=known.clone() /> }.into_any(), view! { <GoogleConnection known /> }.into_any())
        }
        Err(error) => {
            let request = PageRequest::current();
            (not_loaded(&request, &error), not_loaded(&request, &error))
        }
    };
    view! {
        <SettingsSection id="credentials" title=t(Key::CredentialsTitle)>
            <FormsStatus of=DONE />
            {credentials}
        </SettingsSection>
        <SettingsSection id="google" title=t(Key::GoogleSectionTitle) text=t(Key::GoogleSectionText)>
            {google}
        </SettingsSection>
    }
}

pub async fn load_credentials(request: &PageRequest) -> backend::Result<Credentials> {
    let token = id_token(request).await?;
    identity::credentials(&request.backend, &request.viewer, &token).await
}

#[component]
fn Known(known: Credentials) -> impl IntoView {
    let Credentials { email, is_verified, has_password, pending_email, .. } = known;
    let request = PageRequest::current();
    let pending = pending_email.map(|(new, until)| {
        let zone = request.account().map_or(domain::day::DEFAULT_ZONE, |account| account.zone);
        let time = until.with_timezone(&zone).format("%H:%M").to_string();
        request.fill(Key::CredentialsPending, &[("email", &new), ("time", &time)])
    });
    view! {
        <div class="stack">
            <p class="credentials-email">{email}</p>
            {if is_verified {
                view! {
                    <p class="credentials-state">
                        <Icon of=icon::CHECK />
                        {t(Key::CredentialsConfirmed)}
                    </p>
                }
                    .into_any()
            } else {
                view! { <Unconfirmed /> }.into_any()
            }}
            {pending.map(|pending| view! { <p class="notice">{pending}</p> })}
        </div>
        {if has_password {
            view! {
                <ChangeEmail />
                <ChangePassword />
            }
                .into_any()
        } else {
            view! { <FirstPassword /> }.into_any()
        }}
    }
}

#[component]
fn Unconfirmed() -> impl IntoView {
    view! {
        <p class="settings-text">{t(Key::CredentialsUnconfirmed)}</p>
        <MailNotice />
        <ButtonForm name=SEND_VERIFICATION id="own" busy=Key::ForgotBusy class="stack">
            <button class="button">{t(Key::CredentialsSend)}</button>
        </ButtonForm>
    }
}

/// Whether the form was sent just now, so that its result must not be folded away.
fn was_sent(form: &str) -> bool {
    let request = PageRequest::current();
    request.form_done.as_deref() == Some(form) || request.was_refused(form)
}

#[component]
fn ChangeEmail() -> impl IntoView {
    view! {
        <details class="settings-more" open=was_sent(CHANGE_EMAIL)>
            <summary class="fold">
                <Icon of=icon::CHEVRON_DOWN />
                {t(Key::CredentialsChangeEmail)}
            </summary>
            <p class="settings-text">{t(Key::CredentialsChangeEmailText)}</p>
            <PostForm name=CHANGE_EMAIL done=Key::CredentialsChangeEmailSent busy=Key::ForgotBusy class="stack">
                <Field
                    id="change-email"
                    name="email"
                    label=Key::CredentialsNewEmail
                    kind="email"
                    autocomplete="email"
                />
                <PasswordField
                    id="change-email-password"
                    name="current_password"
                    label=Key::CredentialsCurrentPassword
                    error_id="change-email-password-error"
                />
                <FormStatus />
                <button class="button button-main">{t(Key::CredentialsChangeEmailButton)}</button>
            </PostForm>
        </details>
    }
}

#[component]
fn ChangePassword() -> impl IntoView {
    view! {
        <details class="settings-more" open=was_sent(CHANGE_PASSWORD)>
            <summary class="fold">
                <Icon of=icon::CHEVRON_DOWN />
                {t(Key::CredentialsChangePassword)}
            </summary>
            <p class="settings-text">{t(Key::CredentialsChangePasswordText)}</p>
            <PostForm name=CHANGE_PASSWORD done=Key::CredentialsPasswordChanged busy=Key::FormBusy class="stack">
                <PasswordField
                    id="current-password"
                    name="current_password"
                    label=Key::CredentialsCurrentPassword
                    error_id="current-password-error"
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
                <button class="button button-main">{t(Key::CredentialsChangePassword)}</button>
            </PostForm>
        </details>
    }
}

/// The form for a first password. A mail confirms it, because no old password can prove who asks.
#[component]
fn FirstPassword() -> impl IntoView {
    let disconnects = PageRequest::current().backend.identity.is_embedded();
    view! {
        <p class="settings-text">{t(Key::CredentialsNoPassword)}</p>
        {disconnects.then(|| view! { <p class="settings-text">{t(Key::CredentialsNoPasswordGoogle)}</p> })}
        <ButtonForm name=FIRST_PASSWORD id="own" busy=Key::ForgotBusy class="stack">
            <button class="button">{t(Key::CredentialsSetPassword)}</button>
        </ButtonForm>
    }
}
