//! The part of the settings about signing in with Google: connecting a Google account, and taking it away again.

use super::google_buttons::{GoogleSign, unavailable};
use super::sign_in::refused;
use crate::{
    components::{ApiForm, FormMessage, SettingsSection, SubmitButton, loaded, not_loaded},
    request::{PageRequest, by_itself, t},
};
use backend::identity::google::{self, Connection};
use domain::{Key, Refusal};
use leptos::prelude::*;

#[component]
pub fn GoogleSection() -> impl IntoView {
    let request = PageRequest::current();
    loaded(async move {
        let content = match by_itself(load(request.clone())).await {
            Ok(known) => view! { <Known known /> }.into_any(),
            Err(error) => not_loaded(&request, &error),
        };
        view! {
            <SettingsSection id="google" title=t(Key::GoogleSectionTitle) text=t(Key::GoogleSectionText)>
                {content}
            </SettingsSection>
        }
    })
}

async fn load(request: PageRequest) -> backend::Result<Connection> {
    let session = request.session.as_deref().ok_or(Refusal::Unauthenticated)?;
    google::connection(&request.backend, &request.viewer, session).await
}

#[component]
fn Known(known: Connection) -> impl IntoView {
    match known.connected_as {
        Some(email) => view! { <Connected email has_password=known.has_password /> }.into_any(),
        None => view! { <Unconnected fresh_until=known.fresh_until /> }.into_any(),
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
                <ApiForm
                    method="DELETE"
                    action="/api/auth/google"
                    done=Key::GoogleToastDisconnected
                    failed=Key::GoogleFailed
                    then="reload"
                    confirm=t(Key::GoogleDisconnectConfirm)
                    class="options"
                >
                    <FormMessage />
                    <SubmitButton label=Key::GoogleDisconnect class="button" />
                </ApiForm>
            }
                .into_any()
        } else {
            view! { <p class="settings-text">{t(Key::GoogleOnlyWay)}</p> }.into_any()
        }}
    }
}

/// Heard by `frontend-react/src/google`. Without script the button cannot work, so it stays away.
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
