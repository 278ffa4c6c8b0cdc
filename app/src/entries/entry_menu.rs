//! What the owner does with an entry now and then, behind '…'.

use super::preview_as::Ways;
use crate::{
    components::{Icon, icon},
    request::t,
};
use domain::{Entry, Key};
use leptos::prelude::*;

/// On a phone it has the button that shares, too.
#[component]
pub fn EntryMenu<'a>(entry: &'a Entry) -> impl IntoView + use<> {
    let (id, has_link) = (entry.id, entry.share_token.is_some());
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
        </div>
    }
}
