//! What the sign-in dialog does in the browser: opening, reading the form, signing in, leaving.

use super::{
    client::{self, Failure},
    form::{PROOF_START, Tab, Typed, UNKNOWN, proof_of},
};
use crate::browser::{self, by_id, carry_toast, focus, hear, send, set, show, target, turn};
use js_sys::{Reflect, encode_uri_component};
use leptos::{prelude::*, task::spawn_local};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CustomEvent, Element, Event, FormData, HtmlDialogElement, HtmlFormElement, KeyboardEvent, Storage};

pub fn start() {
    let Some(dialog) = dialog() else { return };
    hear("click", click);
    hear("keydown", keydown);
    hear("submit", submit);
    if dialog.has_attribute("data-again") {
        drop(window_event_listener_untyped("app:sign-in", |_| open(Tab::Login)));
    }
    drop(window_event_listener_untyped("app:google", google));
    if let Some(tab) = dialog.get_attribute("data-open") {
        open(Tab::parse(&tab));
        say(dialog.get_attribute("data-message").as_deref());
    }
}

fn dialog() -> Option<HtmlDialogElement> {
    by_id("sign-in")?.dyn_into().ok()
}

fn form() -> Option<HtmlFormElement> {
    by_id("sign-in-form")?.dyn_into().ok()
}

fn field(name: &str) -> Option<Element> {
    form()?.query_selector(&format!("[name={name}]")).ok().flatten()
}

/// Inside the dialog and outside: the page's buttons are forms that lead to `/?login=1` until this hears them.
fn click(event: Event) {
    if let Some(link) = target(&event, "[data-forgot]") {
        return carry_email(&link);
    }
    let Some(button) = target(&event, "[data-sign-in]") else { return };
    event.prevent_default();
    match button.get_attribute("data-sign-in").unwrap_or_default().as_str() {
        "open-login" => open(Tab::Login),
        "open-register" => open(Tab::Register),
        "tab-login" => switch(Tab::Login),
        "tab-register" => switch(Tab::Register),
        "password" => show_password(&button),
        _ => close(),
    }
}

/// The way to a new password knows the address that was typed.
fn carry_email(link: &Element) {
    let email = form().and_then(|form| FormData::new_with_form(&form).ok()).map(|form| read(form).email);
    if let Some(email) = email.map(|email| email.trim().to_owned()).filter(|email| !email.is_empty()) {
        set(link, "href", &format!("/forgot-password?email={}", String::from(encode_uri_component(&email))));
    }
}

fn keydown(event: Event) {
    let Some(tab) = target(&event, ".tab") else { return };
    let key = event.dyn_into::<KeyboardEvent>().map(|event| event.key()).unwrap_or_default();
    if key == "ArrowLeft" || key == "ArrowRight" {
        let other = if tab.id() == "tab-login" { Tab::Register } else { Tab::Login };
        switch(other);
        focus(by_id(&format!("tab-{}", other.as_str())));
    }
}

/// With empty fields; an invitation's code stays.
fn open(tab: Tab) {
    let (Some(dialog), Some(form)) = (dialog(), form()) else { return };
    if dialog.open() {
        return;
    }
    form.reset();
    let shown = field("password").filter(|field| field.get_attribute("type").as_deref() == Some("text"));
    if let Some(button) = shown.and_then(|field| field.next_element_sibling()) {
        show_password(&button);
    }
    switch(tab);
    drop(dialog.show_modal());
    let is_known =
        field("email").is_some_and(|field| field.get_attribute("value").is_some_and(|value| !value.is_empty()));
    focus(field(match tab {
        Tab::Register => "firstName",
        Tab::Login if is_known => "password",
        Tab::Login => "email",
    }));
}

fn close() {
    if let Some(dialog) = dialog() {
        dialog.close();
    }
}

/// What belongs to one tab is shown by the style sheet.
fn switch(tab: Tab) {
    if let Some(dialog) = dialog() {
        set(&dialog, "data-tab", tab.as_str());
    }
    for other in [Tab::Login, Tab::Register] {
        if let Some(button) = by_id(&format!("tab-{}", other.as_str())) {
            set(&button, "aria-selected", if other == tab { "true" } else { "false" });
            set(&button, "tabindex", if other == tab { "0" } else { "-1" });
        }
    }
    if let Some(panel) = by_id("sign-in-panel").filter(|panel| panel.has_attribute("role")) {
        set(&panel, "aria-labelledby", &format!("tab-{}", tab.as_str()));
    }
    for (name, login, register) in [("email", "username", "email"), ("password", "current-password", "new-password")] {
        if let Some(field) = field(name) {
            set(&field, "autocomplete", if tab == Tab::Login { login } else { register });
        }
    }
    say(None);
}

