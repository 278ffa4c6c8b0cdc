//! The notes around the greeting of the dashboard: the last form's result, an unsaved draft, friend requests, an address to confirm.

use super::days::Days;
use crate::{
    PageRequest,
    components::counted,
    entries::{Deleted, SAVED, Unsaved},
    forms::{ButtonForm, FormsStatus},
    friends::{INVITER_DONE, inviter_question},
    identity::{CONFIRMED, SEND_VERIFICATION, SIGN_IN_DONE},
    profile::DONE as PROFILE_DONE,
    request::t,
    stats::DONE as MEMORY_DONE,
};
use backend::Account;
use domain::{Key, Language};
use leptos::prelude::*;

/// The result of the last form, above the greeting.
#[component]
pub fn Said() -> impl IntoView {
    let came_back = PageRequest::current().account().is_some_and(|account| account.came_back);
    view! {
        {came_back.then(|| view! { <p class="notice" role="status">{t(Key::LeaveCameBack)}</p> })}
        <Deleted />
        <FormsStatus of=SIGN_IN_DONE />
        <FormsStatus of=SAVED />
        <FormsStatus of=PROFILE_DONE />
        <FormsStatus of=CONFIRMED />
        <FormsStatus of=MEMORY_DONE />
        <FormsStatus of=INVITER_DONE />
    }
}

/// The notes below the greeting. Before the first entry none is about the address: its mail has just been sent.
pub fn notes(days: &Days, is_first: bool, request: &PageRequest) -> AnyView {
    let Days { account, today, waiting, written, .. } = days;
    let language = request.language;
    let confirm = !is_first && asks_to_confirm(account, request);
    view! {
        <Unsaved entry=*written date=*today language />
        {days.inviter.as_ref().map(|inviter| inviter_question(request, inviter))}
        {(*waiting > 0).then(|| view! { <Waiting n=*waiting language /> })}
        {confirm.then(|| view! { <Unconfirmed language /> })}
    }
    .into_any()
}

/// The number of friend requests, with the way to their page.
#[component]
fn Waiting(n: u16, language: Language) -> impl IntoView {
    let text = match n {
        1 => language.text(Key::DashboardRequest).to_owned(),
        _ => language.fill(Key::DashboardRequests, &[("n", &counted(n))]),
    };
    view! {
        <aside class="dashboard-note">
            <p>{text}</p>
            <a class="button" href="/friends?tab=incoming">
                {language.text(Key::DashboardRequestsOpen)}
            </a>
        </aside>
    }
}

/// Whether to ask for a confirmation: until the address is confirmed, and only where mails are sent. After its button
/// the page says that the mail is on its way.
fn asks_to_confirm(account: &Account, request: &PageRequest) -> bool {
    let PageRequest { backend, form_done, .. } = request;
    let sends = backend.mail.leaves() || !backend.identity.is_embedded();
    !account.email_confirmed && sends && form_done.as_deref() != Some(SEND_VERIFICATION)
}

#[component]
fn Unconfirmed(language: Language) -> impl IntoView {
    view! {
        <aside class="dashboard-note">
            <p>{language.text(Key::DashboardUnconfirmed)}</p>
            <ButtonForm name=SEND_VERIFICATION id="own" busy=Key::ForgotBusy>
                <button class="button">{language.text(Key::DashboardUnconfirmedSend)}</button>
            </ButtonForm>
        </aside>
    }
}
