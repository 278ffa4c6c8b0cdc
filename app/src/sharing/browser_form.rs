//! The fields of the share dialog: what is saved, what is chosen, and what that says to the server.

use super::{
    calls::LinkView,
    parts::{PARTS, Part},
};
use crate::browser::{by_id, focus, set, show, target};
use chrono::NaiveDate;
use domain::{ExpectedLink, Expiry, LinkForm, PinChange, ShareOptions, sharing::check_pin};
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement, HtmlInputElement, HtmlSelectElement, KeyboardEvent};

/// List, choice, and the field that goes with it.
const FIELDS: [(&str, &str, &str); 2] = [("share-expiry", "date", "share-date"), ("share-pin", "set", "share-pin-new")];
/// The choice that it stays as it is.
const KEEP: &str = "keep";

fn input(id: &str) -> Option<HtmlInputElement> {
    by_id(id)?.dyn_into().ok()
}

fn list(id: &str) -> Option<HtmlSelectElement> {
    by_id(id)?.dyn_into().ok()
}

fn chosen(id: &str) -> String {
    list(id).map(|list| list.value()).unwrap_or_default()
}

/// A box is ticked by default when the link shows its part.
fn boxes() -> impl Iterator<Item = (HtmlInputElement, Part)> {
    PARTS.into_iter().filter_map(|(name, part)| Some((input(&["share-", name].concat())?, part)))
}

pub fn options() -> ShareOptions {
    let mut options = ShareOptions::NOTHING;
    for (input, part) in boxes() {
        *part(&mut options) = input.checked();
    }
    options
}

/// What the link shows from now on.
pub fn boxes_are(mut options: ShareOptions) {
    boxes().for_each(|(input, part)| input.set_default_checked(*part(&mut options)));
}

/// What the fields say at a moment.
#[derive(PartialEq, Eq)]
pub struct Chosen {
    options: ShareOptions,
    /// Of each of [`FIELDS`]: what is chosen in the list, and what stands in its field.
    lists: [(String, String); 2],
}

impl Chosen {
    pub fn now() -> Self {
        let typed = |field| input(field).map(|field| field.value()).unwrap_or_default();
        Self { options: options(), lists: FIELDS.map(|(list, _, field)| (chosen(list), typed(field))) }
    }
}

/// Everything as the link has it, but for what was chosen since `then`: what was not saved must not look as if it were.
pub fn as_saved(link: &LinkView, then: &Chosen) {
    let (now, mut ticked) = (Chosen::now(), then.options);
    for (input, part) in boxes() {
        if input.checked() == *part(&mut ticked) {
            input.set_checked(input.default_checked());
        }
    }
    for (index, (id, other, field)) in FIELDS.into_iter().enumerate() {
        let (Some(list), Some(field)) = (list(id), input(field)) else { continue };
        let saved = saved(id, link);
        // The first choice is that it stays as it is, where there is something to stay.
        if let Ok(Some(keep)) = list.query_selector("[value=keep]") {
            show(&keep, saved == KEEP);
            drop(keep.toggle_attribute_with_force("disabled", saved != KEEP));
            if id == "share-expiry" {
                keep.set_text_content(Some(&link.expires));
            }
        }
        if now.lists.get(index) == then.lists.get(index) {
            list.set_value(saved);
            field.set_value("");
            drop(field.remove_attribute("aria-invalid"));
        } else if list.value() == KEEP && saved != KEEP {
            // What was to stay is gone; only a new one can take its place.
            list.set_value(other);
        }
    }
}

/// What a list shows when nothing was changed.
fn saved(list: &str, link: &LinkView) -> &'static str {
    match list {
        "share-expiry" if link.expires.is_empty() => "never",
        "share-pin" if !link.has_pin => "none",
        _ => KEEP,
    }
}

/// Another box than the link had when the page came.
fn has_other_boxes() -> bool {
    boxes().any(|(input, _)| input.checked() != input.default_checked())
}

fn has_other_lists(link: &LinkView) -> bool {
    FIELDS.into_iter().any(|(list, ..)| chosen(list) != saved(list, link))
}

pub fn is_changed(link: &LinkView) -> bool {
    has_other_boxes() || has_other_lists(link)
}

/// The fields that go with what is chosen, and the lists that differ from the link.
pub fn unfold(link: &LinkView) {
    if let Some(settings) = by_id("share-settings").filter(|_| has_other_lists(link)) {
        set(&settings, "open", "");
    }
    for (list, value, field) in FIELDS {
        if let Some(field) = by_id(field).and_then(|field| field.parent_element()) {
            show(&field, chosen(list) == value);
        }
    }
}

/// As on a page without a link.
pub fn fold() {
    if let Some(settings) = by_id("share-settings") {
        drop(settings.remove_attribute("open"));
    }
}

/// Into the field that a choice has just unfolded, which brings it into view.
pub fn enter_unfolded(event: &Event) {
    for (list, value, field) in FIELDS {
        if target(event, &["#", list].concat()).is_some() && chosen(list) == value {
            focus(by_id(field));
        }
    }
}

/// Enter in the PIN presses the button that is there.
pub fn save_by_enter(event: Event) {
    let is_enter = event.dyn_ref::<KeyboardEvent>().is_some_and(|event| event.key() == "Enter");
    if !is_enter || target(&event, "#share-pin-new").is_none() {
        return;
    }
    event.prevent_default();
    let buttons = ["share-save", "share-create"].into_iter().filter_map(by_id);
    if let Some(button) =
        buttons.filter_map(|button| button.dyn_into::<HtmlElement>().ok()).find(|b| !b.has_attribute("hidden"))
    {
        button.click();
    }
}

/// What is chosen, but for what stays as it is; or the name of the text that says what is missing.
pub fn form(link: &LinkView) -> Result<LinkForm, &'static str> {
    let (date, pin) = (input("share-date"), input("share-pin-new"));
    for field in [&date, &pin].into_iter().flatten() {
        drop(field.remove_attribute("aria-invalid"));
    }
    let value = |field: &Option<HtmlInputElement>| field.as_ref().map(HtmlInputElement::value).unwrap_or_default();
    let complain = |field: Option<HtmlInputElement>, text| {
        field.as_ref().inspect(|field| set(field, "aria-invalid", "true"));
        focus(field.map(Element::from));
        Err(text)
    };
    let expiry = chosen("share-expiry");
    let expiry = match expiry.as_str() {
        same if same == saved("share-expiry", link) => None,
        "never" => Some(Expiry::Never),
        "date" => match value(&date).parse::<NaiveDate>() {
            Ok(day) => Some(Expiry::Date(day)),
            Err(_) => return complain(date, "share.date_missing"),
        },
        days => days.parse().ok().map(Expiry::Days),
    };
    let new = value(&pin).trim().to_owned();
    let pin = match chosen("share-pin").as_str() {
        "set" if check_pin(&new).is_err() => return complain(pin, "share.pin_invalid"),
        "set" => Some(PinChange::Set(new)),
        same if same == saved("share-pin", link) => None,
        _ => Some(PinChange::Remove),
    };
    // Named only where somebody chose them here: this page may be older than what another one took away.
    let options = (link.token.is_empty() || has_other_boxes()).then(options);
    Ok(LinkForm { options, expiry, pin, expected: Some(expected(link)) })
}

/// Whatever is changed is changed of the link that this page shows.
pub fn expected(link: &LinkView) -> ExpectedLink {
    if link.token.is_empty() {
        return ExpectedLink::NoLink;
    }
    ExpectedLink::Link { token: link.token.clone(), options: link.options }
}
