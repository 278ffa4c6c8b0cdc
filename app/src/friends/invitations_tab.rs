//! Tab of `/friends`: inviting people who are not here yet, and one's own codes.

use super::{
    codes,
    parts::{Pending, ask_button, day, person_link, unsure, zone},
};
use crate::{
    components::{Icon, MailNotice, icon},
    forms::{ButtonForm, Field, FormStatus, FormsStatus, LongField, PostForm, Question},
    request::{PageRequest, t},
};
use backend::{
    Result,
    friends::invitations::{self, CodeState, FriendInvitation, InvitationState, OwnCode},
};
use chrono::{DateTime, Utc};
use domain::{Key, Standing, date, limits};
use leptos::prelude::*;

const INVITE: &str = "invite";

/// The text in place of the form once the last invitation is sent.
const SENT: &[(&str, Key)] = &[(INVITE, Key::InvitationsSent)];

pub struct Invitations {
    codes: Vec<OwnCode>,
    sent: Vec<FriendInvitation>,
}

pub async fn load(request: &PageRequest) -> Result<Invitations> {
    let PageRequest { backend, viewer, .. } = request;
    Ok(Invitations {
        codes: invitations::own_codes(backend, viewer).await?,
        sent: invitations::invitations(backend, viewer).await?,
    })
}

pub fn view(request: &PageRequest, shown: Invitations) -> AnyView {
    let Invitations { codes, sent } = shown;
    let free = codes.iter().filter(|code| code.state == CodeState::Free).count();
    let left = match free {
        0 => view! {
            <FormsStatus of=SENT />
            <p class="notice">{t(Key::InvitationsLeftNone)}</p>
        }
        .into_any(),
        1 => view! { <p class="invite-text">{t(Key::InvitationsLeftOne)}</p> }.into_any(),
        free => {
            let left = request.fill(Key::InvitationsLeft, &[("n", &free.to_string())]);
            view! { <p class="invite-text">{left}</p> }.into_any()
        }
    };
    let invited = (!sent.is_empty()).then(|| {
        let rows = sent.iter().map(|one| row(request, one)).collect_view();
        view! {
            <section class="invite" aria-labelledby="invited-title">
                <h2 id="invited-title">{t(Key::InvitationsListTitle)}</h2>
                <ul class="people">{rows}</ul>
            </section>
        }
    });
    view! {
        {codes::view(request, codes, left, (free > 0).then(|| form(request)).into_any())}
        {invited}
    }
    .into_any()
}

/// The form for a mail, folded until it was used.
fn form(request: &PageRequest) -> impl IntoView + use<> {
    let is_open = request.was_refused(INVITE) || request.form_done.as_deref() == Some(INVITE);
    view! {
        <details class="invite-mail" open=is_open>
            <summary class="fold">
                <Icon of=icon::CHEVRON_DOWN />
                {t(Key::InvitationsSendTitle)}
            </summary>
            <p class="invite-text">{t(Key::InvitationsSendText)}</p>
            <MailNotice />
            <PostForm name=INVITE done=Key::InvitationsSent busy=Key::InvitationsSending class="stack">
                <Field id="invite-email" name="email" label=Key::InvitationsEmail kind="email" autocomplete="off" />
                <LongField
                    id="invite-message"
                    name="message"
                    label=Key::InvitationsMessage
                    max=limits::INVITATION_MESSAGE
                    rows=4
                    hint=Key::InvitationsMessageHint
                />
                <FormStatus />
                <button class="button button-main">{t(Key::InvitationsSend)}</button>
            </PostForm>
        </details>
    }
}

fn row(request: &PageRequest, one: &FriendInvitation) -> AnyView {
    let short = |at: DateTime<Utc>| date::short(day(request, at));
    let on = |key: Key, at: DateTime<Utc>| request.fill(key, &[("date", &short(at))]);
    let until = date::short(one.last_day(zone(request)));
    let ended = one.ended_at.unwrap_or(one.expires_at);
    let state = match one.state {
        InvitationState::Open => {
            let params = [("date", &*short(one.sent_at)), ("until", &*until)];
            request.fill(Key::InvitationsOpen, &params)
        }
        InvitationState::Accepted => on(Key::InvitationsAccepted, ended),
        InvitationState::Redeemed => on(Key::InvitationsRedeemed, ended),
        InvitationState::Withdrawn => on(Key::InvitationsWithdrawn, ended),
        InvitationState::Expired => on(Key::InvitationsExpired, one.expires_at),
    };
    if let Some(person) = &one.person {
        let more = match one.standing {
            Some(Standing::Stranger) => ask_button(request, person).into_any(),
            Some(Standing::Requested) => view! { <Pending /> }.into_any(),
            _ => ().into_any(),
        };
        let below = format!("{} · {state}", one.email);
        let unsure = (one.email_confirmed == Some(false)).then(|| unsure(request, person));
        return view! {
            <li class="person">
                {person_link(person, Some(below))} <div class="person-buttons">{more}</div> {unsure}
            </li>
        }
        .into_any();
    }
    let buttons = (one.state == InvitationState::Open).then(|| buttons(request, one));
    view! {
        <li class="person">
            <div class="person-words invited">
                <p class="person-name">{one.email.clone()}</p>
                <p class="person-below">{state}</p>
            </div>
            {buttons}
        </li>
    }
    .into_any()
}

fn buttons(request: &PageRequest, one: &FriendInvitation) -> impl IntoView + use<> {
    let named = |key: Key| request.fill(key, &[("email", &one.email)]);
    let (send_label, withdraw_label) = (named(Key::InvitationsResendNamed), named(Key::InvitationsWithdrawNamed));
    let (question, email) = (named(Key::InvitationsWithdrawConfirm), one.email.clone());
    let question_id = format!("withdraw-{}", one.id);
    let now = request.backend.clock.now();
    let resend = one.again_at(now, zone(request)).filter(|again| *again <= now).map(|_| {
        view! {
            <ButtonForm name="invite-again" id=one.id.to_string() busy=Key::InvitationsSending>
                <input type="hidden" name="email" value=email />
                <button class="button" aria-label=send_label>
                    {t(Key::InvitationsResend)}
                </button>
            </ButtonForm>
        }
    });
    view! {
        <div class="person-buttons">
            {resend}
            <ButtonForm name="invite-withdraw" id=one.id.to_string()>
                <Question
                    id=question_id
                    open=Key::InvitationsWithdraw
                    named=withdraw_label
                    class="button button-quiet"
                    text=question
                    yes=Key::InvitationsWithdraw
                />
            </ButtonForm>
        </div>
    }
}
