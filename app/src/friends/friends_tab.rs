//! Everybody one is friends with, in one list that can be narrowed.

use super::{
    friends_page::Tab,
    parts::person_link,
    person_menu::{Block, PersonMenu, Remove},
};
use crate::{
    components::{EmptyState, drawing::Drawing},
    request::{PageRequest, t},
};
use domain::{Friend, Key};
use leptos::prelude::*;

/// From here on a list is easier to narrow than to look through.
const MANY: usize = 8;

pub fn view(request: &PageRequest, friends: Vec<Friend>) -> AnyView {
    if friends.is_empty() {
        return view! {
            <EmptyState drawing=Drawing::TwoCups title=t(Key::FriendsEmptyTitle) text=t(Key::FriendsEmptyText) level=2>
                <a class="button button-main" href=Tab::Find.href()>
                    {t(Key::FriendsEmptyButton)}
                </a>
            </EmptyState>
        }
        .into_any();
    }
    let count = request.fill(Key::FriendsCount, &[("n", &friends.len().to_string())]);
    let count = if friends.len() < MANY {
        view! { <p class="people-count">{count}</p> }.into_any()
    } else {
        filter(request, count, friends.len()).into_any()
    };
    let rows = friends.into_iter().map(|friend| {
        let person = friend.person;
        let words = format!("{} {}", person.display_name(), person.username).to_lowercase();
        view! {
            <li class="person" data-words=words>
                {person_link(&person, None)}
                <PersonMenu person=person.clone()>
                    <Remove person=person.clone() />
                    <Block id=person.id name=person.display_name() />
                </PersonMenu>
            </li>
        }
    });
    let rows = rows.collect_view();
    view! {
        <h2 class="visually-hidden">{t(Key::FriendsTabFriends)}</h2>
        {count}
        <ul class="people" id="people">
            {rows}
        </ul>
    }
    .into_any()
}

/// `page/filter.ts` narrows the list and says in place of `count` how many are left.
fn filter(request: &PageRequest, count: String, total: usize) -> impl IntoView + use<> {
    let some = request.fill(Key::FriendsFilterSome, &[("total", &total.to_string())]);
    view! {
        <div class="people-filter" data-filter="people" data-none=t(Key::FriendsFilterNone) data-some=some>
            <label class="field">
                <span class="field-label">{t(Key::FriendsFilter)}</span>
                <input class="input" type="search" autocomplete="off" spellcheck="false" />
            </label>
            <p class="people-count" role="status">
                {count}
            </p>
        </div>
    }
}
