//! Asks for results a moment after something was typed or chosen. An answer to an earlier question is dropped.

use super::calls::{Results, find};
use crate::browser::session_is_over;
use domain::SearchForm;
use leptos::{ev::Event, leptos_dom::helpers::debounce, prelude::*, task::spawn_local};
use std::time::Duration;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{FormData, HtmlFormElement, Node};

const PAUSE: Duration = Duration::from_millis(200);

/// Hears the form's input events.
pub fn following(results: RwSignal<Results>, failed: String) -> impl FnMut(Event) {
    let asked = StoredValue::new(0_u32);
    debounce(PAUSE, move |event: Event| {
        let Some(form) = read(&event) else { return };
        asked.update_value(|n| *n += 1);
        let (turn, failed) = (asked.get_value(), failed.clone());
        spawn_local(async move {
            let answer = find(form).await;
            if asked.try_get_value() != Some(turn) {
                return;
            }
            match answer {
                Ok(found) => {
                    call_itself(&found.address);
                    results.set(found);
                }
                Err(error) if error.code == "unauthenticated" => session_is_over(),
                Err(error) => {
                    let message = if error.message.is_empty() { failed } else { error.message };
                    results.update(|results| results.refused = message);
                }
            }
        });
    })
}

/// The fields as they are now, whichever of them has changed.
fn read(event: &Event) -> Option<SearchForm> {
    let form = event.target()?.dyn_into::<Node>().ok()?.parent_element()?.closest("form").ok()??;
    let data = FormData::new_with_form(&form.dyn_into::<HtmlFormElement>().ok()?).ok()?;
    Some(SearchForm::of(|name| data.get(name).as_string().filter(|value| !value.is_empty())))
}

/// The page's address from now on: what a reload and the way back bring.
fn call_itself(address: &str) {
    if let Ok(history) = window().history() {
        drop(history.replace_state_with_url(&JsValue::NULL, "", Some(address)));
    }
}
