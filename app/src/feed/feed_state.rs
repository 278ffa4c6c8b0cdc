//! State of the feed's island, and its requests.

use super::calls::{FeedPart, load_page};
use crate::{browser, error::CallError, values::Values};
use domain::{
    FeedFilters, OnlyOwn,
    feed::KEPT_AS,
    limits::{FEED_PAGE, FEED_SHOWN},
};
use leptos::{prelude::*, task::spawn_local};

/// The part of the address that says how far the list goes.
const UNTIL: &str = "until=";

/// The id of the form with the filters.
pub const FORM: &str = "feed-filters";
/// The ids of what takes the focus when the link to older entries is gone.
pub const NEWEST_PAGE: &str = "feed-newest-page";
pub const NOTE: &str = "feed-note";

/// Number of rows of the skeleton of a list (spec 9).
const WAITING_ROWS: usize = 5;
const WAITING_ROW: &str = "<li class=\"feed-row\"><span class=\"skeleton feed-row-date\"></span>\
     <span class=\"skeleton feed-row-line\"></span><span class=\"skeleton feed-row-line\"></span></li>";

#[derive(Clone, Copy)]
pub struct FeedState {
    /// Whether another list has replaced the server's.
    pub is_replaced: RwSignal<bool>,
    /// The replacing list.
    pub html: RwSignal<String>,
    /// The pages below that list.
    pub older: RwSignal<Vec<String>>,
    /// The address of the next page. Empty: the list has ended.
    pub href: RwSignal<String>,
    /// Why nothing came: nothing of a page may be read, or there was nothing more. Empty: something came.
    pub note: RwSignal<String>,
    pub has_failed: RwSignal<bool>,
    pub is_loading: RwSignal<bool>,
    pub is_adding: RwSignal<bool>,
    pub is_ready: RwSignal<bool>,
    /// The message for screen readers.
    pub status: RwSignal<String>,
    /// The filters as text.
    filters: RwSignal<String>,
    /// The cursor of older entries.
    next: RwSignal<String>,
    count: StoredValue<usize>,
    /// Counts requests, so that the answer to an earlier one is dropped.
    request_id: StoredValue<usize>,
    config: StoredValue<Values>,
}

impl FeedState {
    pub fn new(config: &Values) -> Self {
        let href = config.get("href");
        let count = config.get("count").parse().unwrap_or_default();
        let note = if count == 0 && !href.is_empty() { config.get("gap") } else { String::new() };
        Self {
            is_replaced: RwSignal::new(false),
            html: RwSignal::new(String::new()),
            older: RwSignal::new(Vec::new()),
            href: RwSignal::new(href),
            note: RwSignal::new(note),
            has_failed: RwSignal::new(false),
            is_loading: RwSignal::new(false),
            is_adding: RwSignal::new(false),
            is_ready: RwSignal::new(false),
            status: RwSignal::new(String::new()),
            filters: RwSignal::new(config.get("filters")),
            next: RwSignal::new(config.get("next")),
            count: StoredValue::new(count),
            request_id: StoredValue::new(0),
            config: StoredValue::new(config.clone()),
        }
    }

    /// The boxes may have been ticked before this module had started, and this browser may keep other filters than the page came with.
    pub fn sync_with_browser(self) {
        self.is_ready.set(true);
        let rendered = self.filters.get_untracked();
        if checked_filters().is_some_and(|chosen| chosen.text() != rendered) {
            return self.choose();
        }
        let is_fixed = self.config.with_value(|config| config.is("named") || config.is("older"));
        let kept = browser::stored(KEPT_AS).filter(|kept| *kept != rendered && FeedFilters::parse(kept).is_some());
        if let Some(kept) = kept.filter(|_| !is_fixed) {
            // The cookie is lost. With it the page comes as it should; once, since a browser may refuse it.
            if browser::stored_in_tab(KEPT_AS).as_ref() != Some(&kept) {
                browser::store_in_tab(KEPT_AS, &kept);
                browser::keep_cookie(KEPT_AS, &kept);
                browser::reload();
            }
        }
    }

