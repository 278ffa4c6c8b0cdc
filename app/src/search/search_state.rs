//! State of the search's island, which follows the form. The answer to an earlier request is dropped.

use super::calls::find;
use crate::{browser, values::Values};
use leptos::{ev::Event, html, leptos_dom::helpers::debounce, prelude::*, task::spawn_local};
use std::time::Duration;

/// After something was typed or chosen, before it is asked for.
const PAUSE: Duration = Duration::from_millis(200);

#[derive(Clone, Copy)]
pub struct SearchState {
    /// How many results there are. Empty: nothing was asked for.
    pub count: RwSignal<String>,
    pub html: RwSignal<String>,
    /// Why there are no results, or no newer ones.
    pub refused: RwSignal<String>,
}

impl SearchState {
    pub fn new(config: &Values) -> Self {
        let [count, html, refused] = ["count", "html", "refused"].map(|name| RwSignal::new(config.get(name)));
        Self { count, html, refused }
    }

    /// Listens for the form's input events. `failed` is shown when the server does not answer.
    pub fn following(self, form: NodeRef<html::Form>, failed: String) -> impl FnMut(Event) {
        let request_id = StoredValue::new(0_usize);
        debounce(PAUSE, move |_| {
            let Some(form) = form.get_untracked() else { return };
            let query = browser::query(&form);
            request_id.update_value(|n| *n += 1);
            let (id, failed) = (request_id.get_value(), failed.clone());
            spawn_local(async move {
                let answer = find(query).await;
                if request_id.try_get_value() != Some(id) {
                    return;
                }
                match answer {
                    Ok(found) => {
                        browser::replace_address(&found.address);
                        self.count.set(found.count);
                        self.html.set(found.html);
                        self.refused.set(String::new());
                    }
                    Err(error) if error.code == "unauthenticated" => browser::session_is_over(),
                    Err(error) => self.refused.set(if error.message.is_empty() { failed } else { error.message }),
                }
            });
        })
    }
}
