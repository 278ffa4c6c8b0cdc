//! What the share dialog does in the browser: making, changing, sending and ending the link.

use super::{
    TARGETS,
    browser_form::{
        Chosen, as_saved, boxes_are, enter_unfolded, expected, fold, form, is_changed, options, save_by_enter, unfold,
    },
    calls::{LinkView, create_link, remove_link, save_link},
};
use crate::{
    browser::{
        by_id, can_send, copy, focus, hear, send_to_others, session_is_over, set, show, target, text, toast,
        toast_error, turn,
    },
    error::CallError,
};
use domain::{EntryId, ShareOptions};
use js_sys::encode_uri_component;
use leptos::{leptos_dom::helpers::set_timeout, task::spawn_local};
use std::time::Duration;
use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::{Element, Event, HtmlDialogElement, HtmlInputElement};

/// For as long, a second tap of the finger that made the link meets nothing new.
const SETTLING: Duration = Duration::from_millis(700);

pub fn start() {
    hear("click", click);
    hear("change", changed);
    hear("keydown", save_by_enter);
    if let Some(dialog) = dialog("share") {
        hear_cancel(&dialog);
    }
    if let Some(body) = by_id("share-body") {
        drop(body.remove_attribute("disabled"));
    }
    // A reload may have brought fields back as they were before.
    reset();
}

fn reset() {
    if let Some(dialog) = dialog("share") {
        as_saved(&link_of(&dialog), &Chosen::now());
    }
    follow();
}

fn dialog(id: &str) -> Option<HtmlDialogElement> {
    by_id(id)?.dyn_into().ok()
}

fn field() -> Option<HtmlInputElement> {
    by_id("share-link")?.dyn_into().ok()
}

fn link_of(dialog: &Element) -> LinkView {
    let link = dialog.get_attribute("data-link").unwrap_or_default();
    serde_json::from_str(&link).unwrap_or_default()
}

/// The link as it is, and what was chosen while its answer was under way (after `sent`) as a change that nobody has saved.
fn keep(dialog: &Element, link: &LinkView, sent: &Chosen) {
    set(dialog, "data-link", &serde_json::to_string(link).unwrap_or_default());
    boxes_are(link.options);
    as_saved(link, sent);
    follow();
}

fn address(dialog: &Element, link: &LinkView) -> String {
    let origin = dialog.get_attribute("data-origin").unwrap_or_default();
    [&origin, "/shared/", &link.token].concat()
}

/// Shows what goes with the link's state.
fn follow() {
    let Some(dialog) = dialog("share") else { return };
    let link = link_of(&dialog);
    let is_shared = !link.token.is_empty();
    let is_changed = is_shared && is_changed(&link);
    let is_nothing = options() == ShareOptions::NOTHING;
    if let Some(button) = by_id("share-create") {
        if is_nothing { set(&button, "disabled", "") } else { drop(button.remove_attribute("disabled")) }
    }
    for (id, is_shown) in [
        ("share-foot", !is_shared || is_changed || is_nothing),
        ("share-create", !is_shared),
        ("share-nothing", is_nothing),
        ("share-unsaved", is_changed),
        ("share-save", is_changed),
        ("share-made", is_shared),
        ("share-over", link.is_over),
        ("share-send", !link.is_closed),
        ("share-sheet", can_send()),
        ("share-end", is_shared),
    ] {
        if let Some(element) = by_id(id) {
            show(&element, is_shown);
        }
    }
    unfold(&link);
    for (id, words) in [("share-opened", &link.opened), ("share-pin-failures", &link.pin_failures)] {
        if let Some(element) = by_id(id) {
            element.set_text_content(Some(words));
            show(&element, !words.is_empty());
        }
    }
    let address = address(&dialog, &link);
    if let Some(field) = field() {
        field.set_value(&address);
    }
    point(&address);
}

/// Changes of a link that is there, which nobody has saved.
fn is_unsaved(dialog: &Element) -> bool {
    let link = link_of(dialog);
    !link.token.is_empty() && is_changed(&link)
}

fn changed(event: Event) {
    follow();
    enter_unfolded(&event);
}

/// Escape and a click beside the dialog. Where the browser closes it all the same, what was chosen is kept.
fn hear_cancel(dialog: &HtmlDialogElement) {
    let asked = dialog.clone();
    let heard = Closure::<dyn Fn(Event)>::new(move |event: Event| {
        if is_unsaved(&asked) {
            event.prevent_default();
            ask("share-leave", true);
        }
    });
    drop(dialog.add_event_listener_with_callback("cancel", heard.as_ref().unchecked_ref()));
    // It lives as long as the page.
    heard.forget();
}

/// Puts the link into the addresses of the places where it can be sent.
fn point(address: &str) {
    let address = String::from(encode_uri_component(address));
    for target in TARGETS.into_iter().filter_map(by_id) {
        let place = target.get_attribute("data-target").unwrap_or_default();
        set(&target, "href", &place.replace("{url}", &address));
    }
}

