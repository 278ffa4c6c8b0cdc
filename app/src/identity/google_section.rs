//! The part of the settings about signing in with Google: connecting a Google account, and taking it away again.

use super::forms::DISCONNECT_GOOGLE;
use super::google_buttons::{GoogleSign, unavailable};
use super::sign_in::refused;
use crate::{
    forms::{ButtonForm, FormsStatus, Question},
    request::{PageRequest, t},
};
use backend::identity::Credentials;
use domain::Key;
use leptos::prelude::*;

#[component]
pub fn GoogleConnection(known: Credentials) -> impl IntoView {
    let content = match known.google_email {
        Some(email) => view! { <Connected email has_password=known.has_password /> }.into_any(),
        None => view! { <Unconnected fresh_until=known.fresh_until /> }.into_any(),
    };
    view! {
        <FormsStatus of=&[(DISCONNECT_GOOGLE, Key::GoogleToastDisconnected)] />
        {content}
    }
}

#[component]
fn Connected(email: String, has_password: bool) -> impl IntoView {
    let request = PageRequest::current();
    let connected_as = request.fill(Key::GoogleConnectedAs, &[("email", &email)]);
    view! {
        <p class="google-connected">
            <GoogleSign />
            {connected_as}
        </p>
        {if has_password {
            view! {
                <ButtonForm name=DISCONNECT_GOOGLE id="google" class="options">
                    <Question
                        id="google-disconnect"
                        open=Key::GoogleDisconnect
                        text=t(Key::GoogleDisconnectConfirm)
                        yes=Key::GoogleDisconnect
                    />
                </ButtonForm>
            }
                .into_any()
        } else {
            view! { <p class="settings-text">{t(Key::GoogleOnlyWay)}</p> }.into_any()
        }}
    }
}

/// The button that connects, run by `frontend-react/src/features/google`. It is hidden without a script, because it could do nothing.
#[component]
fn Unconnected(fresh_until: chrono::DateTime<chrono::Utc>) -> impl IntoView {
    let request = PageRequest::current();
    let seconds = (fresh_until - request.backend.clock.now()).num_seconds().max(0);
    let message = request.query("google").and_then(|code| refused(&request, &code));
    let is_silent = message.is_none();
    let texts = [Key::GooglePopupBlocked].map(|key| (key.name(), request.text(key)));
    let texts = serde_json::to_string(&texts.into_iter().collect::<std::collections::BTreeMap<_, _>>());
    view! {
        <div
            class="google-unconnected"
            data-fresh-seconds=seconds.to_string()
            data-now=t(Key::GoogleNow)
            data-connected=t(Key::GoogleToastConnected)
            data-texts=texts.unwrap_or_default()
        >
            <p class="notice" role="alert" data-google-message hidden=is_silent>
                {message}
            </p>
            <button
                type="button"
                class="button"
                data-google="link"
                data-unavailable=unavailable(&request)
                data-busy=t(Key::GoogleWaiting)
            >
                <GoogleSign />
                <span data-label>{t(Key::GoogleConnect)}</span>
            </button>
            <button type="button" class="button" data-google="same-window" hidden>
                {t(Key::GoogleSameWindow)}
            </button>
        </div>
    }
}
