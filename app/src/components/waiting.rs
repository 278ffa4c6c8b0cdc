//! How many friend requests wait for the viewer's answer.

use crate::request::PageRequest;
use domain::{Key, limits};
use leptos::prelude::*;

/// The number of requests, up to the largest that is counted.
pub fn counted(waiting: u16) -> String {
    let most = limits::COUNTED_REQUESTS;
    if waiting > most { format!("{most}+") } else { waiting.to_string() }
}

/// The number beside a link. Empty when nothing waits.
#[component]
pub fn Waiting() -> impl IntoView {
    let request = PageRequest::current();
    (request.waiting > 0).then(|| {
        let count = counted(request.waiting);
        let words = request.fill(Key::FriendsWaiting, &[("n", &count)]);
        view! {
            <span class="waiting-count" aria-hidden="true">
                {count}
            </span>
            <span class="visually-hidden">{words}</span>
        }
    })
}
