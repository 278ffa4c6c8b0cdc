//! State of the feed's island, and its requests.

use super::{
    calls::load_page,
    feed_part::{FeedPart, FeedProps, FeedTexts, NextPage},
};
use crate::{browser, error::CallError, newest_request::NewestRequest, server_html::ServerHtml};
use domain::{
    FeedFilters,
    feed::KEPT_AS,
    limits::{FEED_PAGE, FEED_SHOWN},
};
use leptos::{html, prelude::*};

/// The part of the address that says how far the list goes.
const UNTIL: &str = "until=";

/// The id of the form with the filters.
pub const FORM: &str = "feed-filters";

/// The beginning of the list.
#[derive(Clone)]
pub enum FeedList {
    Loaded(ServerHtml),
    Loading,
    Failed,
}

#[derive(Clone, Copy)]
pub struct FeedState {
    pub list: RwSignal<FeedList>,
    /// The pages below the beginning.
    pub older: RwSignal<Vec<ServerHtml>>,
    /// `None`: the list has ended.
    pub next: RwSignal<Option<NextPage>>,
    /// The reason for an empty page: no entry of it may be read, or the list has ended. `None`: there are entries.
    pub note: RwSignal<Option<String>>,
    pub is_adding: RwSignal<bool>,
    pub is_ready: RwSignal<bool>,
    /// The message for screen readers.
    pub status: RwSignal<String>,
    pub older_element: NodeRef<html::Div>,
    pub note_element: NodeRef<html::P>,
    filters: StoredValue<FeedFilters>,
    count: StoredValue<usize>,
    requests: NewestRequest,
    props: StoredValue<FeedProps>,
}

impl FeedState {
    pub fn new(props: FeedProps) -> Self {
        let note = (props.count == 0 && props.next.is_some()).then(|| props.texts.gap.clone());
        Self {
            list: RwSignal::new(FeedList::Loaded(props.html.clone())),
            older: RwSignal::new(Vec::new()),
            next: RwSignal::new(props.next.clone()),
            note: RwSignal::new(note),
            is_adding: RwSignal::new(false),
            is_ready: RwSignal::new(false),
            status: RwSignal::new(String::new()),
            older_element: NodeRef::new(),
            note_element: NodeRef::new(),
            filters: StoredValue::new(props.filters),
            count: StoredValue::new(props.count),
            requests: NewestRequest::new(),
            props: StoredValue::new(props),
        }
    }

    pub fn is_loading(self) -> bool {
        self.list.with(|list| matches!(list, FeedList::Loading))
    }

    pub fn text(self, choose: impl FnOnce(&FeedTexts) -> &String) -> String {
        self.props.with_value(|props| choose(&props.texts).clone())
    }

    /// Uses the browser's filters: boxes may have been ticked before this module started, and stored filters may differ from the page's.
    pub fn sync_with_browser(self) {
        self.is_ready.set(true);
        let rendered = self.filters.get_value();
        if checked_filters().is_some_and(|chosen| chosen != rendered) {
            return self.choose();
        }
        let is_fixed = self.props.with_value(|props| props.is_named || props.is_older);
        let kept =
            browser::stored(KEPT_AS).filter(|kept| FeedFilters::parse(kept).is_some_and(|kept| kept != rendered));
        if let Some(kept) = kept.filter(|_| !is_fixed) {
            // The cookie is lost. It is written again and the page reloaded, but only once, since a browser may refuse cookies.
            if browser::stored_in_tab(KEPT_AS).as_ref() != Some(&kept) {
                browser::store_in_tab(KEPT_AS, &kept);
                browser::store_cookie(KEPT_AS, &kept);
                browser::reload();
            }
        }
    }

    /// Shows the list of the filters that have just been changed.
    pub fn choose(self) {
        let Some(filters) = checked_filters() else { return };
        let text = filters.text();
        browser::store(KEPT_AS, &text);
        browser::store_cookie(KEPT_AS, &text);
        if self.props.with_value(|props| props.is_older) {
            // The page of the newest entries has another head, so it is loaded.
            return browser::go("/dashboard");
        }
        // The page's address may name other filters, or a place in another list.
        browser::replace_address("/dashboard");
        self.filters.set_value(filters);
        self.show();
    }

