//! What is in the form of the sign-in dialog: tabs, fields and buttons.

use super::{
    dialog_state::FORM,
    form::{Form, Tab},
};
use crate::{
    components::{Icon, icon},
    request::t,
};
use domain::{Key, limits};
use leptos::prelude::*;

/// One choice, so that it needs no script.
#[component]
pub fn Tabs(chosen: Tab) -> impl IntoView {
    let tab = |tab: Tab, label: Key| {
        view! {
            <label class="tab">
                <input
                    class="visually-hidden"
                    type="radio"
                    name=Form::TAB
                    value=tab.as_str()
                    checked=tab == chosen
                />
                {t(label)}
            </label>
        }
    };
    view! {
        <div class="tabs" role="radiogroup" aria-labelledby="sign-in-title">
            {tab(Tab::Login, Key::SignInLoginTab)}
            {tab(Tab::Register, Key::SignInRegisterTab)}
        </div>
    }
}

#[component]
pub fn Names() -> impl IntoView {
    let name = |name: &'static str, label: Key, autocomplete: &'static str| {
        view! {
            <div class="field">
                <label class="field-label" for=Form::id(name)>
                    {t(label)}
                </label>
                <input
                    class="input"
                    id=Form::id(name)
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
            {name(Form::FIRST_NAME, Key::SignInFirstName, "given-name")}
            {name(Form::LAST_NAME, Key::SignInLastName, "family-name")}
        </div>
    }
}

#[component]
pub fn Credentials(email: String) -> impl IntoView {
    view! {
        <div class="field">
            <label class="field-label" for=Form::id(Form::EMAIL)>
                {t(Key::SignInEmail)}
            </label>
            <input
                class="input"
                id=Form::id(Form::EMAIL)
                name=Form::EMAIL
                type="email"
                value=email
                autocomplete="username"
                autocapitalize="none"
                spellcheck="false"
            />
        </div>
        <div class="field">
            <label class="field-label" for=Form::id(Form::PASSWORD)>
                {t(Key::SignInPassword)}
            </label>
            <div class="input-group">
                <input
                    class="input"
                    id=Form::id(Form::PASSWORD)
                    name=Form::PASSWORD
                    type="password"
                    autocomplete="current-password"
                    autocapitalize="none"
                    spellcheck="false"
                    aria-describedby="sign-in-hint"
                />
                <button
                    type="button"
                    class="icon-button"
                    data-show-password
                    aria-label=t(Key::SignInShowPassword)
                    data-other=t(Key::SignInHidePassword)
                >
                    <Icon of=icon::EYE />
                    <Icon of=icon::EYE_OFF />
                </button>
            </div>
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
            <label class="field-label" for=Form::id(Form::INVITATION_CODE)>
                {t(Key::SignInInvitationCode)}
            </label>
            <input
                class="input"
                id=Form::id(Form::INVITATION_CODE)
                name=Form::INVITATION_CODE
                type="text"
                value=code
                autocomplete="off"
                autocapitalize="characters"
                spellcheck="false"
            />
        </div>
    }
}

/// Before the buttons that register. The pages open beside the one with the form, which keeps what was typed.
#[component]
pub fn Terms() -> impl IntoView {
    let link = |href: &'static str, label: Key| {
        view! {
            <a href=href target="_blank">
                {t(label)}
            </a>
        }
    };
    let (before, rest) = t(Key::SignInTerms).split_once("{terms}").unwrap_or_default();
    let (between, after) = rest.split_once("{privacy}").unwrap_or_default();
    view! {
        <p class="field-hint sign-in-terms" data-only=Tab::Register.as_str()>
            {before} {link("/agb", Key::LegalTerms)} {between} {link("/datenschutz", Key::PrivacyTitle)} {after}
        </p>
    }
}

/// Of the form before it. The style sheet shows the second text while the form is sent.
#[component]
pub fn Submit(tab: Tab, label: Key, busy: Key) -> impl IntoView {
    view! {
        <button class="button button-main button-wide" form=FORM data-only=tab.as_str()>
            <span class="sign-in-idle">{t(label)}</span>
            <span class="sign-in-busy">{t(busy)}</span>
        </button>
    }
}
