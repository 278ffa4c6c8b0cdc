//! Waiting requests, and all friends in one list that can be narrowed.

use super::{
    inviter::inviter_question,
    parts::person_link,
    person_menu::{Block, PersonMenu, Remove},
    requests_tab::{incoming_row, outgoing_row},
    tab::Tab,
};
use crate::{
    components::{EmptyState, drawing::Drawing},
    request::{PageRequest, t},
};
use backend::{Result, friends, pagination::Page};
use domain::{Friend, FriendRequest, Key, Person};
use leptos::prelude::*;

/// Number of friends from which on the list has a filter.
const MANY: usize = 8;

/// Requests above the list; the others have a tab.
const SHOWN_REQUESTS: usize = 3;

pub struct FriendsTab {
    friends: Vec<Friend>,
    waiting: Page<FriendRequest>,
    /// The viewer's own requests, shown in place of an empty list.
    asked: Vec<FriendRequest>,
    /// The owner of the code that the viewer registered with, while the question about them is open.
    inviter: Option<Person>,
}

pub async fn load(request: &PageRequest) -> Result<FriendsTab> {
    let PageRequest { backend, viewer, .. } = request;
    let waiting = friends::incoming(backend, viewer, None, SHOWN_REQUESTS);
    let (friends, waiting, inviter) =
        tokio::try_join!(friends::friends(backend, viewer), waiting, friends::inviter(backend, viewer))?;
    let asked = match friends.len() {
        0 => friends::outgoing(backend, viewer, None, SHOWN_REQUESTS).await?.items,
        _ => Vec::new(),
    };
    Ok(FriendsTab { friends, waiting, asked, inviter })
}

/// The open questions, above the friends.
fn waiting(request: &PageRequest, shown: &FriendsTab) -> impl IntoView + use<> {
    let requests = (!shown.waiting.items.is_empty()).then(|| {
        let rows = shown.waiting.items.iter().map(|one| incoming_row(request, one)).collect_view();
        let more = shown.waiting.next.is_some().then(|| {
            view! {
                <p>
                    <a href=Tab::Incoming.href()>{t(Key::FriendsRequestsAll)}</a>
                </p>
            }
        });
        view! {
            <section class="people-waiting" aria-labelledby="waiting-title">
                <h2 id="waiting-title">{t(Key::FriendsRequestsTitle)}</h2>
                <ul class="people">{rows}</ul>
                {more}
            </section>
        }
    });
    view! {
        {requests}
        {shown.inviter.as_ref().map(|inviter| inviter_question(request, inviter))}
    }
}

pub fn view(request: &PageRequest, shown: FriendsTab) -> AnyView {
    view! {
        {waiting(request, &shown)}
        {list(request, shown)}
    }
    .into_any()
}

fn list(request: &PageRequest, shown: FriendsTab) -> AnyView {
    let friends = shown.friends;
    if friends.is_empty() {
        // The waiting requests replace the text of an empty list.
        if !shown.waiting.items.is_empty() {
            return ().into_any();
        }
        if !shown.asked.is_empty() {
            let rows = shown.asked.iter().map(|one| outgoing_row(request, one)).collect_view();
            return view! {
                <h2 class="visually-hidden">{t(Key::FriendsTabOutgoing)}</h2>
                <ul class="people">{rows}</ul>
            }
            .into_any();
        }
        return view! {
            <EmptyState drawing=Drawing::TwoCups title=t(Key::FriendsEmptyTitle) text=t(Key::FriendsEmptyText) level=2>
                <a class="button" href=Tab::Find.href()>
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
        <ul class="people people-friends" id="people">
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
