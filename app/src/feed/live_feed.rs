//! The feed's island: the list that the filters choose, and older entries below it. Without script the filters are a form and older entries
//! a link.

use super::{
    feed_part::{FeedProps, NextPage},
    feed_state::{FeedList, FeedState},
};
use crate::server_html::ServerHtml;
use leptos::{either::EitherOf3, ev, prelude::*};

/// The children are the head with the filters.
#[island]
pub fn LiveFeed(props: FeedProps, children: Children) -> impl IntoView {
    let state = FeedState::new(props);
    Effect::new(move |_| state.sync_with_browser());
    view! {
        <section
            class="feed"
            aria-labelledby="feed-title"
            data-ready=move || state.is_ready.get()
            on:change=move |_| state.choose()
        >
            {children()}
            <div class="feed-list" aria-busy=move || state.is_loading().to_string()>
                {move || list(state)}
                <div class="feed-older" node_ref=state.older_element>
                    {move || state.older.get().into_iter().map(ServerHtml::view).collect_view()}
                </div>
                {move || state.note.get().map(|note| view! { <p class="feed-gap" tabindex="-1" node_ref=state.note_element>{note}</p> })}
                {move || state.next.get().map(|next| more(state, next))}
                <p class="visually-hidden" role="status">{move || state.status.get()}</p>
            </div>
        </section>
    }
}

fn list(state: FeedState) -> impl IntoView {
    match state.list.get() {
        FeedList::Loaded(html) => EitherOf3::A(html.view()),
        FeedList::Loading => EitherOf3::B(skeleton()),
        FeedList::Failed => EitherOf3::C(view! {
            <div class="feed-failed">
                <p class="alert" role="alert">{state.text(|texts| &texts.failed)}</p>
                <button type="button" class="button" on:click=move |_| state.show()>{state.text(|texts| &texts.retry)}</button>
            </div>
        }),
    }
}

/// Five rows (spec 9).
fn skeleton() -> impl IntoView {
    let row = |()| {
        view! {
            <li class="feed-row">
                <span class="skeleton feed-row-date"></span>
                <span class="skeleton feed-row-line"></span>
                <span class="skeleton feed-row-line"></span>
            </li>
        }
    };
    view! { <ul class="entry-list" aria-hidden="true">{[(); 5].map(row)}</ul> }
}

/// The link to older entries, which come below while the list has room.
fn more(state: FeedState, next: NextPage) -> impl IntoView {
    let add = move |event: ev::MouseEvent| {
        // A link that opens another tab works as usual.
        let elsewhere = event.ctrl_key() || event.meta_key() || event.shift_key() || event.alt_key();
        if !elsewhere && state.has_room() {
            event.prevent_default();
            state.add();
        }
    };
    let label = move || {
        if state.is_adding.get() { state.text(|texts| &texts.loading) } else { state.text(|texts| &texts.more) }
    };
    view! {
        <p class="entry-list-more">
            <a class="button" rel="next" href=next.href on:click=add>{label}</a>
        </p>
    }
}
