//! The search's form with its results, which follow what is typed and chosen. Without script the form asks for the page.

use super::{calls::Results, result_list::result_list};
use leptos::prelude::*;

/// The children are the fields. `failed` is said where the server does not answer.
#[island]
pub fn LiveSearch(initial: Results, failed: String, children: Children) -> impl IntoView {
    let results = RwSignal::new(initial);
    #[cfg(feature = "hydrate")]
    let changed = super::browser::following(results, failed);
    #[cfg(not(feature = "hydrate"))]
    let changed = {
        drop(failed);
        |_: leptos::ev::Event| ()
    };
    view! {
        <form class="search" method="get" action="/search" role="search" autocomplete="off" on:input=changed>
            {children()}
        </form>
        <section class="search-results">{move || result_list(results.get())}</section>
    }
}
