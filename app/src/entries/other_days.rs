//! Links from one's own entry to those before and after it. The arrow keys follow them (`frontend-react/src/enhance/shortcuts.ts`).

use super::way_back::WayBack;
use crate::{
    components::{Icon, icon},
    request::t,
};
use backend::entries::{Neighbour, Neighbours};
use domain::{Key, date};
use leptos::prelude::*;

#[component]
pub fn OtherDays(neighbours: Neighbours, way: WayBack) -> impl IntoView {
    let Neighbours { previous, next } = neighbours;
    if previous.is_none() && next.is_none() {
        return ().into_any();
    }
    let previous = previous.map(|day| {
        view! {
            <a class="other-day" href=way.through(day.id) rel="prev" aria-keyshortcuts="ArrowLeft">
                <Icon of=icon::CHEVRON_LEFT />
                <Words label=Key::EntryPreviousDay day />
            </a>
        }
    });
    let next = next.map(|day| {
        view! {
            <a class="other-day other-day-next" href=way.through(day.id) rel="next" aria-keyshortcuts="ArrowRight">
                <Words label=Key::EntryNextDay day />
                <Icon of=icon::CHEVRON_RIGHT />
            </a>
        }
    });
    view! {
        <nav class="other-days" aria-label=t(Key::EntryDays) data-days>
            {previous}
            {next}
        </nav>
    }
    .into_any()
}

#[component]
fn Words(label: Key, day: Neighbour) -> impl IntoView {
    view! {
        <span class="other-day-words">
            <span>{t(label)}</span>
            " "
            <time lang="de" datetime=day.date.to_string()>
                {date::long(day.date)}
            </time>
        </span>
    }
}
