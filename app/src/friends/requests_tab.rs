//! Requests that wait for an answer, of others and of one's own.

use super::{
    parts::{Pending, answer_buttons, day, person_link, withdraw_button},
    tab::Tab,
};
use crate::{
    components::{EmptyState, drawing::Drawing},
    request::{PageRequest, encoded, t},
};
use backend::pagination::Page;
use domain::{FriendRequest, Key, date};
use leptos::prelude::*;

pub fn incoming(request: &PageRequest, page: Page<FriendRequest>) -> AnyView {
    if page.items.is_empty() {
        return empty(Drawing::Letter, Key::FriendsIncomingEmptyTitle, Key::FriendsIncomingEmptyText);
    }
    let rows = page.items.iter().map(|one| incoming_row(request, one));
    list(Tab::Incoming, Key::FriendsTabIncoming, rows.collect_view().into_any(), page.next.as_deref())
}

pub fn incoming_row(request: &PageRequest, one: &FriendRequest) -> impl IntoView + use<> {
    view! {
        <li class="person">
            {person_link(&one.requester, Some(asked(request, one)))}
            <div class="person-buttons">{answer_buttons(request, one.id, &one.requester)}</div>
        </li>
    }
}

pub fn outgoing(request: &PageRequest, page: Page<FriendRequest>) -> AnyView {
    if page.items.is_empty() {
        return empty(Drawing::Letter, Key::FriendsOutgoingEmptyTitle, Key::FriendsOutgoingEmptyText);
    }
    let rows = page.items.iter().map(|one| outgoing_row(request, one));
    list(Tab::Outgoing, Key::FriendsTabOutgoing, rows.collect_view().into_any(), page.next.as_deref())
}

pub fn outgoing_row(request: &PageRequest, one: &FriendRequest) -> impl IntoView + use<> {
    view! {
        <li class="person">
            {person_link(&one.addressee, Some(asked(request, one)))}
            <div class="person-buttons">
                <Pending />
                {withdraw_button(request, one.id, &one.addressee)}
            </div>
        </li>
    }
}

fn asked(request: &PageRequest, one: &FriendRequest) -> String {
    request.fill(Key::FriendsAskedOn, &[("date", &date::short(day(request, one.created_at)))])
}

fn list(tab: Tab, title: Key, rows: AnyView, next: Option<&str>) -> AnyView {
    let next = next.map(|cursor| {
        view! {
            <p class="entry-list-more">
                <a class="button" href=format!("{}&before={}", tab.href(), encoded(cursor)) rel="next">
                    {t(Key::FriendsMoreRequests)}
                </a>
            </p>
        }
    });
    view! {
        <h2 class="visually-hidden">{t(title)}</h2>
        <ul class="people">{rows}</ul>
        {next}
    }
    .into_any()
}

fn empty(drawing: Drawing, title: Key, text: Key) -> AnyView {
    view! {
        <EmptyState drawing title=t(title) text=t(text) level=2>
            <a class="button" href=Tab::Find.href()>
                {t(Key::FriendsEmptyButton)}
            </a>
        </EmptyState>
    }
    .into_any()
}
