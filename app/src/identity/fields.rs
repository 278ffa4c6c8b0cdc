//! The dialog's fields. Both tabs share address and password, so that switching loses nothing.

use super::form::Tab;
use crate::{
    components::{Icon, icon},
    request::t,
};
use domain::{Key, limits};
use leptos::prelude::*;

#[component]
pub fn Names() -> impl IntoView {
    let name = |id: &'static str, name: &'static str, label: Key, autocomplete: &'static str| {
        view! {
            <div class="field">
                <label class="field-label" for=id>
                    {t(label)}
                </label>
                <input
                    class="input"
                    id=id
                    name=name
                    type="text"
                    autocomplete=autocomplete
                    maxlength=limits::NAME.to_string()
                />
            </div>
        }
    };
    view! {
        <div class="sign-in-names" data-only=Tab::Register.as_str()>
            {name("sign-in-first-name", "firstName", Key::SignInFirstName, "given-name")}
            {name("sign-in-last-name", "lastName", Key::SignInLastName, "family-name")}
        </div>
    }
}

#[component]
pub fn Credentials(email: String, again: bool) -> impl IntoView {
    view! {
        <div class="field">
            <label class="field-label" for="sign-in-email">
                {t(Key::SignInEmail)}
            </label>
            <input
                class="input"
                id="sign-in-email"
                name="email"
                type="email"
                value=email
                autocomplete="username"
                autocapitalize="none"
                spellcheck="false"
            />
        </div>
        <div class="field">
            <label class="field-label" for="sign-in-password">
                {t(Key::SignInPassword)}
            </label>
            <div class="input-group">
                <input
                    class="input"
                    id="sign-in-password"
                    name="password"
                    type="password"
                    autocomplete="current-password"
                    autocapitalize="none"
                    spellcheck="false"
                    aria-describedby="sign-in-hint"
                />
                <button
                    type="button"
                    class="icon-button"
                    data-sign-in="password"
                    aria-label=t(Key::SignInShowPassword)
                    data-other=t(Key::SignInHidePassword)
                >
                    <Icon of=icon::EYE />
                    <Icon of=icon::EYE_OFF />
                </button>
            </div>
            <p class="sign-in-forgot" data-only=Tab::Login.as_str()>
                // While somebody writes, the page with their text stays open.
                <a href="/forgot-password" data-forgot target=again.then_some("_blank")>
                    {t(Key::SignInForgot)}
                </a>
            </p>
            <p class="field-hint" id="sign-in-hint" data-only=Tab::Register.as_str()>
                {t(Key::SignInPasswordHint)}
            </p>
        </div>
    }
}

#[component]
pub fn Invitation(code: String) -> impl IntoView {
    view! {
        <div class="field" data-only=Tab::Register.as_str()>
            <label class="field-label" for="sign-in-code">
                {t(Key::SignInInvitationCode)}
            </label>
            <input
                class="input"
                id="sign-in-code"
                name="invitationCode"
                type="text"
                value=code
                autocomplete="off"
                autocapitalize="characters"
                spellcheck="false"
            />
        </div>
    }
}
