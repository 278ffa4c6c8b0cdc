//! All that islands ask of the browser besides their views. It compiles on the server as well, where nothing calls it.

use gloo_utils::format::JsValueSerdeExt;
use leptos::prelude::{document, window};
use serde::Serialize;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{
    CustomEvent, CustomEventInit, FormData, HtmlDocument, HtmlElement, HtmlFormElement, Storage, UrlSearchParams,
};

/// The values that the form would send for the fields with this name.
pub fn values(form: &HtmlFormElement, name: &str) -> Vec<String> {
    let data = FormData::new_with_form(form).ok();
    data.map(|data| data.get_all(name).iter().filter_map(|value| value.as_string()).collect()).unwrap_or_default()
}

pub fn form(id: &str) -> Option<HtmlFormElement> {
    document().get_element_by_id(id)?.dyn_into().ok()
}

/// The fields that the form would send, encoded as in an address.
pub fn query(form: &HtmlFormElement) -> String {
    let fields = FormData::new_with_form(form).and_then(|data| UrlSearchParams::new_with_str_sequence_sequence(&data));
    fields.map(|fields| fields.to_string().into()).unwrap_or_default()
}

pub fn focus(element: Option<impl JsCast>) {
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        drop(element.focus());
    }
}

pub fn go(address: &str) {
    drop(window().location().assign(address));
}

pub fn reload() {
    drop(window().location().reload());
}

/// The query with its question mark.
pub fn search() -> String {
    window().location().search().unwrap_or_default()
}

/// Replaces the page's address, for a reload and for Back from another page.
pub fn replace_address(address: &str) {
    if let Ok(history) = window().history() {
        drop(history.replace_state_with_url(&JsValue::NULL, "", Some(address)));
    }
}

fn storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

pub fn stored(name: &str) -> Option<String> {
    storage()?.get_item(name).ok()?
}

/// Stores a value, unless the storage is full or forbidden.
pub fn store(name: &str, value: &str) {
    if let Some(storage) = storage() {
        drop(storage.set_item(name, value));
    }
}

fn tab_storage() -> Option<Storage> {
    window().session_storage().ok().flatten()
}

/// A value stored for this tab.
pub fn stored_in_tab(name: &str) -> Option<String> {
    tab_storage()?.get_item(name).ok()?
}

pub fn store_in_tab(name: &str, value: &str) {
    if let Some(storage) = tab_storage() {
        drop(storage.set_item(name, value));
    }
}

/// Stores a cookie for a year and the whole site. `value` must have only characters that a cookie may have.
pub fn store_cookie(name: &str, value: &str) {
    let secure =
        if window().location().protocol().is_ok_and(|protocol| protocol == "https:") { "; Secure" } else { "" };
    let cookie = [name, "=", value, "; Path=/; Max-Age=31536000; SameSite=Lax", secure].concat();
    drop(document().unchecked_into::<HtmlDocument>().set_cookie(&cookie));
}

/// Sends an event of `frontend-react/src/shared/events.ts`.
fn send(name: &str, detail: &impl Serialize) {
    let init = CustomEventInit::new();
    if let Ok(detail) = JsValue::from_serde(detail) {
        init.set_detail(&detail);
    }
    if let Ok(event) = CustomEvent::new_with_event_init_dict(name, &init) {
        drop(window().dispatch_event(&event));
    }
}

#[derive(Serialize)]
struct Toast<'a> {
    title: &'a str,
    description: &'a str,
    kind: &'static str,
}

pub fn toast_error(title: &str, description: &str) {
    send("app:toast", &Toast { title, description, kind: "error" });
}

#[derive(Serialize)]
struct SessionOver {}

/// Sends the page to the sign-in: in place, or elsewhere and back (`frontend-react/src/shared/sign-in.ts`).
pub fn session_is_over() {
    send("app:session-over", &SessionOver {});
}
