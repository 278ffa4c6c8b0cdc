//! The fields of the sign-in dialog's form. The style sheet shows those of one tab alone (`data-only`). Both tabs share
//! address and password, so that switching loses nothing.

use super::{password_field::PasswordField, tab::Tab};
use crate::{
    forms::{Field, FormStatus, NAME},
    request::t,
};
use domain::Key;
use leptos::prelude::*;

/// The tabs are radio buttons, so they need no script. The chosen one names the form's server function.
#[component]
pub fn Tabs(chosen: Tab) -> impl IntoView {
    let tabs = Tab::ALL.map(|tab| {
        view! {
            <label class="tab">
                <input
                    class="visually-hidden"
                    type="radio"
                    name=NAME
                    value=tab.form()
                    checked=tab == chosen
                    data-tab=tab.as_str()
                    data-password=tab.password_autocomplete()
                    data-done=t(tab.done())
                    data-no-answer=t(tab.no_answer())
                />
                {t(tab.label())}
            </label>
        }
    });
    view! {
        <div class="tabs" role="radiogroup" aria-labelledby="sign-in-title">
            {tabs}
        </div>
    }
}

#[component]
pub fn Names() -> impl IntoView {
    view! {
        <div class="sign-in-names" data-only=Tab::Register.as_str()>
            <Field
                id="sign-in-first-name"
                name="first_name"
                label=Key::SignInFirstName
                autocomplete="given-name"
            />
            <Field id="sign-in-last-name" name="last_name" label=Key::SignInLastName autocomplete="family-name" />
        </div>
    }
}

#[component]
pub fn Credentials(email: String, tab: Tab) -> impl IntoView {
    view! {
        <Field
            id="sign-in-email"
            name="email"
            label=Key::SignInEmail
            kind="email"
            value=email
            autocomplete="username"
        />
        <PasswordField
            id="sign-in-password"
            name="password"
            label=Key::SignInPassword
            autocomplete=tab.password_autocomplete()
            hint=Key::SignInPasswordHint
            hint_only=Tab::Register.as_str()
            error_id="sign-in-password-error"
        />
    }
}

/// The link to a new password. It opens in a new tab where the page holds unsaved text. A script adds the typed address.
#[component]
pub fn Forgot(#[prop(optional)] in_new_tab: bool) -> impl IntoView {
    view! {
        <p class="sign-in-forgot" data-only=Tab::Login.as_str()>
            <a href="/forgot-password" target=in_new_tab.then_some("_blank")>
                {t(Key::SignInForgot)}
            </a>
        </p>
    }
}

/// An error of no field in particular. `message`: the error of a sign-in with Google.
#[component]
pub fn Trouble(#[prop(default = None)] message: Option<String>) -> impl IntoView {
    let said = match message {
        Some(message) => view! {
            <p class="alert" role="alert">
                {message}
            </p>
        }
        .into_any(),
        None => view! { <FormStatus /> }.into_any(),
    };
    view! {
        <div class="sign-in-trouble">
            <p class="alert-title">{t(Key::SignInErrorTitle)}</p>
            {said}
        </div>
    }
}

/// Links to the terms. They open in another tab, so that the form keeps what was typed.
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

/// One button for both tabs, so that the Enter key works in each. The style sheet chooses its text.
#[component]
pub fn Submit(tabs: &'static [Tab]) -> impl IntoView {
    let words = tabs.iter().map(|tab| {
        let [idle, busy] = tab.button();
        view! {
            <span data-only=tab.as_str()>
                <span class="sign-in-idle">{t(idle)}</span>
                <span class="sign-in-busy">{t(busy)}</span>
            </span>
        }
    });
    view! { <button class="button button-main button-wide sign-in-submit">{words.collect_view()}</button> }
}
