//! The sign-in dialog's HTML. What it does stands in `browser.rs`, which knows it by its ids and data attributes.

use super::{
    fields::{Credentials, Invitation, Names},
    form::Tab,
    google_buttons::GoogleButtons,
    login_dialog::LoginDialog,
};
use crate::{
    components::{Icon, icon},
    request::{PageRequest, t},
};
use domain::{Key, Language};
use leptos::prelude::*;

/// `next` is an own page to go to afterwards, `message` what there is to say when it opens. `again`: for somebody whose session ended; there is no register tab, and
/// the page stays.
#[component]
pub fn Dialog(
    #[prop(optional)] next: String,
    #[prop(default = None)] open: Option<Tab>,
    #[prop(optional)] invite: String,
    #[prop(optional)] email: String,
    #[prop(optional)] again: bool,
    #[prop(default = None)] message: Option<String>,
    /// What went well on the way here: a toast would lie under the dialog.
    #[prop(default = None)]
    notice: Option<Key>,
) -> impl IntoView {
    let tab = open.unwrap_or(Tab::Login);
    let request = PageRequest::current();
    let provider = request.backend.identity.browser().clone();
    let title = t(if again { Key::SignInAgainTitle } else { Key::SignInTitle });
    view! {
        <LoginDialog>
            <dialog
                class="dialog sign-in"
                id="sign-in"
                aria-labelledby="sign-in-title"
                data-tab=tab.as_str()
                data-open=open.map(Tab::as_str)
                data-next=next
                data-again=again
                data-message=message
                data-provider=provider.base
                data-provider-key=provider.api_key
                data-texts=texts(request.language)
            >
                <div class="dialog-head">
                    <h2 id="sign-in-title">{title}</h2>
                    <button type="button" class="icon-button" data-sign-in="close" aria-label=t(Key::AppClose)>
                        <Icon of=icon::X />
                    </button>
                </div>
                <form class="dialog-body" id="sign-in-form" novalidate>
                    {notice.map(|text| view! { <p class="notice" role="status">{t(text)}</p> })}
                    {if again { view! { <p>{t(again_text())}</p> }.into_any() } else { tabs(tab).into_any() }}
                    <div
                        class="sign-in-fields"
                        id="sign-in-panel"
                        role=(!again).then_some("tabpanel")
                        aria-labelledby=(!again).then(|| format!("tab-{}", tab.as_str()))
                    >
                        <Names />
                        <Credentials email again />
                        <Invitation code=invite />
                    </div>
                    <div role="alert">
                        <div class="alert" id="sign-in-alert" hidden>
                            <Icon of=icon::CIRCLE_EXCLAMATION_POINT />
                            <div>
                                <p class="alert-title">{t(Key::SignInErrorTitle)}</p>
                                <p id="sign-in-message"></p>
                            </div>
                        </div>
                    </div>
                    {submit(Tab::Login, Key::SignInLoginButton, Key::SignInLoginBusy)}
                    {submit(Tab::Register, Key::SignInRegisterButton, Key::SignInRegisterBusy)}
                    <GoogleButtons again />
                </form>
            </dialog>
            <div class="waiting" id="sign-in-waiting" role="status" hidden>
                {t(Key::AppLoading)}
            </div>
        </LoginDialog>
    }
}

/// The editor keeps a text meanwhile; the settings only want to be sure.
fn again_text() -> Key {
    if PageRequest::current().path.starts_with("/settings") { Key::GoogleAgain } else { Key::SignInAgainText }
}

fn tabs(chosen: Tab) -> impl IntoView {
    let tab = |tab: Tab, label: Key| {
        view! {
            <button
                type="button"
                class="tab"
                role="tab"
                id=format!("tab-{}", tab.as_str())
                aria-controls="sign-in-panel"
                aria-selected=(tab == chosen).to_string()
                tabindex=if tab == chosen { "0" } else { "-1" }
                data-sign-in=format!("tab-{}", tab.as_str())
            >
                {t(label)}
            </button>
        }
    };
    view! {
        <div class="tabs" role="tablist">
            {tab(Tab::Login, Key::SignInLoginTab)}
            {tab(Tab::Register, Key::SignInRegisterTab)}
        </div>
    }
}

/// `data-other` is the label that takes turns with the visible one.
fn submit(tab: Tab, label: Key, busy: Key) -> impl IntoView {
    view! {
        <button class="button button-main button-wide" data-only=tab.as_str() data-other=t(busy)>
            {t(label)}
        </button>
    }
}

/// What may have to be said, by name.
fn texts(language: Language) -> String {
    let mut texts = language.texts_below("identity");
    let own = [
        Key::SignInCredentialsMissing,
        Key::SignInNamesMissing,
        Key::SignInInvitationMissing,
        Key::SignInSignedIn,
        Key::SignInAccountCreated,
        Key::GooglePopupBlocked,
        Key::GoogleWebView,
    ];
    texts.extend(own.map(|key| (key.name(), language.text(key))));
    serde_json::to_string(&texts).unwrap_or_default()
}
