//! A person in a list, and the buttons about them.

use crate::{
    components::Avatar,
    forms::ButtonForm,
    request::{PageRequest, t},
};
use chrono::{DateTime, NaiveDate, Utc};
use domain::{Key, Person, RequestId, day::Zone};
use leptos::prelude::*;

pub fn href(person: &Person) -> String {
    format!("/friends/{}", person.id)
}

/// Picture, name and username, linked to the person's page. `below` is shown beside the username.
pub fn person_link(person: &Person, below: Option<String>) -> impl IntoView + use<> {
    let below =
        below.map_or_else(|| format!("@{}", person.username), |below| format!("@{} · {below}", person.username));
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

/// The note under a person whose address is not confirmed.
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

/// A button whose accessible name contains the person's.
fn button(class: &'static str, label: Key, named: String) -> impl IntoView {
    view! {
        <button class=class aria-label=named>
            {t(label)}
        </button>
    }
}

pub fn named(request: &PageRequest, key: Key, person: &Person) -> String {
    request.fill(key, &[("name", &person.display_name())])
}

pub fn ask_button(request: &PageRequest, person: &Person) -> impl IntoView + use<> {
    let label = named(request, Key::FriendsAskNamed, person);
    view! {
        <ButtonForm name="friend-ask" id=person.id.to_string() failed=Key::FriendsAskFailed>
            {button("button button-main", Key::FriendsAsk, label)}
        </ButtonForm>
    }
}

pub fn answer_buttons(request: &PageRequest, id: RequestId, person: &Person) -> impl IntoView + use<> {
    let (yes, no) = (named(request, Key::FriendsAcceptNamed, person), named(request, Key::FriendsDeclineNamed, person));
    view! {
        <ButtonForm name="friend-accept" id=id.to_string() failed=Key::FriendsAcceptFailed>
            {button("button button-yes", Key::FriendsAccept, yes)}
        </ButtonForm>
        <ButtonForm name="friend-decline" id=id.to_string() failed=Key::FriendsDeclineFailed>
            {button("button button-quiet", Key::FriendsDecline, no)}
        </ButtonForm>
    }
}

pub fn withdraw_button(request: &PageRequest, id: RequestId, person: &Person) -> impl IntoView + use<> {
    let label = named(request, Key::FriendsWithdrawNamed, person);
    view! {
        <ButtonForm name="friend-withdraw" id=id.to_string()>
            {button("button", Key::FriendsWithdraw, label)}
        </ButtonForm>
    }
}

#[component]
pub fn Pending() -> impl IntoView {
    view! { <span class="chip">{t(Key::FriendsPending)}</span> }
}
