//! The main button of the friends page: the link of one's next free code, to pass on.

use super::{codes::next_link, tab::Tab};
use crate::{
    components::{Icon, icon},
    request::t,
};
use backend::friends::invitations::{CodeState, OwnCode};
use domain::Key;
use leptos::prelude::*;

/// The invitation link, which unfolds in the page. The registered person is asked whether to befriend its owner.
pub fn invite_link(codes: Vec<OwnCode>) -> impl IntoView {
    let link = match codes.into_iter().find(|code| code.state == CodeState::Free) {
        Some(code) => next_link(&code).into_any(),
        None => view! { <p>{t(Key::InvitationsLeftNone)}</p> }.into_any(),
    };
    view! {
        <details class="invite-link">
            <summary class="button button-main">
                <Icon of=icon::USER_PLUS />
                {t(Key::InvitationsFriendsButton)}
            </summary>
            <div
                class="invite-link-body"
                data-codes-list
                data-copied=t(Key::InvitationsCopied)
                data-failed=t(Key::InvitationsCopyFailed)
                data-words=t(Key::InvitationsShareText)
            >
                {link}
                <p>
                    <a href=Tab::Invitations.href()>{t(Key::InvitationsLinkMore)}</a>
                </p>
            </div>
        </details>
    }
}
