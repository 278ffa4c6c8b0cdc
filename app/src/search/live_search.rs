//! The island of the search: a form whose results follow the input. Without script the form loads the page.

use super::search_state::SearchState;
use crate::values::Values;
use leptos::{html, prelude::*};

/// The children are the fields.
#[island]
pub fn LiveSearch(config: Values, children: Children) -> impl IntoView {
    let form = NodeRef::<html::Form>::new();
    let state = SearchState::new(&config);
    let changed = state.following(form, config.get("failed"));
    view! {
        <form class="search" method="get" action="/search" role="search" autocomplete="off" node_ref=form on:input=changed>
            {children()}
        </form>
        <section class="search-results">
            <p class="alert" role="alert" hidden=move || state.refused.get().is_empty()>{move || state.refused.get()}</p>
            <p class="search-count" role="status">{move || state.count.get()}</p>
            <div class="search-found" inner_html=move || state.html.get()></div>
        </section>
    }
}
