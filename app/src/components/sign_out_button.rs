//! The button that signs out. It asks about drafts first, and removes everything of the account from the browser
//! (`frontend-react/src/shared/sign-out.ts`). Only where there is no script, and so no draft, a form does it (`server/src/pages/sign_out.rs`).

use crate::request::t;
use domain::Key;
use leptos::prelude::*;

#[component]
pub fn SignOutButton(
    class: &'static str,
    #[prop(optional, into)] label: Option<String>,
    children: ChildrenFn,
) -> impl IntoView {
    let content = children.clone();
    view! {
        <button
            type="button"
            class=class
            aria-label=label.clone()
            data-sign-out
            data-confirm=t(Key::MenuLogoutUnsaved)
            data-yes=t(Key::MenuLogout)
            data-no=t(Key::AppCancel)
            data-failed=t(Key::MenuLogoutFailed)
        >
            {children()}
        </button>
        <noscript>
            <form method="post" action="/sign-out">
                <button class=class aria-label=label>
                    {content()}
                </button>
            </form>
        </noscript>
    }
}
