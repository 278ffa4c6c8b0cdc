//! The way back from an entry to the list that led to it and the place there. It is kept from day to day.

use crate::{
    components::{Icon, icon},
    identity::next::own_path,
    reading::anchor,
    request::{PageRequest, encoded},
};
use domain::{EntryId, Key};
use leptos::prelude::*;

/// Pages with lists of entries.
const LISTS: [&str; 5] = ["/", "/calendar", "/dashboard", "/search", "/yearly"];
/// Below it are the pages of people.
const PEOPLE: &str = "/friends/";

/// The address of the list, if one came from a list.
#[derive(Clone, Debug, Default)]
pub struct WayBack(Option<String>);

impl WayBack {
    /// The list named in the entry's address, else the page that led here.
    pub fn of(request: &PageRequest) -> Self {
        let list = request.query("from").or_else(|| request.referrer.clone());
        Self(list.filter(|address| own_path(address).is_some() && is_list(path(address))))
    }

    /// The address of another entry, with the same way back.
    pub fn through(&self, entry: EntryId) -> String {
        match &self.0 {
            Some(list) => format!("/entry/{entry}?from={}", encoded(list)),
            None => format!("/entry/{entry}"),
        }
    }

    /// The page's query with it.
    pub fn query(&self, request: &PageRequest) -> String {
        let address = request.here_with("from", self.0.as_deref());
        address.split_once('?').map(|(_, query)| query.to_owned()).unwrap_or_default()
    }

    fn href(&self, entry: EntryId) -> String {
        self.0.as_ref().map_or_else(|| "/dashboard".to_owned(), |list| format!("{list}#{}", anchor(entry)))
    }

    fn label(&self) -> Key {
        let is_dashboard = |address: &String| ["/", "/dashboard"].contains(&path(address));
        if self.0.as_ref().is_none_or(is_dashboard) { Key::EntryBack } else { Key::EditorBack }
    }
}

fn path(address: &str) -> &str {
    address.split('?').next().unwrap_or(address)
}

fn is_list(path: &str) -> bool {
    LISTS.contains(&path) || path.strip_prefix(PEOPLE).is_some_and(|person| !person.is_empty())
}

#[component]
pub fn BackLink(way: WayBack, entry: EntryId) -> impl IntoView {
    view! {
        <a class="back-link" href=way.href(entry)>
            <Icon of=icon::ARROW_LEFT />
            {PageRequest::current().text(way.label())}
        </a>
    }
}
