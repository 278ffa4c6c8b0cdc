//! The control on an entry's page with which its owner changes who can read it.

use super::forms::VISIBILITY;
use crate::{
    components::VisibilityOptions,
    forms::{CONFIRM, FormStatus, PostForm},
    request::{PageRequest, t},
};
use domain::{Entry, Key, Visibility};
use leptos::prelude::*;

/// Opens from the entry's menu. It is open on the page if the address asks for it, and while a form has a result to show. Fewer
/// readers are possible at any age, more while the entry may be edited (product 4).
#[component]
pub fn VisibilityControl<'a>(entry: &'a Entry, may_edit: bool, friends: i64) -> impl IntoView + use<> {
    let request = PageRequest::current();
    let (id, saved) = (entry.id, entry.visibility);
    let is_shared = entry.share_token.is_some();
    let chosen: Option<Visibility> = request.typed(VISIBILITY, "visibility").and_then(|typed| typed.parse().ok());
    let is_open = visibility_is_open(&request);
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
        <section
            class="entry-visibility"
            id="visibility"
            popover=(!is_open).then_some("auto")
            aria-labelledby="entry-visibility-label"
        >
            <h2 class="entry-label" id="entry-visibility-label">
                {t(Key::EntryVisibility)}
            </h2>
            <PostForm name=VISIBILITY done=Key::EntryVisibilitySaved class="options">
                <input type="hidden" name="id" value=id.to_string() />
                <input type="hidden" name="seen" value=saved.as_str() />
                {content}
                <FormStatus />
            </PostForm>
        </section>
    }
}

/// Whether the page shows the choice instead of keeping it behind the menu.
pub fn visibility_is_open(request: &PageRequest) -> bool {
    let is_asked_for = request.query("open").as_deref() == Some("visibility");
    is_asked_for
        || request.typed(VISIBILITY, "visibility").is_some()
        || request.form_done.as_deref() == Some(VISIBILITY)
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
