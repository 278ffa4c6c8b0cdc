//! `/stop-mails`: where the link of a mail leads that ends mails of its kind. Opening it changes nothing, because programs that
//! check mails do so, too; a button does.

use crate::{
    components::{EmptyState, Page, drawing::Drawing},
    request::{PageRequest, set_status, t},
};
use backend::reminders;
use domain::{Key, MailKind};
use http::StatusCode;
use leptos::prelude::*;

/// What the page is told once it is done.
pub const DONE: &str = "stop-mails";

#[component]
pub fn StopMailsPage() -> impl IntoView {
    let request = PageRequest::current();
    let token = request.query("token").unwrap_or_default();
    let title = t(Key::RemindersStopTitle);
    let content = match reminders::check_stop(&request.backend, &request.viewer, &token) {
        Ok(_) if request.told.as_deref() == Some(DONE) => done().into_any(),
        Ok(kind) => form(kind).into_any(),
        Err(error) => {
            set_status(StatusCode::NOT_FOUND);
            let text = request.language.error_text(&error.refusal());
            view! { <EmptyState drawing=Drawing::CutThread title=title text=text /> }.into_any()
        }
    };
    view! {
        <Page title=title class="narrow">
            {content}
        </Page>
    }
}

/// It posts to the page's own address, as mail programs do (RFC 8058).
fn form(kind: MailKind) -> impl IntoView {
    let text = match kind {
        MailKind::Reminder => Key::RemindersStopReminder,
        MailKind::FriendRequests => Key::RemindersStopFriendRequests,
        MailKind::FriendNews => Key::RemindersStopFriendNews,
    };
    view! {
        <h1>{t(Key::RemindersStopTitle)}</h1>
        <p class="narrow-text">{t(text)}</p>
        <form method="post" class="stack">
            <button class="button button-main button-wide">{t(Key::RemindersStopButton)}</button>
        </form>
    }
}

fn done() -> impl IntoView {
    view! {
        <h1>{t(Key::RemindersStopTitle)}</h1>
        <p class="narrow-text" role="status">
            {t(Key::RemindersStopDone)}
        </p>
        <p class="narrow-text">
            <a href="/settings#reminders">{t(Key::RemindersStopSettings)}</a>
        </p>
    }
}
