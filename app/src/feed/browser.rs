//! What the feed does in the browser: keeping the filters, asking for their list, and adding older entries to it.

use super::calls::{FeedPart, load_page};
use crate::{
    browser::{by_id, focus, hear, keep_cookie, session_is_over, set, target, text, toast_error, turn},
    error::CallError,
};
use domain::{
    FeedFilters, OnlyOwn,
    feed::KEPT_AS,
    limits::{FEED_PAGE, FEED_SHOWN},
};
use leptos::{prelude::*, task::spawn_local};
use std::sync::atomic::{AtomicU32, Ordering};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, Event, HtmlInputElement, MouseEvent, Storage};

/// How many lists were asked for; an answer to an earlier question comes too late.
static ASKED: AtomicU32 = AtomicU32::new(0);

/// How the page's address names the place that its list goes to.
const UNTIL: &str = "until=";

pub fn start() {
    drop(window_event_listener_untyped("change", |event| {
        if target(&event, "[data-feed-filter]").is_some() {
            choose(chosen());
        }
    }));
    hear("click", click);
    agree();
    if let Some(feed) = by_id("feed") {
        set(&feed, "data-ready", "");
    }
}

/// The boxes as they are, and as the page came.
fn chosen() -> FeedFilters {
    FeedFilters::of(|name| find(name).is_some_and(|input| input.checked()))
}

fn rendered() -> FeedFilters {
    FeedFilters::of(|name| find(name).is_some_and(|input| input.default_checked()))
}

fn find(name: &str) -> Option<HtmlInputElement> {
    let selector = ["[data-feed-filter][value=", name, "]"].concat();
    document().query_selector(&selector).ok()??.dyn_into().ok()
}

/// The part of one's own entries that the page's address names.
fn only() -> Option<OnlyOwn> {
    OnlyOwn::parse(&by_id("feed")?.get_attribute("data-only")?)
}

fn has(name: &str) -> bool {
    by_id("feed").is_some_and(|feed| feed.has_attribute(name))
}

fn storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

/// What the server has shown, what this browser keeps, and what somebody ticked before this module had started.
fn agree() {
    if chosen() != rendered() {
        return choose(chosen());
    }
    let is_named = has("data-named") || has("data-older");
    let kept = storage().and_then(|storage| storage.get_item(KEPT_AS).ok()?);
    match kept.and_then(|text| FeedFilters::parse(&text)) {
        Some(kept) if kept != rendered() && !is_named => {
            for (name, is_chosen) in kept.each() {
                if let Some(input) = find(name) {
                    input.set_checked(is_chosen);
                }
            }
            choose(kept);
        }
        _ => {}
    }
}

fn choose(filters: FeedFilters) {
    let text = filters.text();
    if let Some(storage) = storage() {
        // A full or forbidden storage: the cookie keeps it.
        drop(storage.set_item(KEPT_AS, &text));
    }
    keep_cookie(KEPT_AS, &text);
    if has("data-older") {
        // The newest have another head.
        drop(window().location().assign("/dashboard"));
        return;
    }
    let search = window().location().search().unwrap_or_default();
    if let Some(feed) = by_id("feed").filter(|feed| feed.has_attribute("data-named") || search.contains(UNTIL)) {
        // From now on the address would name other filters, or a place in another list.
        drop(feed.remove_attribute("data-named"));
        call_itself("/dashboard");
    }
    spawn_local(show(filters));
}

/// The page's address from now on: what a reload brings, and the way back from another page.
fn call_itself(address: &str) {
    if let Ok(history) = window().history() {
        drop(history.replace_state_with_url(&JsValue::NULL, "", Some(address)));
    }
}

/// Whoever comes back finds as much of the list as there was. The server makes it anew, of what may be read by then;
/// nothing of it is kept here.
fn remember(until: &str) {
    let search = window().location().search().unwrap_or_default();
    let rest = search.trim_start_matches('?').split('&').filter(|part| !part.is_empty() && !part.starts_with(UNTIL));
    let query: Vec<_> = rest.map(str::to_owned).chain([[UNTIL, until].concat()]).collect();
    call_itself(&["/dashboard?", &query.join("&")].concat());
}

