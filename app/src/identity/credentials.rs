//! The parts of the settings about how somebody signs in: the address and whether it is confirmed, the password, Google.

use super::{
    google_section::GoogleConnection,
    password_field::{EmailField, PasswordField},
};
use crate::{
    components::{ApiForm, FormMessage, Icon, SettingsSection, SubmitButton, icon, loaded, not_loaded},
    request::{PageRequest, by_itself, t},
};
use backend::identity::{self, Credentials};
use domain::{Key, Refusal};
use leptos::prelude::*;

/// Both sections about signing in, since they are loaded as one.
#[component]
pub fn CredentialsSections() -> impl IntoView {
    let request = PageRequest::current();
    loaded(async move {
        let (credentials, google) = match by_itself(load(request.clone())).await {
            Ok(known) => {
                (view! { <Known known=known.clone() /> }.into_any(), view! { <GoogleConnection known /> }.into_any())
            }
            Err(error) => (not_loaded(&request, &error), not_loaded(&request, &error)),
        };
        view! {
            <SettingsSection id="credentials" title=t(Key::CredentialsTitle)>
                {credentials}
            </SettingsSection>
            <SettingsSection id="google" title=t(Key::GoogleSectionTitle) text=t(Key::GoogleSectionText)>
                {google}
            </SettingsSection>
        }
    })
}

async fn load(request: PageRequest) -> backend::Result<Credentials> {
    let cookie = request.session.as_deref().ok_or(Refusal::Unauthenticated)?;
    let token = identity::id_token(&request.backend, cookie).await?.token;
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
        <ApiForm action="/api/auth/send-verification" done=Key::CredentialsSent class="stack">
            <FormMessage />
            <SubmitButton label=Key::CredentialsSend busy=Key::ForgotBusy class="button" />
        </ApiForm>
    }
}

#[component]
fn ChangeEmail() -> impl IntoView {
    view! {
        <details class="settings-more">
            <summary>{t(Key::CredentialsChangeEmail)}</summary>
            <p class="settings-text">{t(Key::CredentialsChangeEmailText)}</p>
            <ApiForm
                method="PUT"
                action="/api/auth/email"
                done=Key::CredentialsChangeEmailSent
                then="reload"
                class="stack"
            >
                <EmailField
                    id="change-email"
                    label=Key::CredentialsNewEmail
                    codes="invalid_email email_taken same_email"
                />
                <PasswordField
                    id="change-email-password"
                    name="currentPassword"
                    label=Key::CredentialsCurrentPassword
                    codes="wrong_password"
                />
                <FormMessage />
                <SubmitButton label=Key::CredentialsChangeEmailButton busy=Key::ForgotBusy />
            </ApiForm>
        </details>
    }
}

#[component]
fn ChangePassword() -> impl IntoView {
    view! {
        <details class="settings-more">
            <summary>{t(Key::CredentialsChangePassword)}</summary>
            <p class="settings-text">{t(Key::CredentialsChangePasswordText)}</p>
            <ApiForm
                method="PUT"
                action="/api/auth/password"
                done=Key::CredentialsPasswordChanged
                then="reload"
                class="stack"
            >
                <PasswordField
                    id="current-password"
                    name="currentPassword"
                    label=Key::CredentialsCurrentPassword
                    codes="wrong_password"
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
                <SubmitButton label=Key::CredentialsChangePassword />
            </ApiForm>
        </details>
    }
}

/// By mail, because there is no other password that could prove who asks.
#[component]
fn FirstPassword() -> impl IntoView {
    let disconnects = PageRequest::current().backend.identity.is_embedded();
    view! {
        <p class="settings-text">{t(Key::CredentialsNoPassword)}</p>
        {disconnects.then(|| view! { <p class="settings-text">{t(Key::CredentialsNoPasswordGoogle)}</p> })}
        <ApiForm action="/api/auth/first-password" done=Key::CredentialsSent class="stack">
            <FormMessage />
            <SubmitButton label=Key::CredentialsSetPassword busy=Key::ForgotBusy class="button" />
        </ApiForm>
    }
}
