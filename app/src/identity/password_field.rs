//! The field of a password. No answer has what was typed; `frontend-react/src/features/identity/show-password.ts` shows it.

use crate::{
    components::{Icon, icon},
    forms::{FieldError, error_of},
    request::t,
};
use domain::Key;
use leptos::prelude::*;

#[component]
pub fn PasswordField(
    id: &'static str,
    name: &'static str,
    label: Key,
    #[prop(default = "current-password")] autocomplete: &'static str,
    #[prop(optional)] hint: Option<Key>,
    /// The tab in which the hint stands (`style/identity.css`).
    #[prop(optional)]
    hint_only: Option<&'static str>,
    /// The id of the error text below the field.
    error_id: &'static str,
) -> impl IntoView {
    let is_wrong = error_of(name).is_some();
    let hint_id = format!("{id}-hint");
    let described_by = if is_wrong { Some(error_id.to_owned()) } else { hint.map(|_| hint_id.clone()) };
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
                    required
                    autofocus=is_wrong
                    aria-invalid=is_wrong.then_some("true")
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
                        <p class="field-hint" id=hint_id data-only=hint_only>
                            {t(hint)}
                        </p>
                    }
                })}
            <FieldError id=error_id name=name />
        </div>
    }
}
