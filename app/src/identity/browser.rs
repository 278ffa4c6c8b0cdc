//! What the dialog does in the browser: opening, reading the form, signing in, leaving.

use super::{
    act::{Act, DialogState, Phase},
    client::{self, Failure},
    form::{Tab, Typed},
};
use js_sys::{Object, Reflect};
use leptos::{prelude::*, task::spawn_local};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CustomEvent, CustomEventInit, Element, FormData, HtmlElement};

pub fn act(state: DialogState, what: Act) {
    match what {
        Act::Listen => listen(state),
        Act::Switch(tab) => switch(state, tab),
        Act::Submit => submit(state),
        Act::Close => close(state),
    }
}

fn listen(state: DialogState) {
    let (is_again, open_at_once) = state.setup.with_value(|setup| (setup.again, setup.open));
    if is_again {
        drop(window_event_listener_untyped("app:sign-in", move |_| open(state, Tab::Login)));
        return;
    }
    // Before the module was there these buttons led to `/?login=1`.
    drop(window_event_listener_untyped("click", move |event| {
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let button = target.and_then(|target| target.closest("[data-sign-in]").ok().flatten());
        if let Some(name) = button.and_then(|button| button.get_attribute("data-sign-in")) {
            event.prevent_default();
            open(state, Tab::parse(&name));
        }
    }));
    if let Some(tab) = open_at_once {
        open(state, tab);
    }
}

/// With empty fields; an invitation's code stays.
fn open(state: DialogState, tab: Tab) {
    let (Some(dialog), Some(form)) = (state.dialog.get_untracked(), state.form.get_untracked()) else { return };
    if dialog.open() {
        return;
    }
    form.reset();
    state.tab.set(tab);
    state.error.set(None);
    state.phase.set(Phase::Ready);
    state.shows_password.set(false);
    drop(dialog.show_modal());
    let is_known = state.setup.with_value(|setup| !setup.email.is_empty());
    focus(
        state,
        if tab == Tab::Register {
            "firstName"
        } else if is_known {
            "password"
        } else {
            "email"
        },
    );
}

fn close(state: DialogState) {
    if let Some(dialog) = state.dialog.get_untracked() {
        dialog.close();
    }
}

fn switch(state: DialogState, tab: Tab) {
    state.error.set(None);
    state.tab.set(tab);
    let button = document().get_element_by_id(&format!("tab-{}", tab.as_str()));
    focus_element(button);
}

fn focus(state: DialogState, field: &str) {
    let form = state.form.get_untracked();
    // The register tab's fields show themselves first.
    let selector = format!("[name={field}]");
    request_animation_frame(move || {
        focus_element(form.and_then(|form| form.query_selector(&selector).ok().flatten()));
    });
}

fn focus_element(element: Option<Element>) {
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        drop(element.focus());
    }
}

fn submit(state: DialogState) {
    if state.phase.get_untracked() != Phase::Ready {
        return;
    }
    let Some(typed) = state.form.get_untracked().and_then(|form| FormData::new_with_form(&form).ok()).map(read) else {
        return;
    };
    let tab = state.tab.get_untracked();
    state.error.set(None);
    if let Some(missing) = typed.missing(tab) {
        state.error.set(Some(text(state, missing.text)));
        focus(state, missing.field);
        return;
    }
    state.phase.set(Phase::Busy);
    spawn_local(async move {
        let result = match tab {
            Tab::Login => client::sign_in(&typed).await,
            Tab::Register => client::register(&typed).await,
        };
        match result {
            Ok(user_id) => finish(state, tab, &user_id),
            Err(failure) => {
                state.phase.set(Phase::Ready);
                state.error.set(Some(match failure {
                    Failure::Text(name) => text(state, name),
                    Failure::Message(message) => message,
                }));
            }
        }
    });
}

fn read(form: FormData) -> Typed {
    let field = |name| form.get(name).as_string().unwrap_or_default();
    Typed {
        first_name: field("firstName"),
        last_name: field("lastName"),
        email: field("email"),
        password: field("password"),
        invitation_code: field("invitationCode"),
    }
}

fn text(state: DialogState, name: &str) -> String {
    state.setup.with_value(|setup| setup.texts.get(name))
}

/// The dialog closes; the page stays where it is asked to, else the next one comes.
fn finish(state: DialogState, tab: Tab, user_id: &str) {
    close(state);
    if state.setup.with_value(|setup| setup.again) {
        state.phase.set(Phase::Ready);
        send("app:signed-in", &[("userId", user_id)]);
        return;
    }
    state.phase.set(Phase::Leaving);
    carry_toast(&text(state, if tab == Tab::Login { "sign_in.signed_in" } else { "sign_in.account_created" }));
    let next = state.setup.with_value(|setup| setup.next.clone());
    drop(window().location().assign(&next));
}

fn object(fields: &[(&str, &str)]) -> Object {
    let object = Object::new();
    for (name, value) in fields {
        drop(Reflect::set(&object, &JsValue::from_str(name), &JsValue::from_str(value)));
    }
    object
}

fn send(name: &str, detail: &[(&str, &str)]) {
    let init = CustomEventInit::new();
    init.set_detail(&object(detail));
    if let Ok(event) = CustomEvent::new_with_event_init_dict(name, &init) {
        drop(window().dispatch_event(&event));
    }
}

/// Shown by the next page (`frontend-react/src/events.ts`).
fn carry_toast(title: &str) {
    let toast = js_sys::JSON::stringify(&object(&[("title", title), ("kind", "ok")]));
    if let (Ok(toast), Ok(Some(storage))) = (toast, window().session_storage()) {
        drop(storage.set_item("toast", &String::from(toast)));
    }
}