fn click(event: Event) {
    let (Some(button), Some(dialog)) = (target(&event, "[data-share]"), dialog("share")) else { return };
    match button.get_attribute("data-share").as_deref() {
        Some("open") => {
            event.prevent_default();
            if !dialog.open() {
                drop(dialog.show_modal());
            }
        }
        Some("copy") => spawn_local(copy_link(dialog)),
        Some("sheet") => {
            let words = button.get_attribute("data-words").unwrap_or_default();
            send_to_others(&words, &address(&dialog, &link_of(&dialog)));
        }
        Some("close") if is_unsaved(&dialog) => {
            event.prevent_default();
            ask("share-leave", true);
        }
        Some("close") => {}
        Some("stay") => ask("share-leave", false),
        Some("discard") => {
            ask("share-leave", false);
            reset();
            dialog.close();
        }
        Some("end") => ask("share-ask", true),
        Some("keep") => ask("share-ask", false),
        // One thing at a time.
        Some(what) if !dialog.has_attribute("aria-busy") => {
            ask("share-ask", false);
            set(&dialog, "aria-busy", "true");
            set(&button, "aria-disabled", "true");
            let what = what.to_owned();
            spawn_local(async move {
                change(&dialog, &what).await;
                drop(dialog.remove_attribute("aria-busy"));
                drop(button.remove_attribute("aria-disabled"));
            });
        }
        _ => {}
    }
}

/// Opens or closes a question: before the link ends, before changes are lost.
fn ask(id: &str, is_open: bool) {
    let Some(question) = dialog(id) else { return };
    if is_open && !question.open() {
        drop(question.show_modal());
    } else if !is_open {
        question.close();
    }
}

async fn change(dialog: &Element, what: &str) {
    let Some(id) = dialog.get_attribute("data-entry").and_then(|id| id.parse::<EntryId>().ok()) else { return };
    let (before, sent) = (link_of(dialog), Chosen::now());
    let (success, failure) = match what {
        "create" => ("share.created", "share.create_failed"),
        "save" => ("share.saved", "share.save_failed"),
        _ => ("share.deactivated", "share.deactivate_failed"),
    };
    let done = match (what, form(&before)) {
        ("create", Ok(form)) => {
            let label = by_id("share-create-label");
            label.as_ref().inspect(|label| turn(label));
            let made = create_link(id, form).await;
            label.as_ref().inspect(|label| turn(label));
            made
        }
        ("save", Ok(form)) => save_link(id, form).await,
        ("create" | "save", Err(missing)) => return complain(dialog, missing, None),
        _ => remove_link(id, Some(expected(&before))).await.map(|()| LinkView::default()),
    };
    // Who has gone on choosing stays where they are.
    let is_elsewhere = Chosen::now() != sent;
    match done {
        Ok(link) => {
            keep(dialog, &link, &sent);
            if link.token.is_empty() && !is_elsewhere {
                fold();
            }
            say(dialog, success);
            if !is_elsewhere {
                refocus(&link);
            }
            if what == "create" {
                settle(dialog.clone(), is_elsewhere);
            }
        }
        Err(error) => {
            // Somebody else has changed it: what to choose from is the link as it is.
            if let Ok(link) = serde_json::from_str::<LinkView>(&error.detail) {
                keep(dialog, &link, &sent);
                if !is_elsewhere {
                    refocus(&link);
                }
            }
            complain(dialog, failure, Some(error));
        }
    }
}

/// A toast; the dialog knows which one it was (`share.css`).
fn say(dialog: &Element, name: &str) {
    set(dialog, "data-said", name);
    toast(&text(dialog, name));
}

/// The button that had the focus is gone.
fn refocus(link: &LinkView) {
    if link.token.is_empty() {
        focus(by_id("share-create"));
    } else {
        mark_link();
    }
}

fn settle(dialog: Element, is_elsewhere: bool) {
    if !is_elsewhere {
        dialog.set_scroll_top(0);
    }
    set(&dialog, "data-settling", "");
    set_timeout(move || drop(dialog.remove_attribute("data-settling")), SETTLING);
}

async fn copy_link(dialog: HtmlDialogElement) {
    let Some(field) = field() else { return };
    if copy(&field.value()).await {
        say(&dialog, "share.copied");
    } else {
        // What we cannot copy is at least marked for the person to copy.
        mark_link();
        complain(&dialog, "share.copy_failed", None);
    }
}

fn mark_link() {
    if let Some(field) = field() {
        drop(field.focus());
        field.select();
    }
}

/// With the server's message, else our own.
fn complain(dialog: &Element, name: &str, error: Option<CallError>) {
    if error.as_ref().is_some_and(|error| error.code == "unauthenticated") {
        session_is_over();
    }
    let message = error.map(|error| error.message).filter(|message| !message.is_empty());
    toast_error(&text(dialog, "share.failed_title"), &message.unwrap_or_else(|| text(dialog, name)));
}
