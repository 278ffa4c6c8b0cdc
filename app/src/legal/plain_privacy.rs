//! The privacy text in plain words: who reads what, what is stored and for how long. It follows this server's settings.

use crate::{
    components::visibility_texts,
    request::{PageRequest, t},
};
use domain::{Key, Visibility};
use leptos::prelude::*;

#[component]
pub fn PlainPrivacy() -> impl IntoView {
    let request = PageRequest::current();
    // Firebase is another company's service, which then stores addresses and passwords.
    let firebase = !request.backend.identity.is_embedded();
    let mut stored = vec![Key::PrivacyStoredServer];
    stored.push(if firebase { Key::PrivacyStoredFirebase } else { Key::PrivacyStoredPassword });
    stored.extend([Key::PrivacyStoredSessions, Key::PrivacyStoredAudit]);
    if request.backend.google.is_some() {
        stored.push(Key::PrivacyStoredGoogle);
    }
    stored.extend([Key::PrivacyStoredDevice, Key::PrivacyStoredCookies]);
    let mails = if request.backend.mail.leaves() { Key::PrivacyKeptMails } else { Key::PrivacyKeptMailFiles };
    let ai = request.backend.ai.as_ref().map(|ai| ai.name().to_owned());
    // An AI service means that not everything stays on this server.
    let (stays_title, stays_text, assistant) = match &ai {
        Some(name) => (
            Key::PrivacyStaysTitleService,
            Key::PrivacyStaysTextService,
            request.fill(Key::PrivacyStaysAssistantService, &[("provider", name)]),
        ),
        None => (Key::PrivacyStaysTitle, Key::PrivacyStaysText, t(Key::PrivacyStaysAssistant).to_owned()),
    };
    let mut kept =
        vec![Key::PrivacyKeptEntries, Key::PrivacyKeptBin, Key::PrivacyKeptVersions, Key::PrivacyKeptFriends];
    if ai.is_some() {
        kept.push(Key::PrivacyKeptAssistant);
    }
    kept.extend([Key::PrivacyKeptInvitations, Key::PrivacyKeptBlocks, Key::PrivacyKeptReports]);
    kept.extend([Key::PrivacyKeptDeclarations, Key::PrivacyKeptAccount]);
    kept.extend([Key::PrivacyKeptSessions, mails, Key::PrivacyKeptReminders, Key::PrivacyKeptLog]);
    view! {
            <Part title=Key::PrivacyReadersTitle>
                <Readers />
                <p>{t(Key::PrivacyReadersProfile)}</p>
                <p>{t(Key::PrivacyReadersFound)}</p>
            </Part>
            <Part title=Key::PrivacyOperatorTitle>
                <p>{t(Key::PrivacyOperatorText)}</p>
            </Part>
            <Part title=Key::PrivacyStoredTitle>
                <Points of=stored />
            </Part>
            <Part title=stays_title>
                <ul class="points">
                    <li>{t(stays_text)}</li>
                    <li>{assistant}</li>
                </ul>
            </Part>
            <Part title=Key::PrivacyPhotosTitle>
                <p>{t(Key::PrivacyPhotosText)}</p>
            </Part>
            <Part title=Key::PrivacyKeptTitle>
                <Points of=kept />
            </Part>
            <Part title=Key::PrivacyControlTitle>
                <p>{t(Key::PrivacyControlText)}</p>
                <p>
                    <a href="/settings">{t(Key::PrivacyControlLink)}</a>
                </p>
            </Part>
    }
}

#[component]
fn Part(title: Key, children: Children) -> impl IntoView {
    view! {
        <section class="settings-section privacy-part">
            <h2>{t(title)}</h2>
            {children()}
        </section>
    }
}

#[component]
fn Points(of: Vec<Key>) -> impl IntoView {
    let points = of.into_iter().map(|key| view! { <li>{t(key)}</li> });
    view! { <ul class="points">{points.collect_view()}</ul> }
}

#[component]
fn Readers() -> impl IntoView {
    let levels = Visibility::ALL.map(|visibility| {
        let text = match visibility {
            Visibility::Private => Key::PrivacyReadersPrivate,
            Visibility::Friends => Key::PrivacyReadersFriends,
            Visibility::Public => Key::PrivacyReadersPublic,
        };
        (visibility_texts(visibility).0, text)
    });
    let rows =
        levels.into_iter().chain([(Key::PrivacyReadersLink, Key::PrivacyReadersLinkText)]).map(|(name, text)| {
            view! {
                <div>
                    <dt>{t(name)}</dt>
                    <dd>{t(text)}</dd>
                </div>
            }
        });
    view! { <dl class="readers">{rows.collect_view()}</dl> }
}
