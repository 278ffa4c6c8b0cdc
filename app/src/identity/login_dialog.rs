//! The dialog with which people sign in or register. On signed-in pages it asks somebody to sign in again in place.

use super::{
    act::{Act, DialogState, Phase, act},
    fields::{Credentials, Invitation, Names},
    form::Tab,
};
use crate::{
    components::{Icon, icon},
    texts::Texts,
};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// Everything below `sign_in` and `identity`, and `app.close`, `app.loading`.
    pub texts: Texts,
    /// An own page to go to afterwards.
    pub next: String,
    /// Open at once.
    pub open: Option<Tab>,
    /// The code of an invitation's address.
    pub invite: String,
    pub email: String,
    /// For somebody whose session ended: no register tab, and the page stays.
    pub again: bool,
}

#[island]
pub fn LoginDialog(setup: Setup) -> impl IntoView {
    let texts = setup.texts.clone();
    let (title, intro) = if setup.again {
        (texts.get("sign_in.again_title"), Some(texts.get("sign_in.again_text")))
    } else {
        (texts.get("sign_in.title"), None)
    };
    let is_again = setup.again;
    let (invite, email) = (setup.invite.clone(), setup.email.clone());
    let state = DialogState::new(setup);
    Effect::new(move |_| act(state, Act::Listen));

    let is_register = move || state.tab.get() == Tab::Register;
    let submit_label = {
        let label = |name| texts.get(name);
        let login = (label("sign_in.login_button"), label("sign_in.login_busy"));
        let register = (label("sign_in.register_button"), label("sign_in.register_busy"));
        move || {
            let (ready, busy) = if is_register() { register.clone() } else { login.clone() };
            if state.phase.get() == Phase::Ready { ready } else { busy }
        }
    };
    let error_title = texts.get("sign_in.error_title");
    let error = move || {
        let title = error_title.clone();
        state.error.get().map(|text| {
            view! {
                <div class="alert">
                    <Icon of=icon::CIRCLE_EXCLAMATION_POINT />
                    <div>
                        <p class="alert-title">{title}</p>
                        <p>{text}</p>
                    </div>
                </div>
            }
        })
    };

    view! {
        <dialog class="dialog" node_ref=state.dialog aria-labelledby="sign-in-title">
            <div class="dialog-head">
                <h2 id="sign-in-title">{title}</h2>
                <button
                    type="button"
                    class="icon-button"
                    aria-label=texts.get("app.close")
                    on:click=move |_| act(state, Act::Close)
                >
                    <Icon of=icon::X />
                </button>
            </div>
            <form
                class="dialog-body"
                node_ref=state.form
                novalidate
                on:submit=move |event| {
                    event.prevent_default();
                    act(state, Act::Submit);
                }
            >
                {intro.map(|intro| view! { <p>{intro}</p> })}
                {(!is_again).then(|| view! { <Tabs state texts=texts.clone() /> })}
                <div
                    class="sign-in-fields"
                    id="sign-in-panel"
                    role=(!is_again).then_some("tabpanel")
                    aria-labelledby=move || (!is_again).then(|| format!("tab-{}", state.tab.get().as_str()))
                >
                    <Names state texts=texts.clone() />
                    <Credentials state texts=texts.clone() email />
                    <Invitation state texts=texts.clone() invite />
                </div>
                <div role="alert">{error}</div>
                <button class="button button-main button-wide" aria-disabled=move || state.is_busy().to_string()>
                    {submit_label}
                </button>
            </form>
        </dialog>
        <div class="waiting" role="status" hidden=move || state.phase.get() != Phase::Leaving>
            {texts.get("app.loading")}
        </div>
    }
}

#[component]
fn Tabs(state: DialogState, texts: Texts) -> impl IntoView {
    let tab = |tab: Tab, label: String| {
        let is_chosen = move || state.tab.get() == tab;
        view! {
            <button
                type="button"
                class="tab"
                role="tab"
                id=format!("tab-{}", tab.as_str())
                aria-controls="sign-in-panel"
                aria-selected=move || is_chosen().to_string()
                tabindex=move || if is_chosen() { "0" } else { "-1" }
                on:click=move |_| act(state, Act::Switch(tab))
            >
                {label}
            </button>
        }
    };
    view! {
        <div
            class="tabs"
            role="tablist"
            on:keydown=move |event| {
                if matches!(event.key().as_str(), "ArrowLeft" | "ArrowRight") {
                    let other = if state.tab.get_untracked() == Tab::Login { Tab::Register } else { Tab::Login };
                    act(state, Act::Switch(other));
                }
            }
        >
            {tab(Tab::Login, texts.get("sign_in.login_tab"))}
            {tab(Tab::Register, texts.get("sign_in.register_tab"))}
        </div>
    }
}
