//! The button that signs out: a form (`server/src/pages/sign_out.rs`). With a script it asks about drafts first, and
//! removes everything of the account from the browser (`frontend-react/src/shared/sign-out.ts`).

use crate::request::t;
use domain::Key;
use leptos::prelude::*;

#[component]
pub fn SignOutButton(
    class: &'static str,
    #[prop(optional, into)] label: Option<String>,
    children: Children,
) -> impl IntoView {
    view! {
        <form method="post" action="/sign-out">
            <button
                class=class
                aria-label=label
                data-sign-out
                data-confirm=t(Key::MenuLogoutUnsaved)
                data-yes=t(Key::MenuLogout)
                data-no=t(Key::AppCancel)
                data-failed=t(Key::MenuLogoutFailed)
            >
                {children()}
            </button>
        </form>
    }
}
