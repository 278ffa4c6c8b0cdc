//! `/profile/edit`: name, username and picture.

use super::picture_field::PictureField;
use crate::{
    components::{ApiForm, FormMessage, Page, SubmitButton},
    request::{PageRequest, t},
};
use domain::{Key, User};
use leptos::prelude::*;

#[component]
pub fn ProfilePage() -> impl IntoView {
    let user = PageRequest::current().account().map(|account| account.user.clone());
    view! {
        <Page title=t(Key::ProfileTitle) class="settings">
            <h1>{t(Key::ProfileTitle)}</h1>
            {user.map(form)}
        </Page>
    }
}

fn form(user: User) -> impl IntoView {
    let User { first_name, last_name, username, email, .. } = user.clone();
    view! {
        <ApiForm
            method="PATCH"
            action="/api/profile"
            encoding="multipart"
            done=Key::ProfileSaved
            failed=Key::ProfileFailed
            then="/"
            class="stack"
        >
            <PictureField user=user />
            <div class="field">
                <label class="field-label" for="first-name">
                    {t(Key::SignInFirstName)}
                </label>
                <input
                    class="input"
                    id="first-name"
                    name="firstName"
                    value=first_name
                    autocomplete="given-name"
                    required
                    data-required=t(Key::ErrorsFirstNameMissing)
                    data-codes="first_name_missing"
                />
            </div>
            <div class="field">
                <label class="field-label" for="last-name">
                    {t(Key::SignInLastName)}
                </label>
                <input
                    class="input"
                    id="last-name"
                    name="lastName"
                    value=last_name
                    autocomplete="family-name"
                    aria-describedby="last-name-hint"
                />
                <p class="field-hint" id="last-name-hint">
                    {t(Key::ProfileLastNameHint)}
                </p>
            </div>
            <div class="field">
                <label class="field-label" for="username">
                    {t(Key::ProfileUsername)}
                </label>
                <input
                    class="input"
                    id="username"
                    name="username"
                    value=username
                    autocomplete="username"
                    autocapitalize="none"
                    spellcheck="false"
                    aria-describedby="username-hint"
                    data-codes="username_taken username_invalid"
                />
                <p class="field-hint" id="username-hint">
                    {t(Key::ProfileUsernameHint)}
                </p>
            </div>
            <div class="field">
                <label class="field-label" for="email">
                    {t(Key::SignInEmail)}
                </label>
                <input class="input" id="email" type="email" value=email readonly aria-describedby="email-hint" />
                <p class="field-hint" id="email-hint">
                    {t(Key::ProfileEmailHint)} " " <a href="/settings#credentials">{t(Key::SettingsTitle)}</a> "."
                </p>
            </div>
            <FormMessage />
            <SubmitButton label=Key::ProfileSave class="button button-main button-large" />
        </ApiForm>
    }
}
