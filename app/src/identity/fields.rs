//! The dialog's fields. Both tabs share address and password, so that switching loses nothing.

use super::{act::DialogState, form::Tab};
use crate::{
    components::{Icon, icon},
    texts::Texts,
};
use leptos::prelude::*;

#[component]
pub fn Names(state: DialogState, texts: Texts) -> impl IntoView {
    let name = |id: &'static str, name: &'static str, label: &str, autocomplete: &'static str| {
        view! {
            <div class="field">
                <label class="field-label" for=id>
                    {texts.get(label)}
                </label>
                <input class="input" id=id name=name type="text" autocomplete=autocomplete maxlength="80" />
            </div>
        }
    };
    view! {
        <div class="sign-in-names" hidden=move || state.tab.get() == Tab::Login>
            {name("sign-in-first-name", "firstName", "sign_in.first_name", "given-name")}
            {name("sign-in-last-name", "lastName", "sign_in.last_name", "family-name")}
        </div>
    }
}

#[component]
pub fn Credentials(state: DialogState, texts: Texts, email: String) -> impl IntoView {
    let is_register = move || state.tab.get() == Tab::Register;
    let (show, hide) = (texts.get("sign_in.show_password"), texts.get("sign_in.hide_password"));
    view! {
        <div class="field">
            <label class="field-label" for="sign-in-email">
                {texts.get("sign_in.email")}
            </label>
            <input
                class="input"
                id="sign-in-email"
                name="email"
                type="email"
                value=email
                autocomplete=move || if is_register() { "email" } else { "username" }
                autocapitalize="none"
                spellcheck="false"
            />
        </div>
        <div class="field">
            <label class="field-label" for="sign-in-password">
                {texts.get("sign_in.password")}
            </label>
            <div class="input-group">
                <input
                    class="input"
                    id="sign-in-password"
                    name="password"
                    type=move || if state.shows_password.get() { "text" } else { "password" }
                    autocomplete=move || if is_register() { "new-password" } else { "current-password" }
                    autocapitalize="none"
                    spellcheck="false"
                    aria-describedby=move || is_register().then_some("sign-in-hint")
                />
                <button
                    type="button"
                    class="icon-button"
                    aria-label=move || if state.shows_password.get() { hide.clone() } else { show.clone() }
                    on:click=move |_| state.shows_password.update(|shows| *shows = !*shows)
                >
                    <span hidden=move || state.shows_password.get()>
                        <Icon of=icon::EYE />
                    </span>
                    <span hidden=move || !state.shows_password.get()>
                        <Icon of=icon::EYE_OFF />
                    </span>
                </button>
            </div>
            <p class="field-hint" id="sign-in-hint" hidden=move || !is_register()>
                {texts.get("sign_in.password_hint")}
            </p>
        </div>
    }
}

#[component]
pub fn Invitation(state: DialogState, texts: Texts, invite: String) -> impl IntoView {
    view! {
        <div class="field" hidden=move || state.tab.get() == Tab::Login>
            <label class="field-label" for="sign-in-code">
                {texts.get("sign_in.invitation_code")}
            </label>
            <input
                class="input"
                id="sign-in-code"
                name="invitationCode"
                type="text"
                value=invite
                autocomplete="off"
                autocapitalize="characters"
                spellcheck="false"
            />
        </div>
    }
}