fn show_password(button: &Element) {
    let Some(field) = field("password") else { return };
    let is_hidden = field.get_attribute("type").as_deref() == Some("password");
    set(&field, "type", if is_hidden { "text" } else { "password" });
    let (label, other) = (button.get_attribute("aria-label"), button.get_attribute("data-other"));
    set(button, "aria-label", &other.unwrap_or_default());
    set(button, "data-other", &label.unwrap_or_default());
}

/// What went wrong, or nothing.
fn say(message: Option<&str>) {
    let (Some(alert), Some(place)) = (by_id("sign-in-alert"), by_id("sign-in-message")) else { return };
    place.set_text_content(message);
    show(&alert, message.is_some());
}

fn text(name: &str) -> String {
    dialog().map(|dialog| browser::text(&dialog, name)).unwrap_or_default()
}

fn submit(event: Event) {
    let Some(form) = form().filter(|form| target(&event, "form").as_ref() == Some(form)) else { return };
    event.prevent_default();
    let Some(typed) = FormData::new_with_form(&form).ok().map(read) else { return };
    let tab = Tab::parse(&dialog().and_then(|dialog| dialog.get_attribute("data-tab")).unwrap_or_default());
    let button = form.query_selector(&format!("button[data-only={}]", tab.as_str())).ok().flatten();
    let Some(button) = button.filter(|button| !button.has_attribute("aria-disabled")) else { return };
    if let Some(missing) = typed.missing(tab) {
        say(Some(&text(missing.text)));
        focus(field(missing.field));
        return;
    }
    say(None);
    set(&button, "aria-disabled", "true");
    turn(&button);
    spawn_local(async move {
        let result = match tab {
            Tab::Login => client::sign_in(&typed).await,
            Tab::Register => client::register(&typed).await,
        };
        drop(button.remove_attribute("aria-disabled"));
        turn(&button);
        match result {
            Ok(user_id) => finish(tab, &user_id),
            Err(Failure::Text(UNKNOWN)) => say(Some(&text(tab.failed()))),
            Err(Failure::Text(name)) => say(Some(&text(name))),
            Err(Failure::Message(message)) => {
                say(Some(&message));
                // What the server refuses of a registration is nearly always the code.
                focus(field("invitationCode").filter(|_| tab == Tab::Register));
            }
        }
    });
}

/// How it went with Google, as `frontend-react/src/features/google` tells it: `userId` of who is signed in now, else a `message`.
fn google(event: Event) {
    let Ok(event) = event.dyn_into::<CustomEvent>() else { return };
    let detail = |name: &str| Reflect::get(&event.detail(), &JsValue::from_str(name)).ok()?.as_string();
    let tab = Tab::parse(&detail("tab").unwrap_or_default());
    if let Some(user_id) = detail("userId") {
        finish(tab, &user_id);
    } else {
        open(tab);
        say(detail("message").as_deref().filter(|message| !message.is_empty()));
    }
}

fn read(form: FormData) -> Typed {
    let field = |name| form.get(name).as_string().unwrap_or_default();
    let invitation_code = field("invitationCode");
    Typed {
        first_name: field("firstName"),
        last_name: field("lastName"),
        email: field("email"),
        password: field("password"),
        email_token: email_token(&invitation_code),
        invitation_code,
    }
}

/// Where the page's script keeps what the link of a mailed invitation holds (`frontend-react/src/features/identity/email-token.ts`).
const EMAIL_TOKEN: &str = "email-token";

fn tab_storage() -> Option<Storage> {
    window().session_storage().ok().flatten()
}

/// What stood behind the hash of that link, where no server reads it on the way; it stands there still if the browser
/// lets nothing be kept.
fn email_token(code: &str) -> String {
    let hash = window().location().hash().unwrap_or_default();
    if let Some(proof) = hash.strip_prefix(PROOF_START) {
        return proof.to_owned();
    }
    let kept = tab_storage().and_then(|storage| storage.get_item(EMAIL_TOKEN).ok().flatten());
    kept.and_then(|kept| proof_of(&kept, code).map(str::to_owned)).unwrap_or_default()
}

fn forget_email_token() {
    if let Some(storage) = tab_storage() {
        drop(storage.remove_item(EMAIL_TOKEN));
    }
}

/// The dialog closes; the page stays where it is asked to, else the next one comes.
fn finish(tab: Tab, user_id: &str) {
    close();
    forget_email_token();
    let Some(dialog) = dialog() else { return };
    if dialog.has_attribute("data-again") {
        send("app:signed-in", &[("userId", user_id)]);
        return;
    }
    if let Some(waiting) = by_id("sign-in-waiting") {
        show(&waiting, true);
    }
    carry_toast(&text(if tab == Tab::Login { "sign_in.signed_in" } else { "sign_in.account_created" }));
    let next = dialog.get_attribute("data-next").unwrap_or_default();
    drop(window().location().assign(&next));
}
