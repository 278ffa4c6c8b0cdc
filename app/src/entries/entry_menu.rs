//! The owner's menu of an entry, behind '…'.

use super::{audience::Ways, entry_actions::DeleteControl, visibility_control::visibility_is_open};
use crate::{
    components::{Icon, icon, visibility_named},
    request::{PageRequest, t},
};
use domain::{Entry, Key, Language, stats::BrokenStreak};
use leptos::prelude::*;

/// The menu, which on a phone has the share button, too.
#[component]
pub fn EntryMenu<'a>(
    entry: &'a Entry,
    broken_streak: Option<BrokenStreak>,
    language: Language,
) -> impl IntoView + use<> {
    let (id, has_link) = (entry.id, entry.share_token.is_some());
    let readers = view! {
        <Icon of=icon::visibility(entry.visibility) />
        {visibility_named(language, entry.visibility)}
    };
    let readers = if visibility_is_open(&PageRequest::current()) {
        view! { <a class="menu-action" href="#visibility">{readers}</a> }.into_any()
    } else {
        view! {
            <button type="button" class="menu-action" popovertarget="visibility">
                {readers}
            </button>
        }
        .into_any()
    };
    view! {
        <button
            type="button"
            class="icon-button entry-menu-button"
            popovertarget="entry-menu"
            aria-label=t(Key::EntryMore)
        >
            <Icon of=icon::ELLIPSIS />
        </button>
        <div class="menu entry-menu" id="entry-menu" popover>
            <button type="button" class="menu-action entry-menu-share" command="show-modal" commandfor="share">
                <Icon of=icon::SHARE />
                {t(Key::EntryShare)}
            </button>
            <p class="menu-label">
                <Icon of=icon::EYE />
                {t(Key::LookAs)}
            </p>
            <Ways id has_link />
            {readers}
            <a class="menu-action" href=format!("/linkedin-sharing/{id}")>
                <Icon of=icon::BRIEFCASE />
                {t(Key::LinkedinOption)}
            </a>
            <DeleteControl entry broken_streak language />
        </div>
    }
}
