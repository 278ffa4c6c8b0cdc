//! A group of settings that opens.

use crate::{
    components::{Icon, icon},
    request::{PageRequest, t},
};
use domain::Key;
use leptos::prelude::*;

/// The forms of each group.
const FORMS: [(&str, &[&str]); 4] = [
    ("group-writing", &["default-visibility", "day-end", "reminder", "friend-mails"]),
    (
        "group-account",
        &[
            "send-verification",
            "first-password",
            "change-email",
            "change-password",
            "confirm-email",
            "disconnect-google",
            "end-session",
            "end-sessions",
        ],
    ),
    ("group-services", &["consent-transcription", "consent-summary", "consent-linkedin"]),
    ("group-data", &["unblock", "report"]),
];

/// The parameters of the address to which a group has an answer.
const QUERIES: [(&str, &str); 2] = [("group-account", "google"), ("group-data", "report")];

/// A group. It begins open if the request is about something in it.
#[component]
pub fn SettingsGroup<S: IntoView + 'static>(
    id: &'static str,
    title: Key,
    /// The current setting, shown while the group is closed. A saved change refreshes it
    /// (`frontend-react/src/features/forms/post-form.ts`).
    set: S,
    children: Children,
) -> impl IntoView {
    view! {
        <details class="settings-group" id=id open=is_answered(id)>
            <summary class="settings-head">
                <h2 class="settings-name">{t(title)}</h2>
                <Icon of=icon::CHEVRON_DOWN />
                <span class="settings-set" id=format!("{id}-set") data-set="">{set}</span>
            </summary>
            {children()}
        </details>
    }
}

fn is_answered(id: &str) -> bool {
    let request = PageRequest::current();
    let sent = request.form_done.as_deref().or(request.refused.as_deref().map(|refused| refused.form.as_str()));
    let has_sent = sent.is_some_and(|form| FORMS.iter().any(|(group, forms)| *group == id && forms.contains(&form)));
    has_sent || QUERIES.iter().any(|(group, name)| *group == id && request.query(name).is_some())
}
