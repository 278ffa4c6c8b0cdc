//! `/profile/edit`: name, username and picture. The picture makes it a multipart form, which `PATCH /api/profile` takes as well.

use super::picture_field::PictureField;
use crate::{
    components::Frame,
    forms::{Field, FormStatus, PostForm},
    request::{PageRequest, t},
};
use domain::{Key, User};
use leptos::prelude::*;

/// The name of its form, which has a handler of its own.
pub const FORM: &str = "profile";

/// The message of the start page, to which the form leads.
pub const DONE: &[(&str, Key)] = &[(FORM, Key::ProfileSaved)];

#[component]
pub fn ProfilePage() -> impl IntoView {
    let user = PageRequest::current().account().map(|account| account.user.clone());
    view! {
        <Frame title=t(Key::ProfileTitle) class="settings">
            <h1>{t(Key::ProfileTitle)}</h1>
            {user.map(form)}
        </Frame>
    }
}

fn form(user: User) -> impl IntoView {
    let User { first_name, last_name, username, email, .. } = user.clone();
    view! {
        <PostForm
            name=FORM
            done=Key::ProfileSaved
            busy=Key::FormBusy
            failed=Key::ProfileFailed
            has_file=true
            class="stack"
        >
            <PictureField user=user />
            <Field
                id="first-name"
                name="firstName"
                label=Key::SignInFirstName
                value=first_name
                autocomplete="given-name"
            />
            <Field
                id="last-name"
                name="lastName"
                label=Key::SignInLastName
                value=last_name
                autocomplete="family-name"
                hint=Key::ProfileLastNameHint
            />
            <Field
                id="username"
                name="username"
                label=Key::ProfileUsername
                value=username
                autocomplete="username"
                hint=Key::ProfileUsernameHint
            />
            <dl class="facts">
                <dt>{t(Key::SignInEmail)}</dt>
                <dd>
                    {email}
                    <span class="check-hint">
                        {t(Key::ProfileEmailHint)} " " <a href="/settings#credentials">{t(Key::SettingsTitle)}</a> "."
                    </span>
                </dd>
            </dl>
            <FormStatus />
            <button class="button button-main button-large">{t(Key::ProfileSave)}</button>
        </PostForm>
    }
}
