//! The dialog's buttons for signing in with Google. `frontend-react/src/features/google` finds them by their data attributes.

use super::tab::Tab;
use crate::request::{PageRequest, t};
use domain::Key;
use leptos::prelude::*;
use std::collections::BTreeMap;

/// Google's sign, as its rules want it.
const SIGN: &str = r##"<path fill="#4285F4" d="M17.64 9.2c0-.637-.057-1.251-.164-1.84H9v3.481h4.844c-.209 1.125-.843 2.078-1.796 2.717v2.258h2.908c1.702-1.567 2.684-3.874 2.684-6.615z"/><path fill="#34A853" d="M9 18c2.43 0 4.467-.806 5.956-2.18l-2.908-2.259c-.806.54-1.837.86-3.048.86-2.344 0-4.328-1.584-5.036-3.711H.957v2.332A8.997 8.997 0 0 0 9 18z"/><path fill="#FBBC05" d="M3.964 10.71A5.41 5.41 0 0 1 3.682 9c0-.593.102-1.17.282-1.71V4.958H.957A8.996 8.996 0 0 0 0 9c0 1.452.348 2.827.957 4.042l3.007-2.332z"/><path fill="#EA4335" d="M9 3.58c1.321 0 2.508.454 3.44 1.345l2.582-2.58C13.463.891 11.426 0 9 0A8.997 8.997 0 0 0 .957 4.958L3.964 7.29C4.672 5.163 6.656 3.58 9 3.58z"/>"##;

#[component]
pub fn GoogleSign() -> impl IntoView {
    view! { <svg class="google-sign" viewBox="0 0 18 18" width="18" height="18" aria-hidden="true" inner_html=SIGN></svg> }
}

/// `again`: signs in on a page that waits; it must be the same person.
#[component]
pub fn GoogleButtons(again: bool) -> impl IntoView {
    let request = PageRequest::current();
    let user = request.account().filter(|_| again).map(|account| account.user.id.to_string());
    let button = |tab: Tab, label: Key| {
        view! {
            <button
                type="button"
                class="button button-wide"
                data-google=tab.as_str()
                data-only=tab.as_str()
                data-unavailable=unavailable(&request)
                data-user=user.clone()
                data-busy=t(Key::GoogleWaiting)
            >
                <GoogleSign />
                <span data-label>{t(label)}</span>
            </button>
        }
    };
    view! {
        <div class="google" data-texts=texts(&request)>
            <p class="google-or" aria-hidden="true">
                {t(Key::GoogleOr)}
            </p>
            {button(Tab::Login, Key::GoogleLoginButton)}
            {(!again).then(|| button(Tab::Register, Key::GoogleRegisterButton))}
            <button type="button" class="button button-wide" data-google="same-window" hidden>
                {t(Key::GoogleSameWindow)}
            </button>
        </div>
    }
}

/// Texts that the script may show, by name.
fn texts(request: &PageRequest) -> String {
    let texts = [Key::GooglePopupBlocked, Key::GoogleWebView, Key::SignInInvitationMissing];
    let texts: BTreeMap<_, _> = texts.into_iter().map(|key| (key.name(), request.text(key))).collect();
    serde_json::to_string(&texts).unwrap_or_default()
}

/// The reason why the buttons do nothing, if Google is not configured.
pub fn unavailable(request: &PageRequest) -> Option<&'static str> {
    request.backend.google.is_none().then(|| request.text(Key::ErrorsGoogleNotConfigured))
}
