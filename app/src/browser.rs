//! What islands ask of the browser: its document and the page's script.

use js_sys::{JSON, Object, Promise, Reflect};
use leptos::{
    leptos_dom::helpers::set_timeout,
    prelude::{document, window},
};
use std::time::Duration;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_futures::JsFuture;
use web_sys::{CustomEvent, CustomEventInit, Element, Event, HtmlElement};

/// Hears `name` at the window for as long as the page lives. The handler may cause the same event again: a field that loses the focus
/// to another one says `change` within the `change` of that other one.
pub fn hear(name: &str, handler: fn(Event)) {
    let heard = Closure::<dyn Fn(Event)>::new(handler);
    drop(window().add_event_listener_with_callback(name, heard.as_ref().unchecked_ref()));
    heard.forget();
}

pub fn by_id(id: &str) -> Option<Element> {
    document().get_element_by_id(id)
}

/// The part of the page that an event is about.
pub fn target(event: &Event, selector: &str) -> Option<Element> {
    event.target()?.dyn_into::<Element>().ok()?.closest(selector).ok().flatten()
}

/// A setter fails only for a name that is none.
pub fn set(element: &Element, name: &str, value: &str) {
    drop(element.set_attribute(name, value));
}

pub fn show(element: &Element, is_shown: bool) {
    drop(element.toggle_attribute_with_force("hidden", !is_shown));
}

pub fn focus(element: Option<Element>) {
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        drop(element.focus());
    }
}

/// The label takes turns with the one in `data-other`.
pub fn turn(button: &Element) {
    let (label, other) = (button.text_content(), button.get_attribute("data-other"));
    button.set_text_content(other.as_deref());
    set(button, "data-other", &label.unwrap_or_default());
}

/// From the JSON in the element's `data-texts`.
pub fn text(element: &Element, name: &str) -> String {
    let texts = element.get_attribute("data-texts").and_then(|texts| JSON::parse(&texts).ok());
    texts.and_then(|texts| Reflect::get(&texts, &JsValue::from_str(name)).ok()?.as_string()).unwrap_or_default()
}

fn object(fields: &[(&str, &str)]) -> Object {
    let object = Object::new();
    for (name, value) in fields {
        drop(Reflect::set(&object, &JsValue::from_str(name), &JsValue::from_str(value)));
    }
    object
}

/// Sends the event `name` on `window`.
pub fn send(name: &str, detail: &[(&str, &str)]) {
    let init = CustomEventInit::new();
    init.set_detail(&object(detail));
    if let Ok(event) = CustomEvent::new_with_event_init_dict(name, &init) {
        drop(window().dispatch_event(&event));
    }
}

pub fn toast_error(title: &str, description: &str) {
    send("app:toast", &[("title", title), ("description", description), ("kind", "error")]);
}

/// The page leads to the sign-in: in place, or elsewhere and back (`frontend-react/src/shared/sign-in.ts`).
pub fn session_is_over() {
    send("app:session-over", &[]);
}

/// For a year and on the whole site; `value` has no character that a cookie may not have.
pub fn keep_cookie(name: &str, value: &str) {
    let secure =
        if window().location().protocol().is_ok_and(|protocol| protocol == "https:") { "; Secure" } else { "" };
    let cookie = [name, "=", value, "; Path=/; Max-Age=31536000; SameSite=Lax", secure].concat();
    drop(Reflect::set(&document(), &JsValue::from_str("cookie"), &JsValue::from_str(&cookie)));
}

/// Shown by the next page (`frontend-react/src/shared/events.ts`).
pub fn carry_toast(title: &str) {
    let toast = JSON::stringify(&object(&[("title", title), ("kind", "ok")]));
    if let (Ok(toast), Ok(Some(storage))) = (toast, window().session_storage()) {
        drop(storage.set_item("toast", &String::from(toast)));
    }
}

pub async fn wait(time: Duration) {
    let over = Promise::new(&mut |resolve, _| {
        set_timeout(move || drop(resolve.call0(&JsValue::UNDEFINED)), time);
    });
    drop(JsFuture::from(over).await);
}
