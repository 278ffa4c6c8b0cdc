//! The calm screens in place of a page: denied, missing, closed, broken.

use crate::{
    PageRequest,
    components::{EmptyState, Frame, LoginLink, ProLine, drawing::Drawing},
};
use domain::{Key, Refusal};
use leptos::prelude::*;
use leptos_axum::ResponseOptions;

/// The page for `error` with its status; `href` and `action` are its link. A failure is logged.
pub fn refused(request: &PageRequest, error: &backend::Error, href: String, action: Key) -> AnyView {
    refused_with(request, error, href, action, ())
}

/// The refusal on a page that guests may read, with the link to the sign-in, and `more` below.
pub fn refused_to_guest(
    request: &PageRequest,
    error: &backend::Error,
    (href, action): (String, Key),
    more: impl IntoView + 'static,
) -> AnyView {
    page(request, error, (href, action), Some(view! { <LoginLink /> }.into_any()), more.into_any())
}

/// The same with `more` below.
pub fn refused_with(
    request: &PageRequest,
    error: &backend::Error,
    href: String,
    action: Key,
    more: impl IntoView + 'static,
) -> AnyView {
    page(request, error, (href, action), None, more.into_any())
}

fn page(
    request: &PageRequest,
    error: &backend::Error,
    (href, action): (String, Key),
    bar: Option<AnyView>,
    more: AnyView,
) -> AnyView {
    let refusal = request.refuse(error);
    set_status(refusal.refusal);
    let title = request.text(texts(refusal.refusal).1);
    let screen = screen(request, &refusal, href, action);
    view! {
        <Frame title bar=bar.into_any()>
            {screen}
            {more}
        </Frame>
    }
    .into_any()
}

/// The content of such a page: a drawing, what happened, and a link.
pub fn screen(request: &PageRequest, refusal: &domain::Error, href: String, action: Key) -> AnyView {
    let (drawing, title, text) = texts(refusal.refusal);
    let is_about_author = refusal.params.iter().any(|(name, _)| *name == domain::texts::AUTHOR);
    let text = text
        .filter(|_| !is_about_author)
        .map_or_else(|| request.language.error_text(refusal), |key| request.text(key).to_owned());
    let (title, action) = (request.text(title), request.text(action));
    let with_pro = match refusal.refusal {
        Refusal::EditClosed => Some(request.text(Key::EditorEditClosedPro)),
        Refusal::DayTooFarBack => Some(request.text(Key::MissedDayPro)),
        _ => None,
    };
    view! {
        <EmptyState drawing title text>
            <a class="button" href=href>
                {action}
            </a>
            {with_pro.map(|text| view! { <ProLine text /> })}
        </EmptyState>
    }
    .into_any()
}

fn texts(refusal: Refusal) -> (Drawing, Key, Option<Key>) {
    match refusal {
        Refusal::AccessDenied => (Drawing::Closed, Key::EntryDeniedTitle, Some(Key::EntryDeniedText)),
        Refusal::EntryNotFound | Refusal::InvalidId => {
            (Drawing::LoosePage, Key::EntryNotFoundTitle, Some(Key::EntryNotFoundText))
        }
        Refusal::EntryUnreadable => (Drawing::LoosePage, Key::EntryUnreadableTitle, None),
        Refusal::LinkNotFound => (Drawing::CutThread, Key::SharedInvalidTitle, Some(Key::SharedInvalidText)),
        Refusal::PinSpent => (Drawing::Closed, Key::SharedSpentTitle, None),
        Refusal::EditClosed => (Drawing::Closed, Key::EditorEditClosedTitle, Some(Key::EditorEditClosedText)),
        Refusal::DayTooFarBack => (Drawing::Closed, Key::MissedDayTooFarTitle, None),
        Refusal::NotToday => (Drawing::LoosePage, Key::MissedDayNoDayTitle, Some(Key::MissedDayNoDayText)),
        _ => (Drawing::LoosePage, Key::IdentityUnknown, None),
    }
}

/// Sets the status of a page that shows a refusal.
pub fn set_status(refusal: Refusal) {
    // An invalid id and a day that cannot be written are unknown addresses.
    let leads_nowhere = matches!(refusal, Refusal::InvalidId | Refusal::NotToday);
    let status = if leads_nowhere { 404 } else { refusal.status() };
    if let (Some(options), Ok(status)) = (use_context::<ResponseOptions>(), http::StatusCode::from_u16(status)) {
        options.set_status(status);
    }
}