    /// Loads the list anew from its beginning.
    pub fn show(self) {
        self.list.set(FeedList::Loading);
        self.older.set(Vec::new());
        self.next.set(None);
        self.note.set(None);
        self.is_adding.set(false);
        self.status.set(String::new());
        self.load(None);
    }

    /// Whether the list may grow. A full one continues on another page.
    pub fn has_room(self) -> bool {
        self.count.get_value() + FEED_PAGE <= FEED_SHOWN
    }

    /// Loads older entries below those that are there.
    pub fn add(self) {
        let Some(next) = self.next.get_untracked() else { return };
        if !self.is_adding.get_untracked() {
            self.is_adding.set(true);
            self.status.set(String::new());
            self.load(Some(next.cursor));
        }
    }

    fn load(self, before: Option<String>) {
        let is_first = before.is_none();
        let only = self.props.with_value(|props| props.only);
        self.requests.send(load_page(self.filters.get_value(), only, before), move |answer| {
            self.is_adding.set(false);
            match answer {
                Ok(part) if is_first => self.replace(part),
                Ok(part) => self.append(part),
                Err(error) => self.fail(&error, is_first),
            }
        });
    }

    fn replace(self, part: FeedPart) {
        let is_gap = part.count == 0 && part.next.is_some();
        if is_gap {
            self.announce(|texts| &texts.gap, 0);
            self.note.set(Some(self.text(|texts| &texts.gap)));
        } else {
            self.announce(|texts| &texts.loaded, part.count);
            self.note.set(None);
        }
        self.count.set_value(part.count);
        self.next.set(part.next);
        self.list.set(FeedList::Loaded(part.html));
    }

    fn append(self, part: FeedPart) {
        let is_last = part.next.is_none();
        if part.count == 0 && is_last && self.count.get_value() == 0 {
            // The list is empty from its beginning.
            return self.replace(part);
        }
        self.note.set(match (part.count, is_last) {
            (0, true) => Some(self.text(|texts| &texts.end)),
            (0, false) => Some(self.text(|texts| &texts.gap)),
            _ => None,
        });
        if part.count > 0 {
            self.announce(|texts| &texts.added, part.count);
            self.count.update_value(|all| *all += part.count);
            self.older.update(|older| older.push(part.html));
        } else if !is_last {
            self.announce(|texts| &texts.gap, 0);
        }
        if let Some(until) = part.until {
            remember(&until);
        }
        self.next.set(part.next);
        if is_last {
            self.focus_end(part.count > 0);
        }
    }

    /// The focus was on the link to older entries, which is gone. It goes to the first new entry, else to the note.
    fn focus_end(self, has_entries: bool) {
        request_animation_frame(move || {
            if has_entries {
                let page = self.older_element.get_untracked().and_then(|older| older.last_element_child());
                browser::focus(page.and_then(|page| page.query_selector(".card-link").ok()?));
            } else {
                browser::focus(self.note_element.get_untracked());
            }
        });
    }

    /// Shows the failure. If the session has ended, it leads to the sign-in (spec 2, 4, 8).
    fn fail(self, error: &CallError, is_first: bool) {
        if error.code == "unauthenticated" {
            browser::toast_error(&self.text(|texts| &texts.signed_out), "");
            browser::session_is_over();
        } else if is_first {
            self.list.set(FeedList::Failed);
        } else {
            browser::toast_error(&self.text(|texts| &texts.failed), &error.message);
        }
    }

    fn announce(self, text: fn(&FeedTexts) -> &String, count: usize) {
        self.status.set(self.text(text).replace("{n}", &count.to_string()));
    }
}

/// The filters that are ticked now.
fn checked_filters() -> Option<FeedFilters> {
    let chosen = browser::values(&browser::form(FORM)?, "feed");
    Some(FeedFilters::of(|name| chosen.iter().any(|value| value == name)))
}

/// Stores in the address how far the list goes, so that Back shows as much. The server makes the list anew with what
/// may then be read; none of it is kept here.
fn remember(until: &str) {
    let search = browser::search();
    let rest = search.trim_start_matches('?').split('&').filter(|part| !part.is_empty() && !part.starts_with(UNTIL));
    let query: Vec<_> = rest.map(str::to_owned).chain([[UNTIL, until].concat()]).collect();
    browser::replace_address(&["/dashboard?", &query.join("&")].concat());
}
