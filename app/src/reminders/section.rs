//! Settings: the daily reminder, and mails about friends.

use crate::{
    components::{MailNotice, SettingsSection, not_loaded},
    error::CallError,
    forms::{Field, FormStatus, PostForm, change},
    request::{PageRequest, t},
};
use backend::reminders;
use domain::{Key, NotificationForm, Notifications};
use leptos::prelude::*;

const REMINDER: &str = "reminder";
const FRIENDS: &str = "friend-mails";

/// Sets the daily reminder. A switch that is off is not sent.
#[server(endpoint = "form/reminder")]
pub async fn set_reminder(#[server(default)] on: bool, #[server(default)] time: String) -> Result<(), CallError> {
    // An empty time is no mistake while the reminder is off.
    let time = Some(time).filter(|time| on || !time.is_empty());
    set(NotificationForm { reminder: Some(on), reminder_time: time, ..NotificationForm::default() }).await
}

#[server(endpoint = "form/friend-mails")]
pub async fn set_friend_mails(
    #[server(default)] requests: bool,
    #[server(default)] news: bool,
) -> Result<(), CallError> {
    let form =
        NotificationForm { friend_requests: Some(requests), friend_news: Some(news), ..NotificationForm::default() };
    set(form).await
}

async fn set(form: NotificationForm) -> Result<(), CallError> {
    change(|request| async move { reminders::change(&request.backend, &request.viewer, &form).await.map(drop) }).await
}

#[component]
pub fn RemindersSection(reminders: backend::Result<Notifications>) -> impl IntoView {
    let request = PageRequest::current();
    let forms = match reminders {
        Ok(chosen) => forms(&request, chosen),
        Err(error) => not_loaded(&request, &error),
    };
    view! {
        <SettingsSection id="reminders" title=t(Key::RemindersTitle) text=t(Key::RemindersText)>
            {forms}
        </SettingsSection>
    }
}

fn forms(request: &PageRequest, chosen: Notifications) -> AnyView {
    // A refused form shows the sent values, except a switch that cannot be on, which would keep the time from being
    // saved.
    let is_refused = request.refused.as_deref().is_some_and(|refused| refused.form == REMINDER);
    let is_on =
        if is_refused && chosen.email_confirmed { request.typed(REMINDER, "on").is_some() } else { chosen.reminder };
    let unconfirmed = (!chosen.email_confirmed).then(|| {
        view! {
            <p class="notice">
                {t(Key::RemindersUnconfirmed)} " " <a href="#credentials">{t(Key::RemindersConfirm)}</a>
            </p>
        }
    });
    view! {
        {chosen.email_confirmed.then(|| view! { <MailNotice /> })}
        {unconfirmed}
        <PostForm name=REMINDER done=Key::SettingsSaved on_change=true class="options">
            <Switch name="on" id="reminder-on" label=Key::RemindersDaily hint=Key::RemindersDailyHint is_on />
            <Field
                id="reminder-time"
                name="time"
                label=Key::RemindersTime
                kind="time"
                value=chosen.reminder_time.to_string()
                autocomplete="off"
                hint=Key::RemindersTimeHint
            />
            <FormStatus />
        </PostForm>
        <PostForm name=FRIENDS done=Key::SettingsSaved on_change=true class="options">
            <Switch
                name="requests"
                id="mails-friend-requests"
                label=Key::RemindersFriendRequests
                is_on=chosen.friend_requests
            />
            <Switch name="news" id="mails-friend-news" label=Key::RemindersFriendNews is_on=chosen.friend_news />
            <FormStatus />
        </PostForm>
    }
    .into_any()
}

#[component]
fn Switch(
    name: &'static str,
    id: &'static str,
    label: Key,
    #[prop(optional)] hint: Option<Key>,
    is_on: bool,
) -> impl IntoView {
    let hint_id = format!("{id}-hint");
    let described_by = hint.map(|_| hint_id.clone());
    view! {
        <label class="check">
            <input
                type="checkbox"
                role="switch"
                id=id
                name=name
                value="true"
                checked=is_on
                aria-describedby=described_by
            />
            <span>
                {t(label)}
                {hint
                    .map(|hint| {
                        view! {
                            <span class="check-hint" id=hint_id>
                                {t(hint)}
                            </span>
                        }
                    })}
            </span>
        </label>
    }
}
