//! The form itself, and where it says what became of it.

use super::NAME;
use crate::{PageRequest, request::t};
use domain::Key;
use leptos::{context::Provider, prelude::*};

/// The form that [`FormStatus`] and [`FieldError`] stand in.
#[derive(Clone, Copy)]
struct Form {
    name: &'static str,
    done: Key,
}

/// A form whose server function answers below `/rpc/form/` under `name`. The children are its fields and a [`FormStatus`].
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
    let request = PageRequest::current();
    let action = if request.query.is_empty() { request.path } else { format!("{}?{}", request.path, request.query) };
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
            action=action
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
    let refused = request.refused.as_deref().filter(|refused| refused.form == name && refused.error.field.is_empty());
    if let Some(refused) = refused {
        return view! {
            <p class="alert" role="alert">
                {refused.error.message.clone()}
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

/// What is wrong with one field; stands behind it with the id that the field's `aria-describedby` names.
#[component]
pub fn FieldError(field: &'static str, id: &'static str) -> impl IntoView {
    let (request, Form { name, .. }) = (PageRequest::current(), expect_context());
    let refused = request.refused.as_deref().filter(|refused| refused.form == name && refused.error.field == field);
    refused.map(|refused| {
        view! {
            <p class="field-error" id=id role="alert">
                {refused.error.message.clone()}
            </p>
        }
    })
}