    /// The boxes have changed.
    pub fn choose(self) {
        let Some(text) = checked_filters().map(FeedFilters::text) else { return };
        browser::store(KEPT_AS, &text);
        browser::keep_cookie(KEPT_AS, &text);
        if self.config.with_value(|config| config.is("older")) {
            // The newest have another head.
            return browser::go("/dashboard");
        }
        // The page's address may name other filters, or a place in another list.
        browser::replace_address("/dashboard");
        self.filters.set(text);
        self.show();
    }

    /// Loads the list anew from its beginning.
    pub fn show(self) {
        self.request_id.update_value(|id| *id += 1);
        self.is_replaced.set(true);
        self.has_failed.set(false);
        self.html.set(
            ["<ul class=\"entry-list\" aria-hidden=\"true\">", &WAITING_ROW.repeat(WAITING_ROWS), "</ul>"].concat(),
        );
        self.older.set(Vec::new());
        self.href.set(String::new());
        self.note.set(String::new());
        self.status.set(String::new());
        self.is_loading.set(true);
        self.load(None);
    }

    /// Whether the list may grow. A full one continues on another page.
    pub fn has_room(self) -> bool {
        self.count.get_value() + FEED_PAGE <= FEED_SHOWN
    }

    /// Older entries below those that are there.
    pub fn add(self) {
        if !self.is_adding.get_untracked() {
            self.is_adding.set(true);
            self.status.set(String::new());
            self.load(Some(self.next.get_untracked()));
        }
    }

    fn load(self, before: Option<String>) {
        let request_id = self.request_id.get_value();
        let only = OnlyOwn::parse(&self.text("only"));
        let filters = FeedFilters::parse(&self.filters.get_untracked()).unwrap_or_default();
        spawn_local(async move {
            let is_first = before.is_none();
            let answer = load_page(filters, only, before).await;
            if self.request_id.try_get_value() != Some(request_id) {
                return;
            }
            self.is_loading.set(false);
            self.is_adding.set(false);
            match answer {
                Ok(part) if is_first => self.replace(part),
                Ok(part) => self.append(part),
                Err(error) => self.fail(&error, is_first),
            }
        });
    }

    fn replace(self, part: FeedPart) {
        let is_gap = part.count == 0 && !part.href.is_empty();
        self.announce(if is_gap { "gap" } else { "loaded" }, part.count);
        self.note.set(if is_gap { self.text("gap") } else { String::new() });
        self.count.set_value(part.count);
        self.next.set(part.next);
        self.href.set(part.href);
        self.is_replaced.set(true);
        self.html.set(part.html);
    }

    fn append(self, part: FeedPart) {
        let is_last = part.href.is_empty();
        if part.count == 0 && is_last && self.count.get_value() == 0 {
            // The list is empty from its beginning.
            return self.replace(part);
        }
        let note = match (part.count, is_last) {
            (0, true) => "end",
            (0, false) => "gap",
            _ => "",
        };
        self.note.set(self.text(note));
        if part.count > 0 {
            self.announce("added", part.count);
            self.count.update_value(|all| *all += part.count);
            self.older.update(|older| older.push(part.html));
        } else if !is_last {
            self.announce("gap", 0);
        }
        if !part.until.is_empty() {
            remember(&part.until);
        }
        self.next.set(part.next);
        self.href.set(part.href);
        if is_last {
            // The focus was on the link, which is gone.
            browser::focus_soon(if part.count == 0 { NOTE } else { NEWEST_PAGE }, ".card-link");
        }
    }

    /// Shows the failure. If the session has ended, it leads to the sign-in (spec 2, 4, 8).
    fn fail(self, error: &CallError, is_first: bool) {
        if error.code == "unauthenticated" {
            browser::toast_error(&self.text("signed_out"), "");
            browser::session_is_over();
        } else if is_first {
            self.html.set(String::new());
            self.has_failed.set(true);
        } else {
            browser::toast_error(&self.text("failed"), &error.message);
        }
    }

    fn announce(self, name: &str, count: usize) {
        self.status.set(self.text(name).replace("{n}", &count.to_string()));
    }

    fn text(self, name: &str) -> String {
        self.config.with_value(|config| config.get(name))
    }
}

/// The boxes as they are.
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
