//! `/stop-mails`: unsubscribes from mails of one kind, linked in them.

use crate::{components::StopPage, request::PageRequest};
use backend::reminders;
use domain::{Key, MailKind};
use leptos::prelude::*;

#[component]
pub fn StopMailsPage() -> impl IntoView {
    let request = PageRequest::current();
    let token = request.query("token").unwrap_or_default();
    let text = reminders::check_stop(&request.backend, &request.viewer, &token).map(|kind| match kind {
        MailKind::Reminder => Key::RemindersStopReminder,
        MailKind::FriendRequests => Key::RemindersStopFriendRequests,
        MailKind::FriendNews => Key::RemindersStopFriendNews,
    });
    view! {
        <StopPage
            title=Key::RemindersStopTitle
            text
            button=Key::RemindersStopButton
            done=Key::RemindersStopDone
            again=("/settings#reminders", Key::RemindersStopSettings)
        />
    }
}