fn click(event: Event) {
    if target(&event, "[data-feed-retry]").is_some() {
        spawn_local(show(chosen()));
    }
    let Some(link) = target(&event, "[data-feed-more]") else { return };
    // Into another tab it goes as any link.
    let elsewhere = event.dyn_ref::<MouseEvent>();
    if elsewhere.is_some_and(|e| e.ctrl_key() || e.meta_key() || e.shift_key() || e.alt_key() || e.button() != 0) {
        return;
    }
    // What is full goes on on another page.
    if list()
        .and_then(|list| usize::try_from(list.child_element_count()).ok())
        .is_some_and(|n| n + FEED_PAGE > FEED_SHOWN)
    {
        return;
    }
    event.prevent_default();
    if !link.has_attribute("aria-busy") {
        spawn_local(add(link));
    }
}

/// The one with the cards.
fn list() -> Option<Element> {
    document().query_selector("[data-feed-list]").ok()?
}

/// The list in place of whatever is there.
async fn show(filters: FeedFilters) {
    let turn = ASKED.fetch_add(1, Ordering::Relaxed) + 1;
    let (Some(feed), Some(list)) = (by_id("feed"), by_id("feed-list")) else { return };
    set(&list, "aria-busy", "true");
    place(&list, "feed-waiting");
    let answer = load_page(filters, only(), None).await;
    if ASKED.load(Ordering::Relaxed) != turn {
        return;
    }
    drop(list.remove_attribute("aria-busy"));
    match answer {
        Ok(part) => {
            list.set_inner_html(&part.html);
            say(&feed, if is_gap(&part) { "feed.gap" } else { "feed.loaded" }, part.count);
        }
        Err(error) => {
            if !is_signed_out(&feed, &error) {
                place(&list, "feed-failed");
            }
        }
    }
}

/// Older entries below those that are there; the link stays where it is while there are more.
async fn add(link: Element) {
    let (Some(feed), Some(before)) = (by_id("feed"), link.get_attribute("data-feed-more")) else { return };
    let asked = ASKED.load(Ordering::Relaxed);
    set(&link, "aria-busy", "true");
    turn(&link);
    let answer = load_page(chosen(), only(), Some(before.clone())).await;
    if ASKED.load(Ordering::Relaxed) != asked {
        return;
    }
    turn(&link);
    drop(link.remove_attribute("aria-busy"));
    let part = match answer {
        Ok(part) => part,
        Err(error) => {
            if !is_signed_out(&feed, &error) {
                toast_error(&text(&feed, "feed.failed"), &error.message);
            }
            return;
        }
    };
    let Some(list) = list() else { return };
    if let Ok(Some(gap)) = document().query_selector("[data-feed-gap]") {
        gap.remove();
    }
    let end = list.last_element_child();
    let rest = link.closest(".entry-list-more").ok().flatten().unwrap_or_else(|| link.clone());
    if is_gap(&part) {
        drop(rest.insert_adjacent_html("beforebegin", &part.html));
        say(&feed, "feed.gap", 0);
    } else if part.count > 0 {
        drop(list.insert_adjacent_html("beforeend", &part.html));
        say(&feed, "feed.added", part.count);
    } else if end.is_none() {
        // Nothing came before it either.
        if let Some(all) = by_id("feed-list") {
            all.set_inner_html(&part.html);
        }
        return say(&feed, "feed.loaded", 0);
    }
    if let Some(until) = part.until {
        remember(&until);
    }
    if let Some(next) = part.next {
        let href = link.get_attribute("href").unwrap_or_default();
        set(&link, "href", &href.replace(before.as_str(), &next));
        set(&link, "data-feed-more", &next);
        return;
    }
    // The focus was on what goes.
    if let Some(first) = end.map_or_else(|| list.first_element_child(), |end| end.next_element_sibling()) {
        focus(first.query_selector(".card-link").ok().flatten());
        rest.remove();
    } else {
        rest.set_class_name("feed-gap");
        rest.set_text_content(Some(&text(&feed, "feed.end")));
        set(&rest, "tabindex", "-1");
        focus(Some(rest));
    }
}

/// A page on which nothing may be read, with others behind it.
fn is_gap(part: &FeedPart) -> bool {
    part.count == 0 && part.next.is_some()
}

/// The content of a `<template>`.
fn place(list: &Element, template: &str) {
    if let Some(template) = by_id(template) {
        list.set_inner_html(&template.inner_html());
    }
}

fn say(feed: &Element, name: &str, count: usize) {
    if let Some(status) = by_id("feed-status") {
        status.set_text_content(Some(&text(feed, name).replace("{n}", &count.to_string())));
    }
}

/// Who is not signed in any more is told so, and goes where one signs in (spec 2, 4, 8).
fn is_signed_out(feed: &Element, error: &CallError) -> bool {
    let is_so = error.code == "unauthenticated";
    if is_so {
        toast_error(&text(feed, "app.logging_in_again"), "");
        session_is_over();
    }
    is_so
}
