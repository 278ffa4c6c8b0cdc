//! The form itself, and where it says what became of it.

use super::NAME;
use crate::{PageRequest, request::t};
use domain::Key;
use leptos::{context::Provider, prelude::*};

/// The form that [`FormStatus`] and [`Field`] stand in.
#[derive(Clone, Copy)]
struct Form {
    name: &'static str,
    done: Key,
}

/// A form to the address of its page, whose server function answers below `/rpc/form/` under `name`. The children are its fields and a [`FormStatus`].
#[component]
pub fn PostForm(
    name: &'static str,
    /// What the page says once when it is done.
    done: Key,
    /// With a script each change is sent at once; without one there is a button.
    #[prop(optional)]
    on_change: bool,
    #[prop(optional)] class: &'static str,
    children: Children,
) -> impl IntoView {
    let id = format!("form-{name}");
    let save = on_change.then(|| {
        view! {
            <noscript>
                <button class="button">{t(Key::FormSave)}</button>
            </noscript>
        }
    });
    view! {
        <form
            method="post"
            id=id
            class=class
            data-on-change=on_change.then_some("")
            data-no-answer=t(Key::FormOffline)
        >
            <input type="hidden" name=NAME value=name />
            <Provider value=Form { name, done }>{children()}</Provider>
            {save}
        </form>
    }
}

/// What became of the form: that it is done, or why it was refused where no field shows it.
#[component]
pub fn FormStatus() -> impl IntoView {
    let (request, Form { name, done }) = (PageRequest::current(), expect_context());
    let refused = request.refused.as_deref().filter(|refused| refused.form == name && refused.field.is_empty());
    if let Some(refused) = refused {
        return view! {
            <p class="alert" role="alert">
                {refused.message.clone()}
            </p>
        }
        .into_any();
    }
    let is_done = request.told.as_deref() == Some(name);
    view! {
        <p class="form-status" role="status">
            {is_done.then(|| t(done))}
        </p>
    }
    .into_any()
}

/// A line to type in, with its label and what is wrong with it. Refused, it shows what was typed and has the focus.
#[component]
pub fn Field(
    id: &'static str,
    name: &'static str,
    label: Key,
    /// As `<input>` wants it.
    #[prop(default = "text")]
    kind: &'static str,
    #[prop(optional)] value: String,
    autocomplete: &'static str,
) -> impl IntoView {
    let (request, form) = (PageRequest::current(), expect_context::<Form>().name);
    let value = request.typed(form, name).map_or(value, str::to_owned);
    let refused = request.refused.as_deref().filter(|refused| refused.form == form && refused.field == name);
    let error = refused.map(|refused| refused.message.clone());
    let error_id = format!("{id}-error");
    view! {
        <div class="field">
            <label class="field-label" for=id>
                {t(label)}
            </label>
            <input
                class="input"
                id=id
                name=name
                type=kind
                value=value
                autocomplete=autocomplete
                autocapitalize="none"
                spellcheck="false"
                autofocus=error.is_some()
                aria-invalid=error.is_some().then_some("true")
                aria-describedby=error.is_some().then(|| error_id.clone())
            />
            {error
                .map(|error| {
                    view! {
                        <p class="field-error" id=error_id role="alert">
                            {error}
                        </p>
                    }
                })}
        </div>
    }
}
