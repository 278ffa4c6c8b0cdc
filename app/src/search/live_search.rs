//! The island of the search: a form whose results follow the input. Without script the form loads the page.

use super::calls::find;
use crate::{browser, newest_request::NewestRequest, server_html::ServerHtml};
use leptos::{ev::Event, html, leptos_dom::helpers::debounce, prelude::*};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Delay between input and request.
const PAUSE: Duration = Duration::from_millis(200);

/// The data that the page passes to the island.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SearchProps {
    /// The results. The page has them already, so the browser gets them only once.
    #[serde(skip)]
    pub html: ServerHtml,
    /// The number of results in words. Empty: nothing was searched.
    pub count: String,
    /// The reason for no results.
    pub refused: Option<String>,
    /// The text for a request without an answer.
    pub failed: String,
}

/// The children are the fields.
#[island]
pub fn LiveSearch(props: SearchProps, children: Children) -> impl IntoView {
    let SearchProps { html, count, refused, failed } = props;
    let (html, count, refused) = (RwSignal::new(html), RwSignal::new(count), RwSignal::new(refused));
    let (form, failed) = (NodeRef::<html::Form>::new(), StoredValue::new(failed));
    let requests = NewestRequest::new();
    let search = debounce(PAUSE, move |_: Event| {
        let Some(form) = form.get_untracked() else { return };
        requests.send(find(browser::query(&form)), move |answer| match answer {
            Ok(found) => {
                browser::replace_address(&found.address);
                count.set(found.count);
                html.set(found.html);
                refused.set(None);
            }
            Err(error) if error.code == "unauthenticated" => browser::session_is_over(),
            Err(error) if error.message.is_empty() => refused.set(Some(failed.get_value())),
            Err(error) => refused.set(Some(error.message)),
        });
    });
    view! {
        <form class="search" method="get" action="/search" role="search" autocomplete="off" node_ref=form on:input=search>
            {children()}
        </form>
        <section class="search-results">
            {move || refused.get().map(|refused| view! { <p class="alert" role="alert">{refused}</p> })}
            <p class="search-count" role="status">{move || count.get()}</p>
            {move || html.get().view()}
        </section>
    }
}
