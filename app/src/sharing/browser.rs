//! What the share dialog does in the browser: making, changing, copying and ending the link.

use super::{
    calls::{create_link, remove_link, save_options},
    parts::{PARTS, Part},
};
use crate::{
    browser::{by_id, copy, focus, set, show, target, text, toast, toast_error, turn},
    error::CallError,
};
use domain::{EntryId, ShareOptions};
use leptos::{prelude::*, task::spawn_local};
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlDialogElement, HtmlInputElement};

pub fn start() {
    drop(window_event_listener_untyped("click", click));
    drop(window_event_listener_untyped("change", |_| follow()));
    if let Some(body) = by_id("share-body") {
        drop(body.remove_attribute("disabled"));
    }
    // A reload may have brought boxes back as they were ticked before.
    as_saved();
}

/// The boxes as the link has them: what was not saved must not look as if it were.
fn as_saved() {
    boxes().for_each(|(input, _)| input.set_checked(input.default_checked()));
    follow();
}

fn dialog() -> Option<HtmlDialogElement> {
    by_id("share")?.dyn_into().ok()
}

fn link() -> Option<HtmlInputElement> {
    by_id("share-link")?.dyn_into().ok()
}

fn token(dialog: &Element) -> String {
    dialog.get_attribute("data-token").unwrap_or_default()
}

/// A box is ticked by default when the link shows its part.
fn boxes() -> impl Iterator<Item = (HtmlInputElement, Part)> {
    PARTS.into_iter().filter_map(|(name, part)| Some((by_id(&["share-", name].concat())?.dyn_into().ok()?, part)))
}

fn is_changed() -> bool {
    boxes().any(|(input, _)| input.checked() != input.default_checked())
}

fn edited() -> ShareOptions {
    let mut options = ShareOptions::NOTHING;
    for (input, part) in boxes() {
        *part(&mut options) = input.checked();
    }
    options
}

/// Shows what goes with the link's state.
fn follow() {
    let Some(dialog) = dialog() else { return };
    let token = token(&dialog);
    let is_shared = !token.is_empty();
    let is_changed = is_shared && is_changed();
    let is_nothing = edited() == ShareOptions::NOTHING;
    if let Some(button) = by_id("share-create") {
        if is_nothing { set(&button, "disabled", "") } else { drop(button.remove_attribute("disabled")) }
    }
    for (id, is_shown) in [
        ("share-create", !is_shared),
        ("share-nothing", is_nothing),
        ("share-unsaved", is_changed),
        ("share-save", is_changed),
        ("share-made", is_shared),
    ] {
        if let Some(element) = by_id(id) {
            show(&element, is_shown);
        }
    }
    if let Some(link) = link() {
        let origin = dialog.get_attribute("data-origin").unwrap_or_default();
        link.set_value(&[&origin, "/shared/", &token].concat());
    }
}

fn click(event: Event) {
    let (Some(button), Some(dialog)) = (target(&event, "[data-share]"), dialog()) else { return };
    match button.get_attribute("data-share").as_deref() {
        Some("open") => {
            event.prevent_default();
            if !dialog.open() {
                as_saved();
                drop(dialog.show_modal());
            }
        }
        Some("copy") => spawn_local(copy_link(dialog)),
        // One thing at a time.
        Some(what) if !dialog.has_attribute("aria-busy") => {
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

async fn change(dialog: &Element, what: &str) {
    let Some(id) = dialog.get_attribute("data-entry").and_then(|id| id.parse::<EntryId>().ok()) else { return };
    let options = edited();
    let done = match what {
        "create" => {
            let label = by_id("share-create-label");
            label.as_ref().inspect(|label| turn(label));
            let made = create_link(id, options).await;
            label.as_ref().inspect(|label| turn(label));
            made.map(|token| set(dialog, "data-token", &token))
        }
        "save" => save_options(id, options).await,
        _ => remove_link(id).await.map(|()| set(dialog, "data-token", "")),
    };
    let (success, failure) = match what {
        "create" => ("share.created", "share.create_failed"),
        "save" => ("share.saved", "share.save_failed"),
        _ => ("share.deactivated", "share.deactivate_failed"),
    };
    match done {
        Ok(()) => {
            if what != "remove" {
                let mut saved = options;
                boxes().for_each(|(input, part)| input.set_default_checked(*part(&mut saved)));
            }
            follow();
            toast(&text(dialog, success));
            // The button that had the focus is gone.
            if what == "remove" { focus(by_id("share-create")) } else { mark_link() }
        }
        Err(error) => complain(dialog, failure, Some(error)),
    }
}

async fn copy_link(dialog: HtmlDialogElement) {
    let Some(link) = link() else { return };
    if copy(&link.value()).await {
        toast(&text(&dialog, "share.copied"));
    } else {
        // What we cannot copy is at least marked for the person to copy.
        mark_link();
        complain(&dialog, "share.copy_failed", None);
    }
}

fn mark_link() {
    if let Some(link) = link() {
        drop(link.focus());
        link.select();
    }
}

/// With the server's message, else our own.
fn complain(dialog: &Element, name: &str, error: Option<CallError>) {
    let message = error.map(|error| error.message).filter(|message| !message.is_empty());
    toast_error(&text(dialog, "share.failed_title"), &message.unwrap_or_else(|| text(dialog, name)));
}
