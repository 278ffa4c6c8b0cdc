//! The person's sessions, with a button that ends each.

use crate::{
    components::{Icon, SettingsSection, SignOutButton, icon, not_loaded},
    error::CallError,
    forms::{ButtonForm, FormsStatus, Question, attempt},
    request::{PageRequest, t},
};
use backend::identity::{self, Session};
use chrono::{DateTime, NaiveDate, Utc};
use domain::{Key, date};
use leptos::prelude::*;

const END: &str = "end-session";
const END_OTHERS: &str = "end-sessions";
const DONE: &[(&str, Key)] = &[(END, Key::SessionsEnded), (END_OTHERS, Key::SessionsOthersEnded)];

/// Ends another session. The page's own session ends by signing out.
#[server(endpoint = "form/end-session")]
pub async fn end_session(id: String) -> Result<(), CallError> {
    attempt(|request| async move { identity::end_named(&request.backend, &request.viewer, &id).await }).await
}

#[server(endpoint = "form/end-sessions")]
pub async fn end_other_sessions() -> Result<(), CallError> {
    attempt(|request| async move {
        identity::end_others(&request.backend, &request.viewer, request.browser.session.as_deref()).await
    })
    .await
}

#[component]
pub fn SessionsSection(sessions: backend::Result<Vec<Session>>) -> impl IntoView {
    let request = PageRequest::current();
    let sessions = match sessions {
        Ok(sessions) => list(&request, sessions).into_any(),
        Err(error) => not_loaded(&request, &error),
    };
    view! {
        <SettingsSection id="sessions" title=t(Key::SessionsTitle) text=t(Key::SessionsText)>
            <FormsStatus of=DONE />
            {sessions}
        </SettingsSection>
    }
}

fn list(request: &PageRequest, sessions: Vec<Session>) -> impl IntoView + use<> {
    let has_others = sessions.iter().any(|session| !session.current);
    let rows = sessions.into_iter().map(|session| row(request, session)).collect_view();
    let end_others = has_others.then(|| {
        view! {
            <ButtonForm name=END_OTHERS id="others" class="options">
                <Question
                    id="end-others"
                    open=Key::SessionsEndOthers
                    text=t(Key::SessionsOthersConfirm)
                    yes=Key::SessionsEndOthers
                />
            </ButtonForm>
        }
    });
    view! {
        <ul class="devices">{rows}</ul>
        {end_others}
    }
}

fn row(request: &PageRequest, session: Session) -> impl IntoView + use<> {
    let device = session.device.name(request.language);
    let is_phone = session.device.system.is_some_and(|name| ["iPhone", "iPad", "Android"].contains(&name));
    let local = |at: DateTime<Utc>| local_date(request, at);
    let used = used(request, local(session.last_used_at), local(request.backend.clock.now()));
    let since = request.fill(Key::SessionsSince, &[("date", &moment(request, session.created_at))]);
    let label = request.fill(Key::SessionsEndLabel, &[("device", &device)]);
    let end = if session.current {
        // The button signs out like the menu's, so that drafts and other data of the account are removed, too.
        view! {
            <SignOutButton class="button" label>
                {t(Key::SessionsEnd)}
            </SignOutButton>
        }
        .into_any()
    } else {
        view! {
            <ButtonForm name=END id=session.id>
                <button class="button" aria-label=label>
                    {t(Key::SessionsEnd)}
                </button>
            </ButtonForm>
        }
        .into_any()
    };
    view! {
        <li class="device">
            <Icon of=if is_phone { icon::SMARTPHONE } else { icon::MONITOR } />
            <div class="device-words">
                <p class="device-name">
                    {device}
                    {session.current.then(|| view! { <span class="chip">{t(Key::SessionsCurrent)}</span> })}
                </p>
                <p class="field-hint">{used} " · " {since}</p>
            </div>
            {end}
        </li>
    }
}

/// Date and time, since a device may be in the list more than once.
fn moment(request: &PageRequest, at: DateTime<Utc>) -> String {
    let zone = request.account().map_or(domain::day::DEFAULT_ZONE, |account| account.zone);
    let at = at.with_timezone(&zone);
    format!("{}, {}", date::short(at.date_naive()), at.format("%H:%M"))
}

fn local_date(request: &PageRequest, at: DateTime<Utc>) -> NaiveDate {
    let zone = request.account().map_or(domain::day::DEFAULT_ZONE, |account| account.zone);
    at.with_timezone(&zone).date_naive()
}

fn used(request: &PageRequest, last: NaiveDate, today: NaiveDate) -> String {
    match (today - last).num_days() {
        ..=0 => request.text(Key::SessionsUsedToday).to_owned(),
        1 => request.text(Key::SessionsUsedYesterday).to_owned(),
        n => request.fill(Key::SessionsUsedDaysAgo, &[("n", &n.to_string())]),
    }
}
