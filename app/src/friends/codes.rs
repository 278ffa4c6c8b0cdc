//! The viewer's own invitation codes: the link of the next one to pass on, and the others folded away.

use super::parts::day;
use crate::{
    components::{Icon, icon},
    request::{PageRequest, label, t},
};
use backend::friends::invitations::{CodeState, OwnCode};
use domain::{Key, date};
use leptos::prelude::*;

/// The next link, with the folds of the other codes and `folds` below it; `left` says how many are free.
pub fn view(request: &PageRequest, codes: Vec<OwnCode>, left: AnyView, folds: AnyView) -> impl IntoView + use<> {
    let (free, given): (Vec<_>, Vec<_>) = codes.into_iter().partition(|code| code.state == CodeState::Free);
    let mut free = free.into_iter();
    let next = free.next().map(|code| next_link(&code));
    let more = free.len();
    let rows = free.map(free_row).collect_view();
    let more = (more > 0).then(|| {
        let title = request.fill(Key::InvitationsCodesTitle, &[("n", &more.to_string())]);
        let rows = view! {
            <p class="invite-text">{t(Key::InvitationsCodesText)}</p>
            <ul class="people">{rows}</ul>
        };
        fold(title, rows)
    });
    let given = (!given.is_empty()).then(|| {
        let title = request.fill(Key::InvitationsCodesOther, &[("n", &given.len().to_string())]);
        let rows = given.iter().map(|code| given_row(request, code)).collect_view();
        fold(title, view! { <ul class="people">{rows}</ul> })
    });
    view! {
        <section
            class="invite"
            aria-labelledby="codes-title"
            data-codes-list
            data-copied=t(Key::InvitationsCopied)
            data-failed=t(Key::InvitationsCopyFailed)
            data-words=t(Key::InvitationsShareText)
        >
            <h2 id="codes-title">{t(Key::InvitationsTab)}</h2>
            {left}
            {next}
            <div class="invite-folds">{folds} {more} {given}</div>
        </section>
    }
}

fn fold(title: String, content: impl IntoView) -> impl IntoView {
    view! {
        <details>
            <summary class="fold">
                <Icon of=icon::CHEVRON_DOWN />
                {title}
            </summary>
            {content}
        </details>
    }
}

fn next_link(code: &OwnCode) -> impl IntoView + use<> {
    view! {
        <p class="invite-link-address">{code.link.clone()}</p>
        {link_buttons(code, "button button-main")}
        <p class="invite-text">{t(Key::InvitationsLinkText)}</p>
    }
}

fn free_row(code: OwnCode) -> impl IntoView {
    view! {
        <li class="person">
            <p class="invite-code">{code.code.clone()}</p>
            {link_buttons(&code, "button")}
            <noscript>
                <p class="field-hint">{code.link.clone()}</p>
            </noscript>
        </li>
    }
}

fn link_buttons(code: &OwnCode, copy_class: &'static str) -> impl IntoView + use<> {
    let named = |key: Key| format!("{} {}", label(key), code.code);
    view! {
        <div class="person-buttons">
            <button
                type="button"
                class=copy_class
                data-copy=code.link.clone()
                aria-label=named(Key::InvitationsCopy)
            >
                <Icon of=icon::COPY />
                {t(Key::InvitationsCopy)}
            </button>
            <button
                type="button"
                class="button"
                data-pass-on=code.link.clone()
                aria-label=named(Key::InvitationsShare)
                hidden
            >
                <Icon of=icon::SHARE />
                {t(Key::InvitationsShare)}
            </button>
        </div>
    }
}

fn given_row(request: &PageRequest, code: &OwnCode) -> impl IntoView + use<> {
    let at = code.at.map(|at| date::short(day(request, at))).unwrap_or_default();
    let state = match (code.state, &code.email) {
        (CodeState::Used, _) => request.fill(Key::InvitationsCodeUsed, &[("date", &at)]),
        (CodeState::Sent, Some(email)) => request.fill(Key::InvitationsCodeSent, &[("email", email)]),
        (CodeState::Withdrawn, _) => request.fill(Key::InvitationsCodeWithdrawn, &[("date", &at)]),
        _ => request.fill(Key::InvitationsCodeExpired, &[("date", &at)]),
    };
    view! {
        <li class="person">
            <div class="person-words">
                <p class="invite-code">{code.code.clone()}</p>
                <p class="person-below">{state}</p>
            </div>
        </li>
    }
}
