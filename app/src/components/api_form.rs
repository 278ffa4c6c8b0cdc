//! A form that a call to `/api` answers: `<api-form>` (`frontend-react/src/api-form`) sends it.

use crate::request::t;
use domain::Key;
use leptos::{html, prelude::*};

/// The children are the fields, a [`FormMessage`] and a [`SubmitButton`]. Until the script is there, and without it,
/// nothing in it can be used: a form with a password must never be sent as an address.
#[component]
pub fn ApiForm(
    #[prop(default = "POST")] method: &'static str,
    #[prop(into)] action: String,
    #[prop(default = "json")] encoding: &'static str,
    /// The toast of success.
    #[prop(optional)]
    done: Option<Key>,
    /// Other toasts where the answer's `state` is this one.
    #[prop(optional, into)]
    done_when: Vec<(&'static str, Key)>,
    /// The same as JSON of a whole toast, with an action.
    #[prop(optional, into)]
    done_toast: Option<String>,
    /// What is said when the server says nothing; `{message}` in it is the place of the server's words.
    #[prop(default = Key::FormFailed)]
    failed: Key,
    /// `stay`, `reload`, or a path.
    #[prop(default = "stay".into(), into)]
    then: String,
    /// `submit` or `change`.
    #[prop(default = "submit")]
    submit_on: &'static str,
    /// A question before anything is sent.
    #[prop(optional, into)]
    confirm: Option<String>,
    /// Refusals that another page answers: `code=/path`, separated by spaces.
    #[prop(optional, into)]
    elsewhere: Option<String>,
    /// Of these, the ones whose page says by itself what happened: codes, separated by spaces.
    #[prop(optional)]
    quietly: Option<&'static str>,
    #[prop(optional)] class: &'static str,
    children: Children,
) -> impl IntoView {
    let done_when: serde_json::Map<_, _> =
        done_when.into_iter().map(|(state, key)| (state.to_owned(), t(key).into())).collect();
    let done_when = (!done_when.is_empty()).then(|| serde_json::Value::from(done_when).to_string());
    let form = view! {
        <form method="post" novalidate>
            <fieldset class=format!("fields {class}") role="none" data-until-ready disabled>
                {children()}
            </fieldset>
            <noscript>
                <p class="field-hint">{t(Key::FormNeedsScript)}</p>
            </noscript>
        </form>
    };
    html::custom("api-form")
        .attr("data-method", method)
        .attr("data-action", action)
        .attr("data-encoding", encoding)
        .attr("data-done", done.map(t))
        .attr("data-done-when", done_when)
        .attr("data-done-toast", done_toast)
        .attr("data-elsewhere", elsewhere)
        .attr("data-quietly", quietly)
        .attr("data-failed", t(failed))
        .attr("data-offline", t(Key::FormOffline))
        .attr("data-then", then)
        .attr("data-submit-on", submit_on)
        .attr("data-cancel", t(Key::AppCancel))
        .attr("data-confirm", confirm)
        .child(form)
}

/// Where the form says what went wrong; stands before its button.
#[component]
pub fn FormMessage() -> impl IntoView {
    view! { <p class="alert" data-form-message role="alert" hidden></p> }
}

#[component]
pub fn SubmitButton(
    label: Key,
    #[prop(default = Key::FormBusy)] busy: Key,
    #[prop(default = "button button-main")] class: &'static str,
) -> impl IntoView {
    view! {
        <button class=class data-busy=t(busy)>
            {t(label)}
        </button>
    }
}
