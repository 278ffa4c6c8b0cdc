//! The form itself, and its result.

use super::NAME;
use crate::{PageRequest, components::TextArea, request::t};
use domain::Key;
use leptos::{context::Provider, prelude::*};

/// The form around a [`FormStatus`] and [`Field`].
#[derive(Clone, Copy)]
struct Form {
    name: &'static str,
    done: Key,
}

/// A form to the address of its page. Its server function is `/rpc/form/` plus `name`. The children are its fields and
/// a [`FormStatus`].
#[component]
pub fn PostForm(
    name: &'static str,
    /// The message of the page after success.
    done: Key,
    /// The id of the form, by default `form-` and the name.
    #[prop(optional)]
    id: Option<&'static str>,
    /// The address that it is sent to, by default that of its page.
    #[prop(optional, into)]
    action: Option<String>,
    /// Whether one of its fields names the server function. Then only the server checks the input.
    #[prop(optional)]
    by_choice: bool,
    /// Each change is sent at once with a script; without one there is a button.
    #[prop(optional)]
    on_change: bool,
    /// Whether the form has a file field, and so a handler of its own.
    #[prop(optional)]
    has_file: bool,
    /// The button's text while the form is being sent.
    #[prop(optional)]
    busy: Option<Key>,
    /// The sentence for a failure without an answer page, with the reason as `{message}`; needs script.
    #[prop(optional)]
    failed: Option<Key>,
    #[prop(optional)] class: &'static str,
    children: Children,
) -> impl IntoView {
    let id = id.map_or_else(|| format!("form-{name}"), str::to_owned);
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
            action=action.unwrap_or_else(|| PageRequest::current().here())
            novalidate=by_choice
            enctype=has_file.then_some("multipart/form-data")
            id=id
            class=class
            data-on-change=on_change.then_some("")
            data-busy=busy.map(t)
            data-failed=failed.map(t)
        >
            {(!by_choice).then(|| view! { <input type="hidden" name=NAME value=name /> })}
            <Provider value=Form { name, done }>{children()}</Provider>
            {save}
        </form>
    }
}

/// The form's result: success, or a refusal that no field shows.
#[component]
pub fn FormStatus() -> impl IntoView {
    let (request, Form { name, done }) = (PageRequest::current(), expect_context());
    let refused = request.refused.as_deref().filter(|refused| refused.form == name && refused.field.is_empty());
    let refused = refused.filter(|refused| !refused.asks);
    if let Some(refused) = refused {
        return view! {
            <p class="alert" role="alert">
                {refused.message.clone()}
            </p>
        }
        .into_any();
    }
    let is_done = request.form_done.as_deref() == Some(name);
    view! {
        <p class="form-status" role="status">
            {is_done.then(|| t(done))}
        </p>
    }
    .into_any()
}

/// A text field with its label and error. After a refusal it shows the typed value and has the focus.
#[component]
pub fn Field(
    id: &'static str,
    name: &'static str,
    label: Key,
    /// The `type` of the `<input>`.
    #[prop(default = "text")]
    kind: &'static str,
    #[prop(optional)] value: String,
    autocomplete: &'static str,
    /// The value of `autocapitalize`. Without one names begin with a capital, and addresses do not.
    #[prop(optional)]
    capitals: Option<&'static str>,
    #[prop(optional)] hint: Option<Key>,
) -> impl IntoView {
    let Sent { typed, error } = Sent::of(name);
    let value = typed.unwrap_or(value);
    let (error_id, hint_id) = (format!("{id}-error"), format!("{id}-hint"));
    let described_by = match (&error, hint) {
        (Some(_), _) => Some(error_id.clone()),
        (None, Some(_)) => Some(hint_id.clone()),
        (None, None) => None,
    };
    let is_name = autocomplete.ends_with("name") && autocomplete != "username";
    let capitals = capitals.unwrap_or(if is_name { "words" } else { "none" });
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
                autocapitalize=capitals
                spellcheck="false"
                autofocus=error.is_some()
                aria-invalid=error.is_some().then_some("true")
                aria-describedby=described_by
            />
            {hint
                .map(|hint| {
                    view! {
                        <p class="field-hint" id=hint_id>
                            {t(hint)}
                        </p>
                    }
                })}
            {error_line(error, error_id)}
        </div>
    }
}

/// A field of several lines. With `max` it counts the characters (`frontend-react/src/features/forms/count.ts`).
#[component]
pub fn LongField(
    id: &'static str,
    name: &'static str,
    label: Key,
    #[prop(optional)] class: &'static str,
    #[prop(optional)] hint: Option<Key>,
    #[prop(optional)] max: Option<usize>,
    #[prop(default = 3)] rows: u32,
) -> impl IntoView {
    let Sent { typed, error } = Sent::of(name);
    let (error_id, counter) = (format!("{id}-error"), format!("{id}-count"));
    let described_by = [error.as_ref().map(|_| error_id.clone()), max.map(|_| counter.clone())];
    let described_by = described_by.into_iter().flatten().collect::<Vec<_>>().join(" ");
    view! {
        <div class=format!("field {class}")>
            <label class="field-label" for=id>
                {t(label)}
            </label>
            <TextArea name id text=typed.unwrap_or_default() class="input" rows described_by />
            {hint.map(|hint| view! { <p class="field-hint">{t(hint)}</p> })}
            {max
                .map(|max| {
                    view! {
                        <p
                            class="field-hint words-count"
                            id=counter
                            data-count=id
                            data-max=max.to_string()
                            data-words=t(Key::InvitationsCounter)
                        ></p>
                    }
                })}
            {error_line(error, error_id)}
        </div>
    }
}

/// The error of a field that is neither a [`Field`] nor a [`LongField`].
#[component]
pub fn FieldError(id: &'static str, name: &'static str) -> impl IntoView {
    error_line(Sent::of(name).error, id.to_owned())
}

/// The error of the field `name` of the surrounding form.
pub fn error_of(name: &str) -> Option<String> {
    Sent::of(name).error
}

/// The sent value of a field, and its error.
struct Sent {
    typed: Option<String>,
    error: Option<String>,
}

impl Sent {
    fn of(name: &str) -> Self {
        let (request, form) = (PageRequest::current(), expect_context::<Form>().name);
        let refused = request.refused.as_deref().filter(|refused| refused.form == form && refused.field == name);
        Self {
            typed: request.typed(form, name).map(str::to_owned),
            error: refused.map(|refused| refused.message.clone()),
        }
    }
}

fn error_line(error: Option<String>, id: String) -> impl IntoView {
    error.map(|error| {
        view! {
            <p class="field-error" id=id role="alert">
                {error}
            </p>
        }
    })
}
