//! Who can read an entry, to be changed on its page by its owner.

use super::entry_actions::ELSEWHERE;
use crate::{
    components::{ApiForm, FormMessage, Icon, SubmitButton, VisibilityOptions, icon, visibility_texts},
    request::{PageRequest, t},
};
use chrono::SecondsFormat;
use domain::{Entry, Key, Visibility};
use leptos::prelude::*;

/// Fewer readers are possible at any age, more while the entry may be edited (product 4).
#[component]
pub fn VisibilityControl<'a>(entry: &'a Entry, may_edit: bool, friends: i64) -> impl IntoView + use<> {
    let (id, chosen) = (entry.id, entry.visibility);
    let is_shared = entry.share_token.is_some();
    let request = PageRequest::current();
    // What cannot be taken back is asked about: by now, or once the day is over while the page stays open.
    let closes = may_edit.then(|| backend::entries::closes(&request.viewer, entry)).flatten();
    let on_fewer = (!may_edit || closes.is_some()).then(|| t(Key::EntryVisibilityConfirm));
    let asked_from = closes.map(|end| end.to_rfc3339_opts(SecondsFormat::Secs, true));
    let highest = if may_edit { Visibility::Public } else { chosen };
    view! {
        <details class="entry-details entry-visibility">
            <summary class="fold">
                <Icon of=icon::CHEVRON_DOWN />
                <span>
                    <span id="entry-visibility-label">{t(Key::EntryVisibility)}</span>
                    ": "
                    {t(visibility_texts(chosen).0)}
                </span>
            </summary>
            <ApiForm
                method="PUT"
                action=format!("/api/entries/{id}/visibility")
                done=Key::EntryVisibilitySaved
                failed=Key::EntryVisibilityFailed
                then="reload"
                elsewhere=ELSEWHERE
                class="options"
            >
                <div role="radiogroup" aria-labelledby="entry-visibility-label">
                    <VisibilityOptions chosen highest prefix="entry" on_fewer asked_from />
                </div>
                <p class="field-hint">{request.fill(Key::VisibilityFriendsNow, &[("n", &friends.to_string())])}</p>
                {is_shared.then(|| view! { <p class="field-hint">{t(Key::EntryVisibilityLink)}</p> })}
                {(!may_edit).then(|| view! { <p class="field-hint">{t(Key::EntryVisibilityClosed)}</p> })}
                <FormMessage />
                <SubmitButton label=Key::ProfileSave class="button" />
            </ApiForm>
        </details>
    }
}
