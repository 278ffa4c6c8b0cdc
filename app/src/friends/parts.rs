//! A person in a list, and what can be done about them.

use super::friends_page::Tab;
use crate::{
    components::{ApiForm, Avatar},
    request::{PageRequest, t},
};
use chrono::{DateTime, NaiveDate, Utc};
use domain::{Key, Person, RequestId, RequestState, UserId, day::Zone};
use leptos::prelude::*;

pub fn href(person: &Person) -> String {
    format!("/friends/{}", person.id)
}

/// Picture, name and username; leads to the person's page. `below` stands under the name in place of the username.
pub fn person_link(person: &Person, below: Option<String>) -> impl IntoView + use<> {
    let below = below.unwrap_or_else(|| format!("@{}", person.username));
    view! {
        <a class="person-link" href=href(person)>
            <Avatar initials=person.initials() image=person.profile_image_url.clone() lazy=true />
            <span class="person-words">
                <span class="person-name" dir="auto">
                    {person.display_name()}
                </span>
                <span class="person-below">{below}</span>
            </span>
        </a>
    }
}

/// Under somebody who is known by an address that they have not confirmed.
pub fn unsure(request: &PageRequest, person: &Person) -> impl IntoView + use<> {
    view! { <p class="field-hint person-unsure">{named(request, Key::FriendsUnconfirmed, person)}</p> }
}

/// The day by the viewer's own calendar.
pub fn day(request: &PageRequest, at: DateTime<Utc>) -> NaiveDate {
    at.with_timezone(&zone(request)).date_naive()
}

pub fn zone(request: &PageRequest) -> Zone {
    request.account().map(|account| account.zone).unwrap_or_default()
}

/// A button with its person's name for those who hear it alone.
fn button(class: &'static str, label: Key, named: String) -> impl IntoView {
    view! {
        <button class=class data-busy=t(Key::FormBusy) aria-label=named>
            {t(label)}
        </button>
    }
}

fn named(request: &PageRequest, key: Key, person: &Person) -> String {
    request.fill(key, &[("name", &person.display_name())])
}

pub fn ask_button(request: &PageRequest, person: &Person) -> impl IntoView + use<> {
    let label = named(request, Key::FriendsAskNamed, person);
    let id: UserId = person.id;
    view! {
        <ApiForm
            action="/api/friend-requests"
            done=Key::FriendsSent
            done_when=[(RequestState::Accepted.as_str(), Key::FriendsMet)]
            failed=Key::FriendsSendFailed
            then="reload"
        >
            <input type="hidden" name="userId" value=id.to_string() />
            {button("button button-main", Key::FriendsAsk, label)}
        </ApiForm>
    }
}

pub fn answer_buttons(request: &PageRequest, id: RequestId, person: &Person) -> impl IntoView + use<> {
    let (yes, no) = (named(request, Key::FriendsAcceptNamed, person), named(request, Key::FriendsDeclineNamed, person));
    view! {
        <ApiForm
            method="PUT"
            action=format!("/api/friend-requests/{id}/accept")
            done=Key::FriendsAccepted
            failed=Key::FriendsAcceptFailed
            then="reload"
            elsewhere=gone(Tab::Incoming)
        >
            {button("button button-main", Key::FriendsAccept, yes)}
        </ApiForm>
        <ApiForm
            method="PUT"
            action=format!("/api/friend-requests/{id}/decline")
            done=Key::FriendsDeclined
            failed=Key::FriendsDeclineFailed
            then="reload"
            elsewhere=gone(Tab::Incoming)
        >
            {button("button", Key::FriendsDecline, no)}
        </ApiForm>
    }
}

pub fn withdraw_button(request: &PageRequest, id: RequestId, person: &Person) -> impl IntoView + use<> {
    let label = named(request, Key::FriendsWithdrawNamed, person);
    view! {
        <ApiForm
            method="DELETE"
            action=format!("/api/friend-requests/{id}")
            done=Key::FriendsWithdrawn
            failed=Key::FriendsWithdrawFailed
            then="reload"
            elsewhere=gone(Tab::Outgoing)
        >
            {button("button", Key::FriendsWithdraw, label)}
        </ApiForm>
    }
}

/// What an older page still shows is not there any more: the list as it is now.
fn gone(tab: Tab) -> String {
    format!("request_not_found={}", tab.href())
}

/// Of a form that is around it: the button says itself where it goes and what is asked before.
pub fn remove_button(request: &PageRequest, person: &Person) -> impl IntoView + use<> {
    view! {
        <button
            class="button button-quiet"
            data-action=format!("/api/friends/{}", person.id)
            data-confirm=named(request, Key::FriendsRemoveConfirm, person)
            data-busy=t(Key::FormBusy)
            aria-label=named(request, Key::FriendsRemoveNamed, person)
        >
            {t(Key::FriendsRemove)}
        </button>
    }
}

/// Around [`remove_button`]s.
#[component]
pub fn RemoveForm(children: Children) -> impl IntoView {
    view! {
        <ApiForm
            method="DELETE"
            action="/api/friends"
            done=Key::FriendsRemoved
            failed=Key::FriendsRemoveFailed
            then="reload"
            elsewhere=format!("friend_not_found={}", Tab::Friends.href())
        >
            {children()}
        </ApiForm>
    }
}

#[component]
pub fn Pending() -> impl IntoView {
    view! { <span class="chip">{t(Key::FriendsPending)}</span> }
}
