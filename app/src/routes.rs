//! Which page answers which path, who may see it, and which scripts it needs.

use crate::{
    assistant::AssistantLogPage,
    entries::{BinPage, CreatePage, DashboardPage, EditPage, EntryPage, RestorePage},
    friends::{FriendsPage, PersonPage, UnsubscribePage},
    identity::{ActionPage, ForgotPasswordPage},
    landing::LandingPage,
    not_found::NotFoundPage,
    offline::OfflinePage,
    profile::{PrivacyPage, ProfilePage, SettingsPage},
    request::{PageRequest, set_status},
    sharing::SharedPage,
};
use http::StatusCode;
use leptos::prelude::*;
use leptos_meta::provide_meta_context;
use leptos_router::{
    components::{Route, Router, Routes},
    path,
};

#[component]
pub fn App() -> impl IntoView {
    provide_meta_context();
    let request = PageRequest::current();
    if shows_landing(&request.path, request.account().is_some()) {
        if request.path != "/" {
            set_status(StatusCode::UNAUTHORIZED);
        }
        return view! { <LandingPage /> }.into_any();
    }
    view! {
        <Router>
            <Routes fallback=NotFoundPage>
                <Route path=path!("/") view=DashboardPage />
                <Route path=path!("/dashboard") view=DashboardPage />
                <Route path=path!("/create") view=CreatePage />
                <Route path=path!("/edit/:id") view=EditPage />
                <Route path=path!("/entry/:id") view=EntryPage />
                <Route path=path!("/friends") view=FriendsPage />
                <Route path=path!("/friends/:id") view=PersonPage />
                <Route path=path!("/bin") view=BinPage />
                <Route path=path!("/bin/:id") view=RestorePage />
                <Route path=path!("/privacy") view=PrivacyPage />
                <Route path=path!("/profile/edit") view=ProfilePage />
                <Route path=path!("/settings") view=SettingsPage />
                <Route path=path!("/settings/assistant") view=AssistantLogPage />
                <Route path=path!("/shared/:token") view=SharedPage />
                <Route path=path!("/action") view=ActionPage />
                <Route path=path!("/stop-invitations") view=UnsubscribePage />
                <Route path=path!("/forgot-password") view=ForgotPasswordPage />
                <Route path=path!("/offline") view=OfflinePage />
            </Routes>
        </Router>
    }
    .into_any()
}

/// What guests may read besides secret links.
const OPEN: [&str; 5] = ["/privacy", "/action", "/forgot-password", "/stop-invitations", "/offline"];

/// Guests get the landing page in place, on every path but those of secret links (spec 2) and the open ones.
pub fn shows_landing(path: &str, is_signed_in: bool) -> bool {
    !is_signed_in && !path.starts_with("/shared/") && !OPEN.contains(&path)
}

/// The scripts of a page besides the small one that every page has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scripts {
    /// React islands or the editor's form.
    pub loader: bool,
    /// Leptos islands.
    pub wasm: bool,
    /// The dialog for a session that ends while somebody writes.
    pub sign_in_again: bool,
    /// React islands wanted at once.
    pub preload: &'static [&'static str],
}

/// By the path alone: the head is written before the body is known.
pub fn scripts(path: &str, is_signed_in: bool) -> Scripts {
    if shows_landing(path, is_signed_in) {
        return Scripts { wasm: true, ..Scripts::default() };
    }
    match path.split('/').nth(1).unwrap_or_default() {
        "create" | "edit" => {
            let preload = &["editor", "recorder", "dropzone", "emoji", "mood"];
            Scripts { loader: true, wasm: true, sign_in_again: true, preload }
        }
        "offline" => Scripts { preload: &["page", "offline", "outbox"], ..Scripts::default() },
        "settings" => Scripts { wasm: true, sign_in_again: true, ..Scripts::default() },
        // The start is the dashboard.
        "" | "dashboard" | "entry" => Scripts { wasm: true, ..Scripts::default() },
        _ => Scripts::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::{scripts, shows_landing};

    #[test]
    fn guests_see_the_landing_page_everywhere_but_behind_a_secret_link() {
        for path in ["/", "/dashboard", "/create", "/edit/1", "/entry/1", "/gibt-es-nicht", "/shared", "/sharedx/1"] {
            assert!(shows_landing(path, false), "{path}");
            assert!(!shows_landing(path, true), "{path}");
        }
        for path in ["/shared/token", "/privacy", "/action", "/forgot-password", "/stop-invitations", "/offline"] {
            assert!(!shows_landing(path, false), "{path}");
        }
    }

    #[test]
    fn only_the_editor_loads_react_and_shared_pages_load_no_module() {
        for (path, is_signed_in, loader, wasm) in [
            ("/", false, false, true),
            ("/create", false, false, true),
            ("/shared/token", false, false, false),
            ("/action", false, false, false),
            ("/shared/token", true, false, false),
            ("/", true, false, true),
            ("/dashboard", true, false, true),
            ("/bin", true, false, false),
            ("/bin/1", true, false, false),
            ("/friends", true, false, false),
            ("/friends/1", true, false, false),
            ("/entry/1", true, false, true),
            ("/create", true, true, true),
            ("/edit/1", true, true, true),
            ("/settings", true, false, true),
        ] {
            let needed = scripts(path, is_signed_in);
            assert_eq!((needed.loader, needed.wasm), (loader, wasm), "{path}, signed in: {is_signed_in}");
        }
    }
}
