//! Who can read an entry, to be changed on its page by its owner.

use super::forms::VISIBILITY;
use crate::{
    components::{Icon, VisibilityOptions, icon, visibility_texts},
    forms::{CONFIRM, FormStatus, PostForm},
    request::{PageRequest, label, t},
};
use domain::{Entry, Key, Visibility};
use leptos::prelude::*;

/// Fewer readers are possible at any age, more while the entry may be edited (product 4).
#[component]
pub fn VisibilityControl<'a>(entry: &'a Entry, may_edit: bool, friends: i64) -> impl IntoView + use<> {
    let request = PageRequest::current();
    let (id, saved) = (entry.id, entry.visibility);
    let is_shared = entry.share_token.is_some();
    let chosen: Option<Visibility> = request.typed(VISIBILITY, "visibility").and_then(|typed| typed.parse().ok());
    let is_asked_for = request.query("open").as_deref() == Some("visibility");
    let is_open = is_asked_for || chosen.is_some() || request.told.as_deref() == Some(VISIBILITY);
    let content = if let Some(chosen) = chosen.filter(|_| request.asks(VISIBILITY)) {
        view! { <Asked chosen saved /> }.into_any()
    } else {
        let highest = if may_edit { Visibility::Public } else { saved };
        view! {
            <div role="radiogroup" aria-labelledby="entry-visibility-label">
                <VisibilityOptions chosen=chosen.unwrap_or(saved) highest prefix="entry" />
            </div>
            <p class="field-hint">{request.fill(Key::VisibilityFriendsNow, &[("n", &friends.to_string())])}</p>
            {is_shared.then(|| view! { <p class="field-hint">{t(Key::EntryVisibilityLink)}</p> })}
            {(!may_edit).then(|| view! { <p class="field-hint">{t(Key::EntryVisibilityClosed)}</p> })}
            <button class="button">{t(Key::ProfileSave)}</button>
        }
        .into_any()
    };
    view! {
        <details class="entry-details entry-visibility" id="visibility" open=is_open>
            <summary class="fold">
                <Icon of=icon::CHEVRON_DOWN />
                <span>
                    <span id="entry-visibility-label">{label(Key::EntryVisibility)}</span>
                    " "
                    {t(visibility_texts(saved).0)}
                </span>
            </summary>
            <PostForm name=VISIBILITY done=Key::EntryVisibilitySaved class="options">
                <input type="hidden" name="id" value=id.to_string() />
                <input type="hidden" name="seen" value=saved.as_str() />
                {content}
                <FormStatus />
            </PostForm>
        </details>
    }
}

/// The question before `chosen` is saved.
#[component]
fn Asked(chosen: Visibility, saved: Visibility) -> impl IntoView {
    let (question, yes) = if chosen.is_at_most(saved) {
        (Key::EntryVisibilityConfirm, Key::EntryVisibilityFewerYes)
    } else {
        (Key::EntryVisibilityPublicAsk, Key::EntryVisibilityPublicYes)
    };
    view! {
        <input type="hidden" name="visibility" value=chosen.as_str() />
        <p role="alert">{t(question)}</p>
        <div class="row">
            <a class="button" href=PageRequest::current().here() autofocus>
                {t(Key::AppCancel)}
            </a>
            <button class="button button-main" name="step" value=CONFIRM>
                {t(yes)}
            </button>
        </div>
    }
}
