//! The menu '…' beside somebody else, for rarer actions.

use super::{forms::REPORT, parts::named};
use crate::{
    components::{Icon, icon},
    forms::{ButtonForm, Question},
    request::{PageRequest, t},
};
use domain::{Entry, Key, Person, UserId};
use leptos::prelude::*;

/// Its children are the menu's entries. It opens without script.
#[component]
pub fn PersonMenu(person: Person, children: Children) -> impl IntoView {
    menu(person.id, &person.display_name(), children().into_any())
}

fn menu(id: UserId, name: &str, entries: AnyView) -> impl IntoView + use<> {
    let label = PageRequest::current().fill(Key::PeopleMore, &[("name", name)]);
    let id = format!("person-{id}");
    let target = id.clone();
    view! {
        <button type="button" class="icon-button person-menu-button" popovertarget=target aria-label=label>
            <Icon of=icon::ELLIPSIS />
        </button>
        <div class="menu person-menu" id=id popover>
            {entries}
        </div>
    }
}

#[component]
pub fn Remove(person: Person) -> impl IntoView {
    let request = PageRequest::current();
    let label = named(&request, Key::FriendsRemoveNamed, &person);
    let question = named(&request, Key::FriendsRemoveConfirm, &person);
    view! {
        <ButtonForm name="friend-remove" id=person.id.to_string()>
            <Question
                id=format!("remove-{}", person.id)
                open=Key::FriendsRemove
                named=label
                icon=icon::USER_MINUS
                class="menu-action"
                text=question
                yes=Key::FriendsRemove
                yes_class="button button-danger"
            />
        </ButtonForm>
    }
}

/// Buttons to report and to block a person.
#[component]
pub fn Against(id: UserId, name: String) -> impl IntoView {
    let request = PageRequest::current();
    view! {
        <a class="menu-action" href=format!("{}#report", request.here_with(REPORT, Some("")))>
            <Icon of=icon::FLAG />
            {t(Key::ReportOpen)}
        </a>
        <Block id name />
    }
}

#[component]
pub fn Block(id: UserId, name: String) -> impl IntoView {
    view! {
        <ButtonForm name="block" id=id.to_string()>
            <Question
                id=format!("block-{id}")
                open=Key::PeopleBlock
                icon=icon::BAN
                class="menu-action"
                text=PageRequest::current().fill(Key::PeopleBlockConfirm, &[("name", &name)])
                yes=Key::PeopleBlock
                yes_class="button button-danger"
            />
        </ButtonForm>
    }
}

/// The menu beside somebody else's entry. Empty beside one's own.
#[component]
pub fn AuthorMenu<'a>(entry: &'a Entry) -> impl IntoView + use<> {
    let is_own = PageRequest::current().viewer.user_id() == Some(entry.user_id);
    let (id, name) = (entry.user_id, author(entry));
    (!is_own).then(|| menu(id, &name.clone(), view! { <Against id name /> }.into_any()))
}

/// The author's name.
pub fn author(entry: &Entry) -> String {
    let author = entry.user.as_ref().map(|author| format!("{} {}", author.first_name, author.last_name));
    let name = author.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
    name.unwrap_or_else(|| t(Key::CardUnknownAuthor).to_owned())
}
