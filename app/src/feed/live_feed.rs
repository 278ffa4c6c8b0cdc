//! The feed's island: the list that the filters choose, and older entries below it. Without script the filters are a form and older entries
//! a link.

use super::feed_state::{FeedState, NEWEST_PAGE, NOTE};
use crate::values::Values;
use leptos::{ev, prelude::*};

/// The children are the head with the filters and the list that the server wrote, which the style sheet hides once another one is asked for.
#[island]
pub fn LiveFeed(config: Values, children: Children) -> impl IntoView {
    let state = FeedState::new(&config);
    Effect::new(move |_| state.sync_with_browser());
    let (more, loading) = (config.get("more"), config.get("loading"));
    let label = move || if state.is_adding.get() { loading.clone() } else { more.clone() };
    let add = move |event: ev::MouseEvent| {
        // Into another tab it goes as any link.
        let elsewhere = event.ctrl_key() || event.meta_key() || event.shift_key() || event.alt_key();
        if !elsewhere && state.has_room() {
            event.prevent_default();
            state.add();
        }
    };
    view! {
        <section
            class="feed"
            aria-labelledby="feed-title"
            data-ready=move || state.is_ready.get()
            data-replaced=move || state.is_replaced.get()
            on:change=move |_| state.choose()
        >
            {children()}
            <div class="feed-list" aria-busy=move || state.is_loading.get().to_string()>
                <div inner_html=move || state.html.get()></div>
                <div class="feed-failed" hidden=move || !state.has_failed.get()>
                    <p class="alert" role="alert">{config.get("failed")}</p>
                    <button type="button" class="button" on:click=move |_| state.show()>{config.get("retry")}</button>
                </div>
                <div class="feed-older">{move || older(state.older.get())}</div>
                <p class="feed-gap" id=NOTE tabindex="-1" hidden=move || state.note.get().is_empty()>{move || state.note.get()}</p>
                <p class="entry-list-more" hidden=move || state.href.get().is_empty()>
                    <a
                        class="button"
                        rel="next"
                        href=move || state.href.get()
                        on:click=add
                    >
                        {label}
                    </a>
                </p>
                <p class="visually-hidden" role="status">{move || state.status.get()}</p>
            </div>
        </section>
    }
}

/// Pages of older entries, one list below the other. The focus goes into the last one when there is no link to more.
fn older(pages: Vec<String>) -> impl IntoView {
    let count = pages.len();
    let page = |(n, html): (usize, String)| {
        let id = (n + 1 == count).then_some(NEWEST_PAGE);
        view! { <div id=id inner_html=html></div> }
    };
    pages.into_iter().enumerate().map(page).collect_view()
}
