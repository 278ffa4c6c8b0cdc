//! `/settings/delete-account`: what goes, what stays by law and until when, and the form.

use super::{
    LEAVE_PATH,
    forms::{LEAVE, NOW},
};
use crate::{
    components::{Frame, SettingsSection, refused::refused},
    forms::{FormStatus, PostForm, Question},
    identity::{PasswordField, id_token},
    request::{PageRequest, encoded, t},
};
use backend::{
    identity::{self, Credentials},
    leaving::{self, Outlook},
};
use chrono::{DateTime, Utc};
use domain::{Key, date, day};
use leptos::prelude::*;
use std::sync::Arc;

/// The way here, in the settings.
#[component]
pub fn LeaveSection() -> impl IntoView {
    view! {
        <SettingsSection id="leave" title=t(Key::LeaveTitle) text=t(Key::LeaveText)>
            <p>
                <a href=LEAVE_PATH>{t(Key::LeaveOpen)}</a>
            </p>
        </SettingsSection>
    }
}

pub async fn leave_page(request: Arc<PageRequest>) -> AnyView {
    match load(&request).await {
        Ok((credentials, outlook)) => page(request, credentials, outlook),
        Err(error) => refused(&request, &error, "/settings".into(), Key::SettingsTitle),
    }
}

async fn load(request: &PageRequest) -> backend::Result<(Credentials, Outlook)> {
    let PageRequest { backend, viewer, .. } = request;
    let token = id_token(request).await?;
    let credentials = identity::credentials(backend, viewer, &token).await?;
    Ok((credentials, leaving::outlook(backend, viewer).await?))
}

fn page(request: Arc<PageRequest>, credentials: Credentials, outlook: Outlook) -> AnyView {
    let on = |key, moment| request.fill(key, &[("date", &day_of(&request, moment))]);
    let payments = outlook.payments_until.map(|until| on(Key::LeaveStaysPayments, until));
    let goes = [Some(Key::LeaveGoesNow), Some(Key::LeaveGoesDevice), Some(Key::LeaveGoesLater)];
    let goes = goes.into_iter().chain([outlook.is_charged.then_some(Key::LeaveGoesPro)]).flatten();
    let goes: Vec<_> = goes.map(|key| request.text(key).to_owned()).collect();
    let stays = [request.text(Key::LeaveStaysDeclarations), request.text(Key::LeaveStaysCopies)].map(str::to_owned);
    let back = vec![on(Key::LeaveBackText, outlook.leaves_at)];
    let stays: Vec<_> = payments.into_iter().chain(stays).collect();
    view! {
        <Frame title=t(Key::LeaveTitle) class="narrow leave">
            <h1>{t(Key::LeaveTitle)}</h1>
            <p class="narrow-text">{t(Key::LeaveLead)}</p>
            <p class="narrow-text">{t(Key::LeaveExport)} " " <a href="/api/archive">{t(Key::ArchiveEverything)}</a></p>
            <Part title=Key::LeaveGoesTitle points=goes />
            <Part title=Key::LeaveBackTitle points=back />
            <Part title=Key::LeaveStaysTitle points=stays />
            <Confirmed request credentials />
            <p class="narrow-more">
                <a href="/settings">{t(Key::SettingsTitle)}</a>
            </p>
        </Frame>
    }
    .into_any()
}

#[component]
fn Part(title: Key, points: Vec<String>) -> impl IntoView {
    view! {
        <section class="leave-part">
            <h2>{t(title)}</h2>
            <ul class="points">{points.into_iter().map(|point| view! { <li>{point}</li> }).collect_view()}</ul>
        </section>
    }
}

/// The form, for whoever can confirm it: with the password, or with a sign-in that was just now.
#[component]
fn Confirmed(request: Arc<PageRequest>, credentials: Credentials) -> impl IntoView {
    if !credentials.has_password && credentials.fresh_until < request.backend.clock.now() {
        let user = request.viewer.user_id().map(|id| id.to_string()).unwrap_or_default();
        let start = format!("/api/auth/google/start?mode=login&user={user}&next={}", encoded(LEAVE_PATH));
        return view! {
            <p class="narrow-text">{t(Key::LeaveGoogle)}</p>
            <p>
                <a class="button button-wide" href=start>
                    {t(Key::LeaveGoogleButton)}
                </a>
            </p>
        }
        .into_any();
    }
    view! {
        <PostForm name=LEAVE done=Key::LeaveLeftTitle busy=Key::LeaveBusy class="stack leave-form">
            <Proof has_password=credentials.has_password />
            <FormStatus />
            <button class="button button-main button-wide">{t(Key::LeaveButton)}</button>
            <Question
                id="leave-now"
                open=Key::LeaveNow
                class="button button-wide"
                title=Key::LeaveNowTitle
                text=t(Key::LeaveNowText)
                yes=Key::LeaveNowYes
                value=("when", NOW)
            />
        </PostForm>
    }
    .into_any()
}

/// Inside the form, which its field belongs to.
#[component]
fn Proof(has_password: bool) -> impl IntoView {
    if has_password {
        view! {
            <PasswordField
                id="leave-password"
                name="current_password"
                label=Key::CredentialsCurrentPassword
                error_id="leave-password-error"
            />
        }
        .into_any()
    } else {
        view! { <p class="settings-text">{t(Key::LeaveConfirmed)}</p> }.into_any()
    }
}

fn day_of(request: &PageRequest, moment: DateTime<Utc>) -> String {
    let zone = request.account().map_or(day::DEFAULT_ZONE, |account| account.zone);
    date::short(moment.with_timezone(&zone).date_naive())
}
