//! A password's field outside the sign-in dialog: the form's script shows and hides what is typed.

use crate::{
    components::{Icon, icon},
    request::t,
};
use domain::Key;
use leptos::prelude::*;

/// `codes` are the refusals that are about this field; `missing` is said when it is empty.
#[component]
pub fn PasswordField(
    id: &'static str,
    name: &'static str,
    label: Key,
    #[prop(default = "current-password")] autocomplete: &'static str,
    #[prop(optional)] codes: &'static str,
    #[prop(optional)] hint: Option<Key>,
) -> impl IntoView {
    let hint_id = format!("{id}-hint");
    let described_by = hint.map(|_| hint_id.clone());
    view! {
        <div class="field">
            <label class="field-label" for=id>
                {t(label)}
            </label>
            <div class="input-group">
                <input
                    class="input"
                    id=id
                    name=name
                    type="password"
                    autocomplete=autocomplete
                    autocapitalize="none"
                    spellcheck="false"
                    data-password
                    data-required=t(Key::CredentialsPasswordMissing)
                    data-codes=codes
                    aria-describedby=described_by
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
            {hint
                .map(|hint| {
                    view! {
                        <p class="field-hint" id=hint_id>
                            {t(hint)}
                        </p>
                    }
                })}
        </div>
    }
}

#[component]
pub fn EmailField(
    id: &'static str,
    label: Key,
    #[prop(optional)] value: String,
    #[prop(default = "email")] autocomplete: &'static str,
    #[prop(default = "invalid_email")] codes: &'static str,
) -> impl IntoView {
    view! {
        <div class="field">
            <label class="field-label" for=id>
                {t(label)}
            </label>
            <input
                class="input"
                id=id
                name="email"
                type="email"
                value=value
                autocomplete=autocomplete
                autocapitalize="none"
                spellcheck="false"
                data-required=t(Key::IdentityInvalidEmail)
                data-codes=codes
            />
        </div>
    }
}
